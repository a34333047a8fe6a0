/** Passages that say the same: other versions of a manual, print views, mirrored sites. Pure. */

/** Words of a shingle; texts that share most of theirs differ in little more than names and numbers. */
const SHINGLE = 5;
/** Share of common shingles from which on one text counts as a copy of the other (Jaccard). */
const ALIKE = 0.8;

/** A passage with its words in order. */
export interface Worded {
  readonly words: readonly string[];
  readonly url: string;
  readonly fetchedAt: Date;
}

/**
 * The first `limit` passages, best first, without copies of better ones. Of a passage and its copies the one at the
 * shortest address stays, which is the version that a site gives by default, then the one fetched last.
 */
export function withoutCopies<P extends Worded>(ranked: readonly P[], limit: number): readonly P[] {
  const kept: { passage: P; shingles: ReadonlySet<string> }[] = [];
  for (const passage of ranked) {
    const shingles = shinglesOf(passage.words);
    const original = kept.find((each) => areAlike(each.shingles, shingles));
    if (original !== undefined && isPreferred(passage, original.passage)) original.passage = passage;
    if (original === undefined && kept.length === limit) break;
    if (original === undefined) kept.push({ passage, shingles });
  }
  return kept.map(({ passage }) => passage);
}

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  const shingles = new Set<string>();
  for (let start = 0; start <= Math.max(0, words.length - SHINGLE); start++)
    shingles.add(words.slice(start, start + SHINGLE).join(' '));
  return shingles;
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < ALIKE * Math.max(a.size, b.size)) return false;
  let common = 0;
  for (const shingle of a) if (b.has(shingle)) common++;
  return common >= ALIKE * (a.size + b.size - common);
}

function isPreferred(passage: Worded, other: Worded): boolean {
  if (passage.url.length !== other.url.length) return passage.url.length < other.url.length;
  return passage.fetchedAt > other.fetchedAt;
}
