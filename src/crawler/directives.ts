import type { HeaderLines } from '../fetch/outcome.ts';
import type { Link, RobotsMeta } from '../page/page.ts';
import { readLastmod } from './lastmod.ts';

/** What a page asks of a crawler: not to be stored, not to have its links followed. */
export interface Directives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Names that address us: our own, and those that stand for everyone (some sites write `robots:` in a header). */
const OUR_NAMES: ReadonlySet<string> = new Set(['heimdallbot', 'robots', '*']);

/** Directives that carry a value behind a colon, and so look like an agent's prefix. */
const VALUED: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
]);

const UNFOLLOWED_RELS: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored']);

/** Whether a link may be followed, as far as its own `rel` goes (rule 5.4). */
export function mayFollow(link: Link): boolean {
  return !link.rel.some((word) => UNFOLLOWED_RELS.has(word));
}

/**
 * The most restrictive of all that a page's metas and `X-Robots-Tag` lines say to us (rule 5.5). Header lines must not
 * have been joined: an agent's prefix counts to the end of its line.
 */
export function directivesOf(metas: readonly RobotsMeta[], headers: HeaderLines, now: Date): Directives {
  const words = new Set<string>();
  for (const { name, content } of metas) {
    if (OUR_NAMES.has(name.toLowerCase())) addDirectives(words, itemsOf(content), now);
  }
  for (const [name, value] of headers) {
    if (name.toLowerCase() === 'x-robots-tag') addDirectives(words, addressedToUs(itemsOf(value)), now);
  }
  const none = words.has('none');
  return { noindex: none || words.has('noindex'), nofollow: none || words.has('nofollow') };
}

/** The items between the commas, in lower case. The comma behind a weekday belongs to a date, not between two items. */
function itemsOf(value: string): string[] {
  const items: string[] = [];
  for (const part of value.toLowerCase().split(',')) {
    const last = items.at(-1);
    if (last !== undefined && /^unavailable_after:\s*[a-z]+$/.test(withoutAgent(last))) {
      items[items.length - 1] = `${last},${part}`;
    } else items.push(part.trim());
  }
  return items;
}

/** Leaves out the items behind another agent's prefix, up to the next prefix. Items before any prefix are for all. */
function addressedToUs(items: readonly string[]): string[] {
  let ours = true;
  const kept: string[] = [];
  for (const item of items) {
    const directive = withoutAgent(item);
    // `HeimdallBot/2.0: noindex` means us too: the token ends where its version begins.
    if (directive !== item) ours = OUR_NAMES.has(item.slice(0, item.indexOf(':')).replace(/\/.*$/s, '').trim());
    if (ours) kept.push(directive);
  }
  return kept;
}

/** An item without the agent it is addressed to, if it is: `otherbot: noindex`. */
function withoutAgent(item: string): string {
  const colon = item.indexOf(':');
  if (colon === -1 || VALUED.has(item.slice(0, colon).trim())) return item;
  return item.slice(colon + 1).trim();
}

/** Adds the words of each item (blanks part words too, as many write them); a date that has passed adds `noindex`. */
function addDirectives(words: Set<string>, items: readonly string[], now: Date): void {
  for (const item of items) {
    const [name, value] = splitValue(item);
    if (name === 'unavailable_after') {
      const until = readLastmod(value);
      if (until !== null && new Date(until) < now) words.add('noindex');
    } else for (const word of item.split(/[\s;]+/)) words.add(word);
  }
}

function splitValue(item: string): [string, string] {
  const colon = item.indexOf(':');
  return colon === -1 ? [item, ''] : [item.slice(0, colon).trim(), item.slice(colon + 1).trim()];
}
