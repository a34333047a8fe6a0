import { wordsOf } from './words.ts';

/** Passages that are asked for by name: a section's heading, a page's title. Pure. */

/** Above all that words can give: what is asked for is this section's very name. */
const CERTAIN = 10;
const NAMED = 0.16;

interface Named {
  readonly title: string;
  readonly headings: readonly string[];
  readonly ordinal: number;
}

interface Question {
  readonly query: string;
  readonly words: readonly string[];
  readonly names: readonly string[];
}

/**
 * What the passage's title and heading add to its score. The query being exactly a section's name, or a page's, puts
 * that first; a technical name within a longer question, or a title all of whose words were asked for, lifts it.
 */
export function nameBonus(passage: Named, asked: Question): number {
  const heading = nameOf(passage.headings.at(-1) ?? '');
  const title = nameOf(mainTitle(passage.title));
  const opensPage = passage.ordinal === 0;
  const query = nameOf(asked.query);
  if (query !== '' && heading === query) return CERTAIN + (opensPage ? NAMED : 0);
  if (query !== '' && title === query && opensPage) return CERTAIN;
  const named = asked.names.some((name) => nameOf(name) === heading || (opensPage && nameOf(name) === title));
  if (named) return NAMED;
  return saysAll(title, asked.words) ? NAMED / 2 : 0;
}

/** Whether all words of the title are among those asked for; a title of one word is said too easily by chance. */
function saysAll(title: string, words: readonly string[]): boolean {
  const needed = wordsOf(title);
  return needed.length > 1 && needed.every((word) => words.includes(word));
}

/** A heading, title or query as a name: lower case, without number, arguments, quotes, permalinks and punctuation. */
function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s*\(.*$/su, '')
    .replace(/^[\s`'"“”*]+|[\s`'"“”*¶#?!.:]+$/gu, '')
    .replace(/^(?:chapter\s+|appendix\s+)?(?:[a-z]\.)?[\d.]*\d\.?\s+/u, '')
    .replace(/^(?:class|function|method|module)\s+/u, '')
    .replace(/\s+/gu, ' ');
}

/** A title without the site's name: `SELECT — Manual 15` is about SELECT. */
function mainTitle(title: string): string {
  return title.split(/\s+[—–|·»-]\s+/u)[0] ?? title;
}
