import { wordsOf } from './words.ts';

/** Putting found passages in order. Pure; knows no database. */

/** Reciprocal rank fusion: how much less the first ranks tell apart than their numbers (Cormack et al., 2009). */
const FUSION_K = 60;

/** What of a passage counts beside its place in the lists. */
export interface Candidate {
  readonly id: number;
  readonly title: string;
  readonly headings: readonly string[];
  /** Its place on its page, from 0. */
  readonly ordinal: number;
}

/** Fuses ranked lists of ids into one score each: the sum of 1 / (k + rank), rank from 1. */
export function fuse(lists: readonly (readonly number[])[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const list of lists) {
    for (const [index, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_K + index + 1));
  }
  return scores;
}

/** The question as ranking sees it. */
export interface Asked {
  readonly query: string;
  /** Content words, in lower case. */
  readonly words: readonly string[];
  readonly names: readonly string[];
}

/** First place in one list more. */
const ONE_LIST = 1 / (FUSION_K + 1);
/** Above all that lists can give: what is asked for is this section's very name. */
const CERTAIN = 1;

/**
 * What the passage's title and heading add to its score. The query being exactly a section's name, or a page's, puts
 * that first; a technical name within a longer question, or a title all of whose words were asked for, lifts it.
 */
export function nameBonus(candidate: Candidate, asked: Asked): number {
  const heading = nameOf(candidate.headings.at(-1) ?? '');
  const title = nameOf(mainTitle(candidate.title));
  const opensPage = candidate.ordinal === 0;
  const query = nameOf(asked.query);
  if (query !== '' && heading === query) return CERTAIN + (opensPage ? ONE_LIST : 0);
  if (query !== '' && title === query && opensPage) return CERTAIN;
  const named = asked.names.some((name) => nameOf(name) === heading || (opensPage && nameOf(name) === title));
  if (named) return ONE_LIST;
  return saysAll(title, asked.words) ? ONE_LIST / 2 : 0;
}

/** Whether all words of the title are among those asked for; a title of one word is said too easily by chance. */
function saysAll(title: string, words: readonly string[]): boolean {
  const needed = wordsOf(title);
  return needed.length > 1 && needed.every((word) => words.includes(word));
}

/** A heading, title or query as a name: lower case, without arguments, quotes, permalinks and closing punctuation. */
function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s*\(.*$/su, '')
    .replace(/^[\s`'"“”*]+|[\s`'"“”*¶#?!.:]+$/gu, '')
    .replace(/^(?:[\d.]+\s+)?(?:class|function|method|module)\s+/u, '')
    .replace(/\s+/gu, ' ');
}

/** A title without the site's name: `SELECT — Manual 15` is about SELECT. */
function mainTitle(title: string): string {
  return title.split(/\s+[—–|·»-]\s+/u)[0] ?? title;
}
