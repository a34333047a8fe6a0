import { sentencesOf } from './sentences.ts';

/** Whether a sentence says that something is, or that it is not. English, where both are easily told apart. Pure. */

const NEGATION = /\b(?:not|never|none|nobody|nothing|neither|nor|no|cannot|without|unable|impossible)\b|n['’]t\b/iu;

export function isNegated(sentence: string): boolean {
  return NEGATION.test(sentence);
}

/** A sentence of a passage is about the same as a claim when it has this part of the claim's words. */
const SAME = 0.6;

/**
 * Whether a claim says the opposite of what it cites: every sentence there that is about the same says it the other way
 * round. `shareOf` tells which part of the claim's words a sentence has.
 */
export function isTurnedRound(claim: string, text: string, shareOf: (sentence: string) => number): boolean {
  const same = sentencesOf(text).filter((sentence) => shareOf(sentence) >= SAME);
  return same.length > 0 && same.every((sentence) => isNegated(sentence) !== isNegated(claim));
}
