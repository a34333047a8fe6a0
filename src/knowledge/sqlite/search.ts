import type { Database } from 'better-sqlite3';
import type { AskedWord } from '../evidence.ts';
import { stemsOf, stemsOfAsked, type Term } from '../matching.ts';
import { allOf, anyOf, inHeadings, isMessage, keywords, technicalNames } from '../query.ts';
import { withoutCopies, type Worded } from '../near-copies.ts';
import { rank, withNear, type Candidate, type Ranked } from '../rank.ts';
import type { FoundPassage, Retrieval } from '../store.ts';
import { relatedWords } from '../synonyms.ts';
import { folded } from '../words.ts';
import { neededSupport, supportOf } from '../support.ts';
import { synonymsOf } from '../wordnet/wordnet.ts';
import { seenPassage, type Scope } from './bindings.ts';
import type { Latent } from './latent.ts';
import { isPiece } from '../segments.ts';
import { prepareSegments } from './segments.ts';
import { prepareTotal, prepareWordChoice } from './word-choice.ts';

/** The best passages in scope for a person's words, best first, and what they are worth. Never throws on any input. */
export type Search = (sought: Sought) => Retrieval;

export interface Sought {
  readonly question: string;
  readonly limit: number;
  readonly scope: Scope;
  /** Passages in scope that another way has found, the best first: by their vectors. */
  readonly near: readonly number[];
}

/** Passages that are read and ranked, of each way to find them. */
const DEPTH = 60;
const NAMED_DEPTH = 20;
/** A related word in more than this share of the passages tells little. */
const COMMON_SHARE = 0.1;
/** In a small guild every word of its subject is common: below so many passages none is. */
const COMMON_AT_LEAST = 50;
/**
 * Passages that the index ranks for one question, each as often as it has one of the words: about 8 ms. What the words
 * beyond that would tell is seen when the best are read.
 */
const RANKED_AT_ONCE = 6_000;
/** Longer questions are no section's name. */
const LONGEST_NAME = 60;
/** Passages among which one is looked for that covers the question. */
const COVERING = 10;

/** Prepares the statements on one open guild file. */
export function prepareSearch(db: Database, latent: Pick<Latent, 'current'>): Search {
  const choose = prepareWordChoice(db);
  const find = prepareFinding(db);
  const candidatesOf = prepareCandidates(db);
  const segmentsOf = prepareSegments(db);
  const total = prepareTotal(db);

  return ({ question, limit, scope, near }) => {
    const words = choose(question, scope);
    const needed = neededSupport(question, total());
    if (words.length === 0 || limit < 1)
      return { passages: [], evidence: { words, unseenNames: [], coverage: 0, support: 0, needed } };
    const names = technicalNames(question);
    const asked = {
      query: question,
      words: words.map(({ used }) => used),
      names,
      terms: words.filter(({ passages }) => passages > 0).map((word) => termOf(word, question)),
      latent: latent.current(),
    };
    const sought = question.length > LONGEST_NAME ? names : [question, ...names];
    const candidates = candidatesOf(new Set([...find(words, sought, scope), ...near]));
    const ranked = withNear(rank(candidates, asked), near);
    const unseenNames = keywords(question).filter((name) => {
      const meant = inCapitals(name, words);
      return !ranked.some(({ candidate }) => says(candidate, meant));
    });
    const judged = [...words.filter(({ asked: word }) => !isPiece(word)), ...segmentsOf(question, scope)];
    return {
      passages: withoutCopies(ranked.map(foundPassage), limit).map(({ passage }) => passage),
      evidence: {
        words: judged,
        unseenNames,
        coverage: coverageOf(ranked, asked.terms, words),
        support: supportOf(question, ranked, weightOf(words)),
        needed,
        ...(isMessage(question) ? { isMessage: true } : {}),
      },
    };
  };
}

function termOf({ used, weight }: AskedWord, question: string): Term {
  return {
    stems: stemsOfAsked(used, question),
    related: relatedWords(used).flatMap(stemsOf),
    distant: synonymsOf(used).flatMap(stemsOf),
    weight,
  };
}

/** A keyword as it is meant: repaired where it is surely misspelt. */
function inCapitals(name: string, words: readonly AskedWord[]): string {
  const word = words.find(({ asked }) => asked === folded(name));
  return word !== undefined && word.certain && word.used !== word.asked ? word.used.toUpperCase() : name;
}

function says({ title, headings, text }: Candidate, name: string): boolean {
  return [title, ...headings, text].some((field) => field.includes(name));
}

function coverageOf(ranked: readonly Ranked<Candidate>[], terms: readonly Term[], words: readonly AskedWord[]): number {
  const covered = ranked
    .slice(0, COVERING)
    .map(({ match }) => weightOf(terms.filter((_, index) => match.has[index] === true)));
  return Math.max(0, ...covered) / (weightOf(words) || 1);
}

function weightOf(words: readonly { readonly weight: number }[]): number {
  return words.reduce((total, { weight }) => total + weight, 0);
}

/** Ids of passages that have some of the words, as many as can be afforded with the rarest first, or one of the names. */
function prepareFinding(
  db: Database,
): (words: readonly AskedWord[], names: readonly string[], scope: Scope) => ReadonlySet<number> {
  const total = prepareTotal(db);
  const inVocabulary = db.prepare<[string], number>('SELECT passages FROM vocabulary WHERE word = ?').pluck();
  const list = prepareList(db);
  const relatedTo = (word: string): Word[] =>
    relatedWords(word).map((used) => ({ used, passages: inVocabulary.get(used) ?? 0 }));
  /** The passages that have all words, or else all but the one that tells least: few, wherever in the guild they stand. */
  const together = (words: readonly AskedWord[], scope: Scope): readonly number[] => {
    const known = words
      .filter(({ used, passages }) => passages > 0 && !isPiece(used))
      .toSorted((a, b) => b.weight - a.weight)
      .map(({ used }) => used);
    const having = (words: readonly string[]): readonly number[] =>
      words.length > 1 ? list(allOf(words), DEPTH, scope) : [];
    const all = having(known);
    return all.length > 0 ? all : having(known.slice(0, -1));
  };

  return (words, names, scope) => {
    const common = Math.max(total() * COMMON_SHARE, COMMON_AT_LEAST);
    const chosen = affordable(words, RANKED_AT_ONCE);
    const left = RANKED_AT_ONCE - passagesOf(chosen);
    const related = affordable(
      chosen.flatMap(({ used }) => relatedTo(used)).filter(({ passages }) => passages > 0 && passages <= common),
      left,
    );
    const asMatch = (words: readonly Word[]): string => anyOf(words.map(({ used }) => used));
    const ids = new Set(list(asMatch(chosen), DEPTH, scope));
    if (related.length > 0 && passagesOf(related) <= left)
      for (const id of list(asMatch([...chosen, ...related]), DEPTH, scope)) ids.add(id);
    if (passagesOf(words) > RANKED_AT_ONCE) for (const id of together(words, scope)) ids.add(id);
    for (const name of names) {
      const match = inHeadings(name);
      if (match !== '') for (const id of list(match, NAMED_DEPTH, scope)) ids.add(id);
    }
    return ids;
  };
}

/**
 * The best passages of the index in scope, among the first that match as many as can be ranked: a word in the headings of
 * half a large guild took 75 ms. What is out of scope must not take the place of what is in.
 */
function prepareList(db: Database): (match: string, most: number, scope: Scope) => readonly number[] {
  const best = (condition: string): string => `
    SELECT id FROM (
      SELECT w.rowid AS id, w.rank AS worth FROM word_index w WHERE word_index MATCH ? ${condition} LIMIT ${RANKED_AT_ONCE}
    ) ORDER BY worth LIMIT ?`;
  const all = db.prepare<[string, number], number>(best('')).pluck();
  const seen = db.prepare<[string, string, number], number>(best(`AND ${seenPassage('w.rowid')}`)).pluck();
  return (match, most, scope) => (scope === null ? all.all(match, most) : seen.all(match, scope, most));
}

type Word = Pick<AskedWord, 'used' | 'passages'>;

/** The rarest words that together stand in so many passages at most, but one in any case. */
function affordable<W extends Word>(words: readonly W[], most: number): readonly W[] {
  const rarestFirst = words.toSorted((a, b) => a.passages - b.passages);
  let spent = 0;
  return rarestFirst.filter(({ passages }, index) => {
    spent += passages;
    return index === 0 || spent <= most;
  });
}

function passagesOf(words: readonly Word[]): number {
  return words.reduce((total, { passages }) => total + passages, 0);
}

interface CandidateRow {
  readonly id: number;
  readonly pageId: number;
  readonly ordinal: number;
  readonly url: string;
  readonly anchor: string | null;
  readonly title: string;
  readonly headings: string;
  readonly text: string;
  readonly fetchedAt: number;
  readonly aiInput: number;
}

interface FoundCandidate extends Candidate, Pick<FoundPassage, 'url' | 'anchor' | 'fetchedAt' | 'aiInput'> {}

/** What stands behind ids; passages whose page is gone are still in the index until their slice, and are left out. */
function prepareCandidates(db: Database): (ids: ReadonlySet<number>) => readonly FoundCandidate[] {
  const rows = db.prepare<[string], CandidateRow>(
    `SELECT x.id, x.page_id AS pageId, x.ordinal, p.url, x.anchor, p.title, x.headings, x.text,
            p.fetched_at AS fetchedAt, p.ai_input AS aiInput
     FROM json_each(?) AS wanted JOIN passages x ON x.id = wanted.value JOIN pages p ON p.id = x.page_id`,
  );
  return (ids) =>
    rows.all(JSON.stringify([...ids])).map((row) => {
      const headings: readonly string[] = JSON.parse(row.headings);
      return { ...row, headings, fetchedAt: new Date(row.fetchedAt), aiInput: row.aiInput === 1 };
    });
}

interface FoundWithWords extends Worded {
  readonly passage: FoundPassage;
}

function foundPassage({ candidate, words, score }: Ranked<FoundCandidate>): FoundWithWords {
  const { url, fetchedAt } = candidate;
  return { words, url, fetchedAt, passage: { ...candidate, score } };
}
