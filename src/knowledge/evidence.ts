import { STOP_WORDS, WEAK_WORDS } from './stop-words.ts';

/** What a search knows about how well it could answer a question. Plain data, and pure rules over it. */

/** One content word of a question, as it was looked for. */
export interface AskedWord {
  /** As it was asked, in lower case and without accents. */
  readonly asked: string;
  /** What was looked for: the same, or the nearest word of the guild's pages when this one is nowhere in them. */
  readonly used: string;
  /** False when `used` is only a guess: a short word, or one that differs by more than a slip of the fingers. */
  readonly certain: boolean;
  /** Written in small letters alone, as words are and names of products are not. */
  readonly isOrdinary: boolean;
  /** Passages that have `used` in any of its forms; 0 when it stands nowhere in the guild's pages. */
  readonly passages: number;
  /** Cut out of a run without spaces by a dictionary, or by rule of thumb: whether it is known is a weaker sign. */
  readonly isSegment?: true;
  /** How much the word tells (inverse document frequency): the rarer the more, an unknown one most of all. */
  readonly weight: number;
}

export interface Evidence {
  /** The question is a message that somebody met, as its first word in capitals and a colon say. */
  readonly isMessage?: true;
  /** The content words of the question in order, each once; none for a question without any. */
  readonly words: readonly AskedWord[];
  /** Keywords in capitals that no passage found has in capitals, as they were written. */
  readonly unseenNames: readonly string[];
  /** Weight of the words that the best covering passage has, as a share of the weight of all words. From 0 to 1. */
  readonly coverage: number;
  /** How much of the question one passage holds; 1 is about all of it (see `support.ts`). */
  readonly support: number;
  /** The support that an answer from so many passages needs. */
  readonly needed: number;
}

/** Numbers out of a pasted error message (a port, an address, a line) stand in no manual. */
const NUMBER = /^\d/;

/** Words of the question that stand nowhere in the guild's pages, as far as one can tell; such that tell little aside. */
export function unknownWords({ words }: Pick<Evidence, 'words'>): readonly string[] {
  const telling = words.filter((word) => !isWeak(word) && !NUMBER.test(word.asked));
  const unknown = telling.filter(({ passages, certain }) => passages === 0 || !certain);
  const segments = telling.filter(({ isSegment }) => isSegment === true).length;
  const unknownSegments = unknown.filter(({ isSegment }) => isSegment === true).length;
  // The dictionary cuts the same word one way here and another there; one that is missing says little.
  const isLost = unknownSegments > segments / 2;
  return unknown.filter(({ isSegment }) => isSegment !== true || isLost).map(({ asked }) => asked);
}

/** Whether a word tells little: it, what it was misspelt for, or what it is a form of ("nicer"; but "moon" is not "soon"). */
function isWeak({ asked, used, certain }: AskedWord): boolean {
  return WEAK_WORDS.has(asked) || (WEAK_WORDS.has(used) && (certain || asked.startsWith(used)));
}

/** Whether no word says what is asked for: "what time is it?". */
function saysNothing({ words }: Evidence): boolean {
  const isSaid = (word: AskedWord): boolean => !isWeak(word) && !(word.isOrdinary && STOP_WORDS.has(word.asked));
  return words.length > 0 && !words.some(isSaid);
}

/** Words taken for misspelt, each with the word that was looked for instead. */
export function repairedWords({ words }: Pick<Evidence, 'words'>): readonly AskedWord[] {
  return words.filter(({ asked, used, certain }) => asked !== used && certain);
}

/** One unknown word of so many is forgiven when it is an ordinary one and a passage covers this much of the rest. */
const FORGIVEN_AMONG = 5;
const FORGIVEN_COVERAGE = 0.4;
/** Support with which one unknown ordinary word is forgiven among any number. */
const FORGIVEN_SUPPORT = 0.65;
/** How many times the needed support makes an answer sure enough to be given unasked. */
const SURE = 1.4;

interface Found {
  readonly passages: readonly unknown[];
  readonly evidence: Evidence;
}

/**
 * Whether the passages found can hold an answer (rule 10.1). A content word that the guild's pages know nothing of is the
 * best sign that they do not, above all a name; among many words one may be a figure of speech ("inserts crawl along").
 * Words that stand all over the pages say little as long as no passage brings them together.
 */
export function isAnswerable({ passages, evidence }: Found): boolean {
  if (passages.length === 0 || evidence.unseenNames.length > 0 || saysNothing(evidence)) return false;
  if (evidence.support < evidence.needed) return false;
  const unknown = unknownWords(evidence);
  if (unknown.length === 0) return true;
  // A message is quoted word for word: where a word of it stands nowhere, the message does not either.
  if (evidence.isMessage === true) return false;
  const isForgiven =
    (evidence.words.length >= FORGIVEN_AMONG && evidence.coverage >= FORGIVEN_COVERAGE) ||
    evidence.support >= FORGIVEN_SUPPORT;
  const isOrdinary = evidence.words.every((word) => word.isOrdinary || word.asked !== unknown[0]);
  return unknown.length === 1 && isOrdinary && isForgiven;
}

/** Whether they hold it so clearly that it can be told where nobody asked for it (rule 10.2): nothing is forgiven. */
export function isSurelyAnswerable(found: Found): boolean {
  const { evidence } = found;
  return isAnswerable(found) && unknownWords(evidence).length === 0 && evidence.support >= SURE * evidence.needed;
}
