import { searchable, withoutTargets } from './searchable.ts';
import { stem } from './stem.ts';
import { folded } from './words.ts';

/** How well one passage matches the words of a question: BM25 over its fields, and how close the words stand. Pure. */

/** One word of the question. */
export interface Term {
  /** The stems it comes to; of `max_connections` there are two. */
  readonly stems: readonly string[];
  /** Stems of words that mean about the same. */
  readonly related: readonly string[];
  /** Stems of words that mean the same in one of its general senses, which may not be the one meant here. */
  readonly distant: readonly string[];
  /** Inverse document frequency. */
  readonly weight: number;
}

export interface PassageFields {
  readonly title: string;
  /** Heading path, the section's own last. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** A passage cut into stems. */
export interface ReadPassage {
  readonly text: readonly string[];
  /** Title, the section's own heading, and those above it, with what a word in them counts. */
  readonly names: readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];
}

export interface Match {
  /** BM25 share of each term, in the order of the terms. */
  readonly shares: readonly number[];
  /** How close the different words stand to each other. */
  readonly nearness: number;
  /** Whether the passage has each term itself, not only a related word. */
  readonly has: readonly boolean[];
}

/** How soon more of the same word stops counting, and how much long passages are held back (BM25's k1 and b). */
const SATURATION = 2;
const LENGTH_SHARE = 0.75;
/** What one occurrence counts in the title, in the section's own heading and in those above it; 1 in the text. */
const TITLE_WEIGHT = 2;
const HEADING_WEIGHT = 1.5;
const PARENTS_WEIGHT = 1;
/** What a related word, and one of a general sense, counts of what the word itself does. */
const RELATED_SHARE = 0.6;
const DISTANT_SHARE = 0.15;
/** Words further apart than this have nothing to do with each other. */
const NEAR = 8;

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** The 14 of 15.14 or E.14 is not the number 14: what stands behind a dot in a number keeps the dot. */
const TOKEN_OF_TEXT = /(?:(?<=\d|\b[A-Z])\.(?=\d))?[\p{L}\p{M}\p{N}]+/gu;
/** Words whose stems are known; texts use the same ones again and again. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, readonly string[]>();

/** The stems of a text's words in order, as the full-text index has them. */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const word of withoutTargets(text).match(TOKEN_OF_TEXT) ?? []) {
    let known = remembered.get(word);
    if (known === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      known = word.startsWith('.') ? [word] : (searchable(word).match(TOKEN) ?? []).map((each) => stem(folded(each)));
      remembered.set(word, known);
    }
    for (const each of known) stems.push(each);
  }
  return stems;
}

/** The stems of one word of a question, as its texts have them: a number behind a dot is another than one alone. */
export function stemsOfAsked(word: string, question: string): readonly string[] {
  return /^\d+$/.test(word) && new RegExp(`\\d\\.${word}(?!\\d)`).test(question) ? [`.${word}`] : stemsOf(word);
}

/** The highest share a term can reach, as a factor of its weight. */
export const FULL_SHARE = SATURATION + 1;

export function readPassage({ title, headings, text }: PassageFields): ReadPassage {
  const names: readonly (readonly [name: string, weight: number])[] = [
    [title, TITLE_WEIGHT],
    [headings.at(-1) ?? '', HEADING_WEIGHT],
    [headings.slice(0, -1).join('\n'), PARENTS_WEIGHT],
  ];
  return { text: stemsOf(text), names: names.map(([name, weight]) => ({ words: new Set(stemsOf(name)), weight })) };
}

/** The stems by which a passage's subject is known: of its title, its own heading and its text, in this order. */
export function subjectStems({ title, headings }: Omit<PassageFields, 'text'>, text: readonly string[]): string[] {
  return [...stemsOf(title), ...stemsOf(headings.at(-1) ?? ''), ...text];
}

/** `usualLength`: words of an average passage. */
export function matchPassage(passage: ReadPassage, terms: readonly Term[], usualLength: number): Match {
  const { counts, nearness } = countTerms(passage.text, terms);
  const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * passage.text.length) / usualLength;
  const has: boolean[] = [];
  const shares = terms.map((term, index) => {
    const { own = 0, related = 0, distant = 0 } = counts[index] ?? {};
    let frequency = (own + related * RELATED_SHARE + distant * DISTANT_SHARE) / length;
    let itself = own > 0;
    for (const { words, weight } of passage.names) {
      if (term.stems.some((each) => words.has(each))) {
        frequency += weight;
        itself = true;
      } else if (term.related.some((each) => words.has(each))) frequency += weight * RELATED_SHARE;
    }
    has.push(itself);
    return (term.weight * frequency * FULL_SHARE) / (frequency + SATURATION);
  });
  return { shares, nearness, has };
}

type Kinship = 'own' | 'related' | 'distant';
type Count = Record<Kinship, number>;

/** A term that a stem belongs to, and how. */
interface Place {
  readonly index: number;
  readonly kinship: Kinship;
}

/** How often each term stands in the text, and the sum over pairs of how near they come, weighted by the lesser term. */
function countTerms(
  text: readonly string[],
  terms: readonly Term[],
): { readonly counts: readonly Count[]; readonly nearness: number } {
  const places = placesOf(terms);
  const counts = terms.map((): Count => ({ own: 0, related: 0, distant: 0 }));
  const lastAt = terms.map(() => Number.NEGATIVE_INFINITY);
  const nearest = new Map<number, number>();
  for (const [at, word] of text.entries()) {
    for (const { index, kinship } of places.get(word) ?? []) {
      const count = counts[index];
      if (count === undefined) continue;
      count[kinship] += 1;
      if (kinship === 'distant') continue;
      for (const [other, otherAt] of lastAt.entries()) {
        const distance = at - otherAt;
        if (other === index || distance === 0 || distance > NEAR) continue;
        const pair = Math.min(index, other) * terms.length + Math.max(index, other);
        const closeness = (kinship === 'own' ? 1 : RELATED_SHARE) / Math.sqrt(distance);
        nearest.set(pair, Math.max(nearest.get(pair) ?? 0, closeness));
      }
      lastAt[index] = at;
    }
  }
  let nearness = 0;
  for (const [pair, closeness] of nearest) {
    const one = terms[Math.floor(pair / terms.length)]?.weight ?? 0;
    const other = terms[pair % terms.length]?.weight ?? 0;
    nearness += closeness * Math.min(one, other);
  }
  return { counts, nearness };
}

/** Which terms a stem belongs to; to each in the nearest way only. */
function placesOf(terms: readonly Term[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  const add = (words: readonly string[], index: number, kinship: Kinship): void => {
    for (const word of words) {
      const known = places.get(word) ?? [];
      if (!known.some((place) => place.index === index)) places.set(word, [...known, { index, kinship }]);
    }
  };
  for (const [index, term] of terms.entries()) {
    add(term.stems, index, 'own');
    add(term.related, index, 'related');
    add(term.distant, index, 'distant');
  }
  return places;
}
