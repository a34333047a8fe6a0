/**
 * Which words of a guild's own text are used alike (latent semantic analysis; Deerwester and others, 1990): "ram" and
 * "memory" come out near each other where pages use them near the same words. No model is needed, only the guild's
 * passages. A passage and a question are each the sum of their words' vectors, and compare by the angle between them.
 * Pure.
 */

/** Words with a vector each, of one guild. */
export interface LatentSpace {
  /** Word stems; a stem's place here is its place in the arrays below. */
  readonly words: ReadonlyMap<string, number>;
  /** `DIMENSIONS` numbers a word, to be multiplied by the word's scale. */
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** Inverse document frequency of each word. */
  readonly rarities: Float32Array;
}

/** As many kinds of usage are told apart. */
export const DIMENSIONS = 100;
/** With fewer passages there is nothing to learn from. */
export const LEAST_PASSAGES = 500;
const LEAST_USES = 3;
const MOST_WORDS = 12_000;
/** Rounds of the power iteration; more change the order of passages no further. */
const ROUNDS = 4;
const INT8_MAX = 127;

/** A question's, or a passage's, direction in the space. */
export type Direction = Float32Array;

/** Passages as rows of a sparse matrix: which words, and how much each weighs; of unit length. */
interface Rows {
  readonly words: Int32Array;
  readonly weights: Float32Array;
  /** Where each passage begins; one more than there are passages. */
  readonly starts: Int32Array;
}

/** Learns the space from passages cut into stems: about a second for 5,000. Null when they are too few. */
export function learnLatentSpace(passages: readonly (readonly string[])[]): LatentSpace | null {
  if (passages.length < LEAST_PASSAGES) return null;
  const counts = passages.map(countsOf);
  const frequencies = new Map<string, number>();
  for (const count of counts) for (const word of count.keys()) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  const chosen = [...frequencies]
    .filter(([word, uses]) => uses >= LEAST_USES && !/^\.?\d+$/.test(word))
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_WORDS);
  if (chosen.length <= DIMENSIONS) return null;
  const words = new Map(chosen.map(([word], index) => [word, index]));
  const rarities = Float32Array.from(chosen, ([, uses]) => Math.log(passages.length / uses));
  const basis = mainDirections(rowsOf(counts, words, rarities), words.size);
  return { words, rarities, ...quantized(basis, words.size) };
}

/** Where weighted stems point together; null when none of them has a vector. */
export function directionOf(
  space: LatentSpace,
  weighted: Iterable<readonly [stem: string, weight: number]>,
): Direction | null {
  const sum = new Float32Array(DIMENSIONS);
  for (const [stem, weight] of weighted) {
    const index = space.words.get(stem);
    if (index === undefined) continue;
    const scale = weight * (space.scales[index] ?? 0);
    const from = index * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] ?? 0) + scale * (space.vectors[from + d] ?? 0);
  }
  const length = Math.sqrt(dot(sum, sum));
  if (length === 0) return null;
  for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] ?? 0) / length;
  return sum;
}

/** Where a passage points, from its stems. */
export function directionOfText(space: LatentSpace, stems: readonly string[]): Direction | null {
  const weighted = [...countsOf(stems)].map(([stem, count]): [string, number] => {
    const index = space.words.get(stem);
    return [stem, index === undefined ? 0 : (1 + Math.log(count)) * (space.rarities[index] ?? 0)];
  });
  return directionOf(space, weighted);
}

/** Cosine of the angle between two directions. */
export function closeness(a: Direction, b: Direction): number {
  return dot(a, b);
}

function countsOf(stems: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function rowsOf(
  counts: readonly ReadonlyMap<string, number>[],
  words: ReadonlyMap<string, number>,
  rarities: Float32Array,
): Rows {
  const size = counts.reduce((total, count) => total + count.size, 0);
  const [columns, weights] = [new Int32Array(size), new Float32Array(size)];
  const starts = new Int32Array(counts.length + 1);
  let at = 0;
  for (const [row, count] of counts.entries()) {
    let squares = 0;
    for (const [word, uses] of count) {
      const index = words.get(word);
      if (index === undefined) continue;
      const weight = (1 + Math.log(uses)) * (rarities[index] ?? 0);
      columns[at] = index;
      weights[at++] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (let n = starts[row] ?? 0; n < at; n++) weights[n] = (weights[n] ?? 0) / length;
    starts[row + 1] = at;
  }
  return { words: columns.subarray(0, at), weights: weights.subarray(0, at), starts };
}

/**
 * An orthonormal basis of the directions in which the passages differ most, by subspace iteration; word by word,
 * `DIMENSIONS` numbers each. The angles do not depend on which basis of that subspace it is.
 */
function mainDirections(rows: Rows, words: number): Float32Array {
  let basis = randomBasis(words);
  const next = new Float32Array(words * DIMENSIONS);
  const passage = new Float64Array(DIMENSIONS);
  for (let round = 0; round < ROUNDS; round++) {
    next.fill(0);
    for (let row = 0; row + 1 < rows.starts.length; row++) {
      const [from, to] = [rows.starts[row] ?? 0, rows.starts[row + 1] ?? 0];
      passage.fill(0);
      for (let n = from; n < to; n++) addTo(passage, basis, (rows.words[n] ?? 0) * DIMENSIONS, rows.weights[n] ?? 0);
      for (let n = from; n < to; n++) spreadTo(next, (rows.words[n] ?? 0) * DIMENSIONS, passage, rows.weights[n] ?? 0);
    }
    basis = orthonormal(next, words);
  }
  return basis;
}

function addTo(sum: Float64Array, vectors: Float32Array, from: number, weight: number): void {
  for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] ?? 0) + weight * (vectors[from + d] ?? 0);
}

function spreadTo(vectors: Float32Array, from: number, addend: Float64Array, weight: number): void {
  for (let d = 0; d < DIMENSIONS; d++) vectors[from + d] = (vectors[from + d] ?? 0) + weight * (addend[d] ?? 0);
}

/** The same numbers each time, so that one text always gives one space. */
function randomBasis(words: number): Float32Array {
  let state = 42;
  const values = new Float32Array(words * DIMENSIONS);
  for (let n = 0; n < values.length; n++) {
    state = (state * 48_271) % 2_147_483_647;
    values[n] = state / 2_147_483_647 - 0.5;
  }
  return values;
}

/** The columns made orthogonal to each other and of unit length (modified Gram-Schmidt). */
function orthonormal(vectors: Float32Array, words: number): Float32Array {
  const columns = Array.from({ length: DIMENSIONS }, (_, d) =>
    Float32Array.from({ length: words }, (__, word) => vectors[word * DIMENSIONS + d] ?? 0),
  );
  for (const [index, column] of columns.entries()) {
    for (const earlier of columns.slice(0, index)) {
      const share = dot(column, earlier);
      for (let n = 0; n < words; n++) column[n] = (column[n] ?? 0) - share * (earlier[n] ?? 0);
    }
    const length = Math.sqrt(dot(column, column)) || 1;
    for (let n = 0; n < words; n++) column[n] = (column[n] ?? 0) / length;
  }
  const basis = new Float32Array(vectors.length);
  for (const [d, column] of columns.entries())
    for (let word = 0; word < words; word++) basis[word * DIMENSIONS + d] = column[word] ?? 0;
  return basis;
}

function quantized(basis: Float32Array, words: number): Pick<LatentSpace, 'vectors' | 'scales'> {
  const vectors = new Int8Array(basis.length);
  const scales = new Float32Array(words);
  for (let word = 0; word < words; word++) {
    const vector = basis.subarray(word * DIMENSIONS, (word + 1) * DIMENSIONS);
    const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / INT8_MAX || 1;
    scales[word] = scale;
    for (const [d, value] of vector.entries()) vectors[word * DIMENSIONS + d] = Math.round(value / scale);
  }
  return { vectors, scales };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
}
