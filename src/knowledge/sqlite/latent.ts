import type { Database } from 'better-sqlite3';
import { LEAST_PASSAGES, type LatentSpace } from '../latent.ts';
import { prepareTotal } from './word-choice.ts';

/** What was learnt of how a guild's pages use words, kept in its file. */
export interface Latent {
  /** What was learnt last; null before. */
  current(): LatentSpace | null;
  /** Whether the passages are so many more, or fewer, that it is time to learn again. */
  isStale(): boolean;
  /** How often it was forgotten: what was begun to be learnt before must not be kept. */
  timesForgotten(): number;
  keep(space: LatentSpace): void;
  /** Words of pages that are erased may stand in it. */
  forget(): void;
}

/** It is learnt anew when the number of passages differs by this share. */
const CHANGE = 0.2;

interface Row {
  readonly words: string;
  readonly vectors: Buffer;
  readonly scales: Buffer;
  readonly rarities: Buffer;
}

/** Prepares the statements on one open guild file. */
export function prepareLatent(db: Database): Latent {
  const get = db.prepare<[], Row>('SELECT words, vectors, scales, rarities FROM latent_space');
  const learntFrom = db.prepare<[], number>('SELECT passages FROM latent_space').pluck();
  const total = prepareTotal(db);
  const put = db.prepare<[number, string, Uint8Array, Uint8Array, Uint8Array]>(
    'INSERT OR REPLACE INTO latent_space (only, passages, words, vectors, scales, rarities) VALUES (1, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare<[]>('DELETE FROM latent_space');
  const version = db.prepare<[], number>('SELECT data_version FROM pragma_data_version').pluck();
  /** Read once, and again when another connection has written. */
  let known: { readonly version: number; readonly space: LatentSpace | null } | null = null;

  let forgotten = 0;

  return {
    current() {
      const now = version.get() ?? 0;
      if (known?.version !== now) known = { version: now, space: spaceIn(get.get()) };
      return known.space;
    },
    isStale() {
      const passages = total();
      const before = learntFrom.get();
      if (before === undefined) return passages >= LEAST_PASSAGES;
      return Math.abs(passages - before) > CHANGE * before;
    },
    timesForgotten: () => forgotten,
    keep(space) {
      known = null;
      const { words, vectors, scales, rarities } = space;
      put.run(total(), [...words.keys()].join('\n'), bytesOf(vectors), bytesOf(scales), bytesOf(rarities));
    },
    forget() {
      forgotten += 1;
      known = null;
      remove.run();
    },
  };
}

function spaceIn(row: Row | undefined): LatentSpace | null {
  if (row === undefined) return null;
  return {
    words: new Map(row.words.split('\n').map((word, index) => [word, index])),
    vectors: new Int8Array(copied(row.vectors)),
    scales: new Float32Array(copied(row.scales)),
    rarities: new Float32Array(copied(row.rarities)),
  };
}

/** SQLite's bytes may begin anywhere in a larger buffer; numbers want their own beginning. */
function copied(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function bytesOf({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
