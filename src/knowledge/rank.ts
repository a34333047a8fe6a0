import { directionOf, directionOfText, closeness, type LatentSpace } from './latent.ts';
import { asksForOverview, linkedShare } from './link-lists.ts';
import {
  FULL_SHARE,
  matchPassage,
  readPassage,
  subjectStems,
  type Match,
  type PassageFields,
  type Term,
} from './matching.ts';
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
  /** How the guild's pages use words; null while that is not learnt. */
  readonly latent: LatentSpace | null;
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  /** The stems of its text in order. */
  readonly words: readonly string[];
  readonly match: Match;
  readonly score: number;
}

/** What closeness of the words counts, and what the whole page's match does beside the passage's own. */
const NEARNESS_SHARE = 0.6;
const PAGE_SHARE = 0.1;
/** What it counts that a passage is about the same, whichever words it uses. */
const LATENT_SHARE = 0.2;
/** Passages that are compared so; it takes time, and what is further down does not come up any more. */
const COMPARED = 50;
/** What a passage loses that is nothing but links, and from which share of its text on it begins to lose. */
const LINKS_LOSS = 0.6;
const LINKS_FROM = 0.3;
/** What next to no text loses; a passage of so many words loses about a third of that. */
const SHORT_LOSS = 0.4;
const SHORT = 25;
/** What each better passage of the same page takes from a passage's score, so that one page, or one series, does not fill the list. */
const CROWDING = 0.05;

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
  const substance = prepareSubstance(asked);
  const scored = matched
    .map(({ candidate, words, match }) => {
      const own = sum(match.shares) + NEARNESS_SHARE * match.nearness;
      const page = PAGE_SHARE * sum(pages.get(candidate.pageId) ?? []);
      const score = ((own + page) / full) * substance(candidate, words) + nameBonus(candidate, asked);
      return { candidate, words, match, score };
    })
    .toSorted(bestFirst);
  return spread(byMeaning(scored, asked));
}

/** The best by their words, in the order that comes out when it counts what they are about, too. */
function byMeaning<C extends Candidate>(ranked: readonly Ranked<C>[], asked: Asked): readonly Ranked<C>[] {
  const isAbout = prepareLatent(asked);
  if (isAbout === null) return ranked;
  return ranked
    .map((each, place) => {
      if (place >= COMPARED) return each;
      return { ...each, score: each.score + LATENT_SHARE * isAbout(each.candidate, each.words) };
    })
    .toSorted(bestFirst);
}

/** How near a passage comes to the question by the way its words are used, from -1 to 1; null when that is not known. */
function prepareLatent({ latent, terms }: Asked): ((candidate: Candidate, words: readonly string[]) => number) | null {
  if (latent === null) return null;
  const weighted = terms.flatMap(({ stems, weight }) => stems.map((each): [string, number] => [each, weight]));
  const sought = directionOf(latent, weighted);
  if (sought === null) return null;
  return (candidate, words) => {
    const direction = directionOfText(latent, subjectStems(candidate, words));
    return direction === null ? 0 : closeness(sought, direction);
  };
}

/** What is left of a passage's score when it is a list of links, or hardly a text at all; 1 is everything. */
function prepareSubstance({ query }: Asked): (candidate: Candidate, words: readonly string[]) => number {
  const isOverview = asksForOverview(query);
  return ({ text }, words) => {
    const excess = isOverview ? 0 : Math.max(0, linkedShare(text) - LINKS_FROM) / (1 - LINKS_FROM);
    return (1 - LINKS_LOSS * excess) * (1 - SHORT_LOSS * Math.exp(-words.length / SHORT));
  };
}

/** Places from which on the order within one list hardly matters (reciprocal rank fusion's k). */
const FLAT_AFTER = 60;

/** The order by words fused with another list of passages, the best first. A passage that leads both scores 1. */
export function withNear<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  near: readonly number[],
): readonly Ranked<C>[] {
  if (near.length === 0) return ranked;
  const places = new Map(near.map((id, place) => [id, place]));
  const worth = (place: number | undefined): number =>
    place === undefined ? 0 : (FLAT_AFTER + 1) / (FLAT_AFTER + 1 + place) / 2;
  return ranked
    .map((each, place) => ({ ...each, score: worth(place) + worth(places.get(each.candidate.id)) }))
    .toSorted(bestFirst);
}

function bestFirst(a: Ranked<Candidate>, b: Ranked<Candidate>): number {
  return b.score - a.score || a.candidate.id - b.candidate.id;
}

/** Holds back the further passages of a page, and those of like name on other pages, the more of them stand before. */
function spread<C extends Candidate>(ranked: readonly Ranked<C>[]): readonly Ranked<C>[] {
  const before = new Map<number | string, number>();
  const next = (key: number | string): number => {
    const count = before.get(key) ?? 0;
    before.set(key, count + 1);
    return count;
  };
  return ranked
    .map((each) => {
      const series = seriesOf(each.candidate.headings.at(-1) ?? '');
      const count = next(each.candidate.pageId) + (series === null ? 0 : next(series));
      return { ...each, score: each.score * (1 - CROWDING) ** count };
    })
    .toSorted(bestFirst);
}

/** What headings have in common that differ in numbers alone, as those of release notes do; null for one without any. */
function seriesOf(heading: string): string | null {
  const name = heading.replace(/^[A-Z\d.]*\d\.?\s/, '');
  return /\d/.test(name) ? name.replace(/\d+(?:\.\d+)*/g, '#') : null;
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
