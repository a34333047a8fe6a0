import { FULL_SHARE, matchPassage, readPassage, type Match, type PassageFields, type Term } from './matching.ts';
import { nameBonus } from './names.ts';

/** Putting found passages in order. Pure; knows no database. */

export interface Candidate extends PassageFields {
  readonly id: number;
  readonly pageId: number;
  /** Its place on its page, from 0. */
  readonly ordinal: number;
}

/** The question as ranking sees it. */
export interface Asked {
  readonly query: string;
  /** Content words, in lower case, misspelt ones repaired. */
  readonly words: readonly string[];
  /** Names of the technical kind, as they were written. */
  readonly names: readonly string[];
  readonly terms: readonly Term[];
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  /** The stems of its text in order. */
  readonly words: readonly string[];
  readonly match: Match;
  readonly score: number;
}

/** What closeness of the words counts, and what the whole page's match does beside the passage's own. */
const NEARNESS_SHARE = 0.3;
const PAGE_SHARE = 0.5;
/** What each better passage of the same page takes from a passage's score, so that one page does not fill the list. */
const CROWDING = 0.03;

/** The candidates best first; scores of one question are comparable, 1 is about a full match. */
export function rank<C extends Candidate>(candidates: readonly C[], asked: Asked): readonly Ranked<C>[] {
  const read = candidates.map((candidate) => ({ candidate, passage: readPassage(candidate) }));
  const usualLength = sum(read.map(({ passage }) => passage.text.length)) / candidates.length || 1;
  const matched = read.map(({ candidate, passage }) => ({
    candidate,
    words: passage.text,
    match: matchPassage(passage, asked.terms, usualLength),
  }));
  const pages = bestSharesByPage(matched);
  const full = sum(asked.terms.map(({ weight }) => weight)) * FULL_SHARE || 1;
  const scored = matched
    .map(({ candidate, words, match }) => {
      const own = sum(match.shares) + NEARNESS_SHARE * match.nearness;
      const page = PAGE_SHARE * sum(pages.get(candidate.pageId) ?? []);
      return { candidate, words, match, score: (own + page) / full + nameBonus(candidate, asked) };
    })
    .toSorted(bestFirst);
  return spread(scored);
}

function bestFirst(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  return b.score - a.score || a.candidate.id - b.candidate.id;
}

/** Holds back the further passages of a page, the more of them stand before. */
function spread<C extends Candidate>(ranked: readonly Ranked<C>[]): readonly Ranked<C>[] {
  const before = new Map<number, number>();
  return ranked
    .map((each) => {
      const { pageId } = each.candidate;
      const count = before.get(pageId) ?? 0;
      before.set(pageId, count + 1);
      return { ...each, score: each.score * (1 - CROWDING) ** count };
    })
    .toSorted(bestFirst);
}

/** Of each page, the best that any of its passages has for each term. */
function bestSharesByPage(
  matched: readonly { readonly candidate: Candidate; readonly match: Match }[],
): ReadonlyMap<number, readonly number[]> {
  const pages = new Map<number, readonly number[]>();
  for (const { candidate, match } of matched) {
    const best = pages.get(candidate.pageId) ?? [];
    pages.set(
      candidate.pageId,
      match.shares.map((share, index) => Math.max(share, best[index] ?? 0)),
    );
  }
  return pages;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
