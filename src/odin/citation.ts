import { addressOf, type GivenPassage } from './given-passage.ts';

/** What a number in an answer stands for. */
export interface Citation {
  /** As `[n]` in the text. */
  readonly n: number;
  readonly pageId: number;
  /** Page and place on it. */
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly fetchedAt: Date;
  /** Said by the server's team, no page says it. */
  readonly taught: boolean;
}

/** The evidence with these numbers, numbered anew from 1 in that order. */
export function citationsOf(evidence: readonly GivenPassage[], cited: readonly number[]): readonly Citation[] {
  return cited.flatMap((wanted, index) => {
    const found = evidence.find(({ n }) => n === wanted);
    if (found === undefined) return [];
    const { pageId, title, headings, fetchedAt, taught } = found;
    return [{ n: index + 1, pageId, url: addressOf(found), title, headings, fetchedAt, taught }];
  });
}
