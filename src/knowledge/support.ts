import { FULL_SHARE, type Match } from './matching.ts';
import { pieceSizeOf } from './segments.ts';

/** How much of a question's meaning one passage holds, and how much of it has to be held by one. Pure. */

/** Passages among which one is looked for that supports an answer. */
const LOOKED_AT = 10;
/**
 * What is needed, learnt from 5,500 questions asked where their answer stands and 3,200 asked elsewhere. Among many
 * passages one says some of the words by chance: the needed share grows with the logarithm of their number, from none in
 * a guild of a page or two up to the most, that of words in one of 3,000 passages.
 */
const NEEDED_PER_LOG = 0.077;
const NEEDED_FROM = 2.78;
/** By the size of the pieces that the index has of a question, 1 for words: pieces across words mostly stand nowhere. */
const MOST_NEEDED: Readonly<Record<1 | 2 | 3, number>> = { 1: 0.4, 2: 0.105, 3: 0.2 };

/**
 * How much of the question the passage that holds most of it holds: what it says of each word, or of one that means the
 * same, in its text, headings or title, and how near the words stand to each other, as a share of what all words of the
 * question weigh together, unknown ones too (`weight`). About 1 for a passage that says all of it.
 */
export function supportOf(question: string, ranked: readonly { readonly match: Match }[], weight: number): number {
  if (weight === 0) return 0;
  // Two words near each other come as so many pairs of pieces, and those of one word always stand near each other.
  const nearShare = 1 / pieceSizeOf(question) ** 2;
  const supports = ranked.slice(0, LOOKED_AT).map(({ match: { shares, nearness } }) => {
    const said = shares.reduce((total, share) => total + share, 0) / FULL_SHARE;
    return (said + nearShare * nearness) / weight;
  });
  return Math.max(0, ...supports);
}

/** The support without which a question is not answered from so many passages. */
export function neededSupport(question: string, passages: number): number {
  const grown = NEEDED_PER_LOG * (Math.log(passages + 1) - NEEDED_FROM);
  return Math.min(MOST_NEEDED[pieceSizeOf(question)], Math.max(0, grown));
}
