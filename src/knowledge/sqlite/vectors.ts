import { createRequire } from 'node:module';
import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import { seenPassage, type Scope } from './bindings.ts';

/** The vectors of a guild's passages, in its own file. */
export interface Vectors {
  /**
   * The next passages without a vector of this model, of the `window` passages after `after`, that may be sent to an
   * embedder (rule 3.7). Vectors of another model are dropped first.
   */
  waiting(model: string, after: number, most: number): Waiting;
  /**
   * Keeps vectors of passages that are still there. All before are dropped when they have another length; true then:
   * those passages wait again.
   */
  keep(model: string, vectors: readonly (readonly [passageId: number, vector: Float32Array])[]): boolean;
  /** Whether there are vectors of this model. */
  has(model: string): boolean;
  /** Passages in scope nearest to the vector, the nearest first. Throws where sqlite-vec cannot be loaded. */
  nearest(vector: Float32Array, most: number, scope: Scope): readonly number[];
}

export interface Waiting {
  readonly passages: readonly { readonly id: number; readonly text: string }[];
  /** Where to go on; null: to the end nothing waits. */
  readonly next: number | null;
}

/** Passages looked through in one go. */
const WINDOW = 2000;
/** Up to so many passages all vectors are compared exactly; of more, only these many that are nearest by their bits. */
const EXACT = 3000;
const INT8_MAX = 127;

interface Row {
  readonly id: number;
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

/** Prepares the statements on one open guild file; those that need sqlite-vec when they are first used. */
export function prepareVectors(db: Database): Vectors {
  const current = db.prepare<[], { model: string; dimensions: number }>('SELECT model, dimensions FROM vector_model');
  const setModel = db.prepare<[string, number]>(
    'INSERT OR REPLACE INTO vector_model (only, model, dimensions) VALUES (1, ?, ?)',
  );
  const dropAll = db.prepare<[]>('DELETE FROM passage_vectors');
  const last = db.prepare<[], number | null>('SELECT max(id) FROM passages').pluck();
  const bare = db.prepare<[number, number, number], Row>(
    `SELECT x.id, p.title, x.headings, x.text FROM passages x JOIN pages p ON p.id = x.page_id
     WHERE x.id > ? AND x.id <= ? AND p.ai_input = 1
       AND NOT EXISTS (SELECT 1 FROM passage_vectors v WHERE v.passage_id = x.id)
     ORDER BY x.id LIMIT ?`,
  );
  const put = db.prepare<[Uint8Array, Uint8Array, number]>(
    `INSERT OR REPLACE INTO passage_vectors (passage_id, coarse, vector)
     SELECT id, ?, ? FROM passages WHERE id = ? AND page_id IS NOT NULL`,
  );
  const any = db.prepare<[], number>('SELECT 1 FROM passage_vectors LIMIT 1').pluck();
  const isModel = (model: string): boolean => current.get()?.model === model;
  const takeOver = atomic(db, (model: string, dimensions: number) => {
    dropAll.run();
    setModel.run(model, dimensions);
  });
  const nearest = prepareNearest(db);

  return {
    waiting(model, after, most) {
      if (!isModel(model)) takeOver(model, 0);
      const until = after + WINDOW;
      const rows = bare.all(after, until, most);
      const reached = rows.length === most ? (rows.at(-1)?.id ?? until) : until;
      const passages = rows.map(({ id, ...row }) => ({ id, text: embeddedText(row) }));
      return { passages, next: rows.length === 0 && reached >= (last.get() ?? 0) ? null : reached };
    },
    keep: atomic(db, (model: string, vectors: readonly (readonly [number, Float32Array])[]) => {
      const dimensions = vectors[0]?.[1].length ?? 0;
      const isAnew = !isModel(model) || current.get()?.dimensions !== dimensions;
      if (isAnew) takeOver(model, dimensions);
      for (const [id, vector] of vectors) put.run(bitsOf(vector), bytesOf(vector), id);
      return isAnew;
    }),
    has: (model) => isModel(model) && any.get() !== undefined,
    nearest(vector, most, scope) {
      return vector.length === current.get()?.dimensions ? nearest(vector, most, scope) : [];
    },
  };
}

function prepareNearest(db: Database): Vectors['nearest'] {
  const prepare = () => {
    loadVectorExtension(db);
    const inScope = (scope: Scope): string => (scope === null ? '1' : seenPassage('v.passage_id'));
    const exact = (scope: Scope) =>
      db
        .prepare<unknown[], number>(
          `SELECT v.passage_id FROM passage_vectors v WHERE ${inScope(scope)}
           ORDER BY vec_distance_cosine(vec_int8(v.vector), vec_int8(?)) LIMIT ?`,
        )
        .pluck();
    const coarse = (scope: Scope) =>
      db
        .prepare<unknown[], number>(
          `SELECT passage_id FROM (
             SELECT v.passage_id, v.vector FROM passage_vectors v WHERE ${inScope(scope)}
             ORDER BY vec_distance_hamming(vec_bit(v.coarse), vec_bit(?)) LIMIT ${EXACT / 10})
           ORDER BY vec_distance_cosine(vec_int8(vector), vec_int8(?)) LIMIT ?`,
        )
        .pluck();
    return { exact: [exact(null), exact('')], coarse: [coarse(null), coarse('')] } as const;
  };
  const count = db.prepare<[], number>('SELECT count(*) FROM passage_vectors').pluck();
  let prepared: ReturnType<typeof prepare> | null = null;
  return (vector, most, scope) => {
    prepared ??= prepare();
    const scoped = scope === null ? [] : [scope];
    const kind = scope === null ? 0 : 1;
    if ((count.get() ?? 0) <= EXACT) return prepared.exact[kind].all(...scoped, bytesOf(vector), most);
    return prepared.coarse[kind].all(...scoped, bitsOf(vector), bytesOf(vector), most);
  };
}

/** Only who asks for vectors needs the extension, and not every machine has it. */
function loadVectorExtension(db: Database): void {
  const library: { load(db: Database): void } = createRequire(import.meta.url)('sqlite-vec');
  library.load(db);
}

/** A passage says little without its title and headings. */
function embeddedText({ title, headings, text }: Omit<Row, 'id'>): string {
  const path: readonly string[] = JSON.parse(headings);
  return `${[title, ...path].join(' › ')}\n\n${text}`;
}

function bytesOf(vector: Float32Array): Uint8Array {
  const length = Math.hypot(...vector) || 1;
  const bytes = Int8Array.from(vector, (value) => Math.round((value / length) * INT8_MAX));
  return new Uint8Array(bytes.buffer);
}

/** Whether each dimension is positive; filled up to whole bytes. */
function bitsOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(vector.length / 8));
  for (const [n, value] of vector.entries()) if (value > 0) bytes[n >> 3] = (bytes[n >> 3] ?? 0) | (1 << (n & 7));
  return bytes;
}
