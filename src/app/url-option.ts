import { normaliseUrl } from '../crawler/url.ts';
import { parseUrl } from '../parse-url.ts';
import type { Described, Option, Parsed } from './option.ts';

/** Options that name addresses, or parts of them. */

/** One or several addresses, separated by spaces. */
export function urls({
  description,
  hint = 'URL',
  most,
}: Described & { readonly most: number }): Option<readonly string[] | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'text',
    parse(given) {
      const words = given?.split(/\s+/).filter(Boolean) ?? [];
      if (words.length === 0) return { ok: true, value: undefined };
      const found: string[] = [];
      for (const word of words) {
        const url = readUrl(word);
        if (!url.ok) return url;
        if (!found.includes(url.value)) found.push(url.value);
      }
      if (found.length > most) return { ok: false, problem: `takes at most ${most} addresses, not ${found.length}` };
      return { ok: true, value: found };
    },
  };
}

/** A text file with addresses, separated by white space; what follows a `#` after a space or at a line's begin is a comment. */
export function urlList({
  description,
  most,
  maxBytes,
}: Described & { readonly most: number; readonly maxBytes: number }): Option<readonly string[] | undefined> {
  return {
    description,
    hint: 'FILE',
    required: false,
    kind: 'file',
    maxBytes,
    parse(given) {
      if (given === undefined) return { ok: true, value: undefined };
      const found = new Set<string>();
      const wrong: string[] = [];
      for (const [index, line] of given.split(/\r\n|\r|\n/).entries()) {
        for (const word of line
          .replace(/(?:^|\s)#.*$/, '')
          .split(/\s+/)
          .filter(Boolean)) {
          const url = readUrl(word);
          if (url.ok) found.add(url.value);
          else wrong.push(`${index + 1} ("${shortened(word)}")`);
        }
      }
      if (wrong.length > 0) return { ok: false, problem: wrongLines(wrong) };
      if (found.size === 0) return { ok: false, problem: 'has no addresses in it' };
      if (found.size > most) return { ok: false, problem: `takes at most ${most} addresses, not ${found.size}` };
      return { ok: true, value: [...found] };
    },
  };
}

/** Wrong lines named in one sentence. */
const SHOWN_LINES = 5;

function wrongLines(wrong: readonly string[]): string {
  const rest = wrong.length - SHOWN_LINES;
  const named = [...wrong.slice(0, SHOWN_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
  return `takes addresses that start with https:// or http://; what stands in these lines is none: ${named}`;
}

/** A password in an address is not repeated. */
function shortened(word: string): string {
  const shown = word.replace(/\/\/[^/@\s]*@/, '//…@');
  return shown.length <= 60 ? shown : `${shown.slice(0, 59)}…`;
}

export function url({ description, hint = 'URL' }: Described): Option<string | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'text',
    parse(given) {
      const word = given?.trim();
      if (word === undefined || word === '') return { ok: true, value: undefined };
      return /\s/.test(word) ? { ok: false, problem: `takes one address, not "${word}"` } : readUrl(word);
    },
  };
}

/** Path prefixes, separated by commas. */
export function paths({ description, hint = '/a,/b' }: Described): Option<readonly string[]> {
  return {
    description,
    hint,
    required: false,
    kind: 'text',
    parse(given) {
      const found = given?.split(/[,\s]+/).filter(Boolean) ?? [];
      const wrong = found.find((path) => !path.startsWith('/'));
      if (wrong !== undefined)
        return { ok: false, problem: `takes paths that start with /, separated by commas, not "${wrong}"` };
      return { ok: true, value: found };
    },
  };
}

/** Search for a sitemap, use none, or use the one at an address. */
export function sitemap({ description }: Described): Option<'auto' | 'off' | { readonly url: string }> {
  return {
    description,
    hint: 'auto|off|URL',
    required: false,
    kind: 'text',
    parse(given) {
      const word = given?.trim() ?? 'auto';
      if (word === 'auto' || word === 'off') return { ok: true, value: word };
      if (!word.includes('/')) return { ok: false, problem: `is auto, off, or the sitemap's address, not "${word}"` };
      const found = readUrl(word);
      return found.ok ? { ok: true, value: { url: found.value } } : found;
    },
  };
}

/** A host: a name, or a name and a port; an address is taken for its host. */
export function host({ description, hint = 'HOST' }: Described): Option<string | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'text',
    parse(given) {
      const word = given?.trim() ?? '';
      if (word === '') return { ok: true, value: undefined };
      const url = normaliseUrl(/^https?:\/\//i.test(word) ? word : `http://${word}`);
      // A usual port stands in no address: what names it means the name.
      if (url !== null) return { ok: true, value: url.host.replace(/:(?:80|443)$/, '') };
      return { ok: false, problem: `is the name of a host, such as docs.example.org, not "${given}"` };
    },
  };
}

/** An http(s) address in the house's normal form, without its fragment; or what is wrong with it. */
function readUrl(word: string): Parsed<string> {
  if (!/^https?:\/\//i.test(word)) {
    const meant = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:\/|$)/.test(word) ? ` (perhaps https://${word})` : '';
    return { ok: false, problem: `takes an address that starts with https:// or http://, not "${word}"${meant}` };
  }
  const found = normaliseUrl(word);
  if (found !== null) {
    found.hash = '';
    return { ok: true, value: found.href };
  }
  // The password is not repeated: the sentence may end up in a channel or a log.
  if (parseUrl(word) !== null) return { ok: false, problem: 'takes an address without user name and password' };
  return { ok: false, problem: `takes a whole address, like https://docs.example.org/guide, not "${word}"` };
}
