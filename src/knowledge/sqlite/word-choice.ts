import type { Database } from 'better-sqlite3';
import { seenPassage, type Scope } from './bindings.ts';
import type { AskedWord } from '../evidence.ts';
import { inManualWords } from '../idioms.ts';
import { anyOf, contentWords, ordinaryWords, tellsLittle } from '../query.ts';
import { pieceShares } from '../segments.ts';
import { allowedEdits, isSlip, isSwap, nearestWords } from '../spelling.ts';

/** Misspelt words of one question that are looked up; each costs a look at part of the vocabulary. */
const MOST_REPAIRS = 8;
/** What a word that tells little counts of what its rarity says. */
const WEAK_SHARE = 0.4;
/** Passages counted of a word; what stands in more of them is common in any guild. */
const COUNTED = 20_000;

/** Finds out what each word of a question is worth in this guild, and what it means when it is misspelt. */
export function prepareWordChoice(db: Database): (question: string, scope: Scope) => readonly AskedWord[] {
  const total = prepareTotal(db);
  const inVocabulary = db.prepare<[string], number>('SELECT passages FROM vocabulary WHERE word = ?').pluck();
  const counted = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM word_index WHERE word_index MATCH ? LIMIT ?)',
    )
    .pluck();
  const beginningWith = db
    .prepare<[string, string, number, number], string>(
      'SELECT word FROM vocabulary WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const endingIn = db
    .prepare<[string, number, number], string>(
      'SELECT word FROM vocabulary WHERE ending = ? AND length(word) BETWEEN ? AND ?',
    )
    .pluck();
  const mostUsed = db
    .prepare<[string], string>(
      `SELECT word FROM vocabulary WHERE word IN (SELECT value FROM json_each(?)) ORDER BY passages DESC, word`,
    )
    .pluck();
  const seen = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM word_index w WHERE word_index MATCH ? AND ${seenPassage('w.rowid')} LIMIT 1`,
    )
    .pluck();

  /** A word that stands only in what is out of scope is as unknown as one that stands nowhere. */
  const isSeen = (word: string, scope: Scope): boolean =>
    scope === null || seen.get(anyOf([word]), scope) !== undefined;
  const frequency = (word: string, scope: Scope): number => {
    if (!isSeen(word, scope)) return 0;
    const known = inVocabulary.get(word) ?? 0;
    return known > COUNTED ? known : (counted.get(anyOf([word]), COUNTED) ?? 0);
  };
  /** One slip leaves the beginning right or the ending; of a longer beginning there are fewer words to compare. */
  const nearest = (word: string, scope: Scope): string | undefined => {
    const edits = allowedEdits(word);
    if (edits === 0) return undefined;
    const beginning = word.slice(0, word.length < 6 ? 1 : 2);
    const [least, most] = [word.length - edits, word.length + edits];
    const alike = [
      ...beginningWith.all(beginning, `${beginning}\u{10FFFF}`, least, most),
      ...endingIn.all(word.slice(-2), least, most),
    ];
    const found = mostUsed.all(JSON.stringify(nearestWords(word, new Set(alike))));
    // Fingers swap letters more often than they miss one.
    const likelyFirst = [...found.filter((used) => isSwap(word, used)), ...found];
    return likelyFirst.find((used) => isSeen(used, scope));
  };

  return (asIs, scope) => {
    const question = inManualWords(asIs, (word) => frequency(word, scope) > 0);
    const ordinary = ordinaryWords(question);
    const isWeak = tellsLittle(question);
    const passages = total();
    const shareOf = pieceShares(question);
    let repairs = 0;
    return contentWords(question).map((asked) => {
      const count = frequency(asked, scope);
      const used = count > 0 || ++repairs > MOST_REPAIRS ? asked : (nearest(asked, scope) ?? asked);
      const found = used === asked ? count : frequency(used, scope);
      const rarity = Math.log(1 + (passages - found + 0.5) / (found + 0.5));
      const certain = used === asked || isSlip(asked, used);
      const weight = rarity * (isWeak(asked) || (certain && isWeak(used)) ? WEAK_SHARE : 1) * shareOf(asked);
      return { asked, used, certain, isOrdinary: ordinary.has(asked), passages: found, weight };
    });
  };
}

/** How many passages there are; counted again when there are new ones, which costs milliseconds in a large guild. */
export function prepareTotal(db: Database): () => number {
  const newest = db.prepare<[], number | null>('SELECT max(id) FROM passages').pluck();
  const counted = db.prepare<[], number>('SELECT count(*) FROM passages').pluck();
  let known = { newest: -1, count: 0 };
  return () => {
    const last = newest.get() ?? 0;
    if (known.newest !== last) known = { newest: last, count: counted.get() ?? 0 };
    return known.count;
  };
}
