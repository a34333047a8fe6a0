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
  /** Title, the section's own heading, and those above it. */
  readonly names: readonly ReadonlySet<string>[];
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
const SATURATION = 2.5;
const LENGTH_SHARE = 0.75;
/** What one occurrence counts in the title, in the section's own heading and in those above it; 1 in the text. */
const FIELD_WEIGHT = 2;
/** What a related word counts of what the word itself does. */
const RELATED_SHARE = 0.4;
/** Words further apart than this have nothing to do with each other. */
const NEAR = 8;

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Words whose stems are known; texts use the same ones again and again. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, readonly string[]>();

/** The stems of a text's words in order, as the full-text index has them. */
export function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const word of withoutTargets(text).match(TOKEN) ?? []) {
    let known = remembered.get(word);
    if (known === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      known = (searchable(word).match(TOKEN) ?? []).map((each) => stem(folded(each)));
      remembered.set(word, known);
    }
    for (const each of known) stems.push(each);
  }
  return stems;
}

/** The highest share a term can reach, as a factor of its weight. */
export const FULL_SHARE = SATURATION + 1;

export function readPassage({ title, headings, text }: PassageFields): ReadPassage {
  const names = [title, headings.at(-1) ?? '', headings.slice(0, -1).join('\n')];
  return { text: stemsOf(text), names: names.map((name) => new Set(stemsOf(name))) };
}

/** `usualLength`: words of an average passage. */
export function matchPassage(passage: ReadPassage, terms: readonly Term[], usualLength: number): Match {
  const { counts, nearness } = countTerms(passage.text, terms);
  const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * passage.text.length) / usualLength;
  const has: boolean[] = [];
  const shares = terms.map((term, index) => {
    const { own = 0, related = 0 } = counts[index] ?? {};
    let frequency = (own + related * RELATED_SHARE) / length;
    let itself = own > 0;
    for (const words of passage.names) {
      if (term.stems.some((each) => words.has(each))) {
        frequency += FIELD_WEIGHT;
        itself = true;
      } else if (term.related.some((each) => words.has(each))) frequency += FIELD_WEIGHT * RELATED_SHARE;
    }
    has.push(itself);
    return (term.weight * frequency * FULL_SHARE) / (frequency + SATURATION);
  });
  return { shares, nearness, has };
}

interface Count {
  own: number;
  related: number;
}

/** How often each term stands in the text, and the sum over pairs of how near they come, weighted by the lesser term. */
function countTerms(
  text: readonly string[],
  terms: readonly Term[],
): { readonly counts: readonly Count[]; readonly nearness: number } {
  const places = placesOf(terms);
  const counts = terms.map((): Count => ({ own: 0, related: 0 }));
  const lastAt = terms.map(() => Number.NEGATIVE_INFINITY);
  const nearest = new Map<number, number>();
  for (const [at, word] of text.entries()) {
    for (const { index, isOwn } of places.get(word) ?? []) {
      const count = counts[index];
      if (count === undefined) continue;
      count[isOwn ? 'own' : 'related'] += 1;
      for (const [other, otherAt] of lastAt.entries()) {
        const distance = at - otherAt;
        if (other === index || distance === 0 || distance > NEAR) continue;
        const pair = Math.min(index, other) * terms.length + Math.max(index, other);
        const closeness = (isOwn ? 1 : RELATED_SHARE) / Math.sqrt(distance);
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

/** Which terms a stem belongs to. */
function placesOf(terms: readonly Term[]): ReadonlyMap<string, readonly { index: number; isOwn: boolean }[]> {
  const places = new Map<string, { index: number; isOwn: boolean }[]>();
  const add = (word: string, index: number, isOwn: boolean): void => {
    const known = places.get(word) ?? [];
    if (!known.some((place) => place.index === index)) places.set(word, [...known, { index, isOwn }]);
  };
  for (const [index, term] of terms.entries()) {
    for (const each of term.stems) add(each, index, true);
    for (const each of term.related) add(each, index, false);
  }
  return places;
}
