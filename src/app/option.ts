import { normaliseUrl } from '../crawler/url.ts';
import { parseUrl } from '../parse-url.ts';

/** What a person wrote for an option, read: the value, or one sentence that says what would be right. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/**
 * One option of a command. Registration, the console's parser, the help and the handler's type all follow from it.
 * `parse` gets undefined when the option was not given.
 */
export interface Option<T> {
  readonly description: string;
  readonly required: boolean;
  readonly kind: 'text' | 'integer' | 'flag' | 'channel';
  /** What stands for the value in the help: `URL`, `N`. */
  readonly hint: string;
  readonly choices?: readonly string[];
  /** What a surface may suggest while it is typed. */
  readonly completes?: Completion;
  readonly min?: number;
  readonly max?: number;
  parse(text: string | undefined): Parsed<T>;
}

/** Rows of the knowledge, by their numbers. */
export type Completion = 'source' | 'page' | 'removed-source' | 'removed-page';

export type Options = Readonly<Record<string, Option<unknown>>>;

interface Described {
  readonly description: string;
  readonly hint?: string;
}

/** An option that has to be given. */
export function required<T>(option: Option<T | undefined>): Option<T> {
  return {
    ...option,
    required: true,
    parse(text) {
      if (text === undefined || text.trim() === '') return { ok: false, problem: 'is required' };
      const parsed = option.parse(text);
      if (!parsed.ok) return parsed;
      return parsed.value === undefined ? { ok: false, problem: 'is required' } : { ok: true, value: parsed.value };
    },
  };
}

export function text({
  description,
  hint = 'TEXT',
  completes,
}: Described & { readonly completes?: Completion }): Option<string | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'text',
    ...(completes === undefined ? {} : { completes }),
    parse: (given) => ({ ok: true, value: given?.trim() || undefined }),
  };
}

export function integer({
  description,
  hint = 'N',
  min,
  max,
}: Described & { readonly min: number; readonly max: number }): Option<number | undefined> {
  return {
    description,
    hint,
    min,
    max,
    required: false,
    kind: 'integer',
    parse(given) {
      if (given === undefined) return { ok: true, value: undefined };
      const value = /^\d{1,15}$/.test(given.trim()) ? Number(given) : Number.NaN;
      if (value >= min && value <= max) return { ok: true, value };
      return { ok: false, problem: `takes a whole number from ${min} to ${max}, not "${given}"` };
    },
  };
}

export function flag({ description }: Described): Option<boolean> {
  return {
    description,
    hint: '',
    required: false,
    kind: 'flag',
    parse(given) {
      const word = given?.trim().toLowerCase();
      if (word === undefined || ['false', 'no', 'off'].includes(word)) return { ok: true, value: false };
      if (['', 'true', 'yes', 'on'].includes(word)) return { ok: true, value: true };
      return { ok: false, problem: `is yes or no, not "${given}"` };
    },
  };
}

/** One of a few words. */
export function choice<const Word extends string>({
  description,
  of,
}: Described & { readonly of: readonly Word[] }): Option<Word | undefined> {
  return {
    description,
    hint: of.join('|'),
    required: false,
    kind: 'text',
    choices: of,
    parse(given) {
      const word = given?.trim().toLowerCase();
      if (word === undefined || word === '') return { ok: true, value: undefined };
      const value = of.find((one) => one === word);
      return value === undefined
        ? { ok: false, problem: `is one of ${of.join(', ')}, not "${given}"` }
        : { ok: true, value };
    },
  };
}

/** A channel of the server, by its Discord id. */
export function channel({ description, hint = 'CHANNEL' }: Described): Option<string | undefined> {
  return {
    description,
    hint,
    required: false,
    kind: 'channel',
    parse(given) {
      const word = given?.trim();
      if (word === undefined || word === '') return { ok: true, value: undefined };
      const id = /^(?:<#)?(\d{17,20})>?$/.exec(word)?.[1];
      if (id !== undefined) return { ok: true, value: id };
      return {
        ok: false,
        problem: `takes the id of a channel (in Discord: Developer Mode, Copy Channel ID), not "${word}"`,
      };
    },
  };
}

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
