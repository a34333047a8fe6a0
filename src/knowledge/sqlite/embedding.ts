import type { Clock } from '../../clock.ts';
import type { Embedder, EmbeddingTrouble } from '../embedder.ts';
import { StoreError } from '../store.ts';
import type { GuildFile } from './guild-file.ts';

/** How one works on a guild's file. */
type Use = <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>;

/**
 * Fills guilds' vectors in the background, and turns questions into vectors. A server that is down costs only quality:
 * it is left alone for longer and longer, and questions are answered without it.
 */
export interface Embedding {
  readonly model: string;
  /** Begins to fill what is missing, unless that is under way. */
  refresh(guildId: string, use: Use): void;
  /** Null when there is no vector in a short time. */
  question(text: string): Promise<Float32Array | null>;
  /** What keeps it from working, for the operator; null: nothing. */
  trouble(): string | null;
  /** Vectors cannot be compared on this machine. */
  cannotCompare(): void;
  close(): Promise<void>;
}

/** Passages in one request; their vectors stay below a megabyte. */
const BATCH = 16;
/** The servers' models take so many characters at least (2,000 tokens). */
const LONGEST_TEXT = 6000;
const BATCH_TIMEOUT_MS = 60_000;
/** A member waits for this. */
const QUESTION_TIMEOUT_MS = 1500;
const FIRST_REST_MS = 2000;
const LONGEST_REST_MS = 3_600_000;
/** How long the program's end waits for what is being filled, in milliseconds. */
const PATIENCE_MS = 6000;

const NO_EXTENSION =
  'Embeddings are not used: the sqlite-vec extension cannot be loaded on this machine. Install Heimdall with its optional packages, or empty EMBEDDINGS_BASE_URL.';

export function createEmbedding(embedder: Embedder, clock: Clock): Embedding {
  const closing = new AbortController();
  const filling = new Map<string, Promise<void>>();
  /** Up to which passage each guild has all vectors. */
  const filled = new Map<string, number>();
  let failures = 0;
  let restsUntil = 0;
  let trouble: EmbeddingTrouble | null = null;
  let missing = false;

  const embed = async (texts: readonly string[], timeoutMs: number): Promise<readonly Float32Array[] | null> => {
    const cut = texts.map((text) => text.slice(0, LONGEST_TEXT));
    const answer = await embedder.embed(cut, { timeoutMs, signal: closing.signal });
    if (answer.ok) {
      failures = 0;
      trouble = null;
      return answer.vectors;
    }
    if (closing.signal.aborted) return null;
    failures += 1;
    trouble = answer.trouble;
    const doubled = Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
    const restMs = answer.trouble.retryAfterMs ?? (answer.trouble.isLasting ? LONGEST_REST_MS : doubled);
    restsUntil = clock.monotonic() + restMs;
    return null;
  };
  const isResting = (): boolean => clock.monotonic() < restsUntil;

  const fill = async (guildId: string, use: Use): Promise<void> => {
    while (!closing.signal.aborted) {
      if (isResting()) {
        await clock.sleep(restsUntil - clock.monotonic(), closing.signal);
        continue;
      }
      const after = filled.get(guildId) ?? 0;
      const { passages, next } = await use(({ vectors }) => vectors.waiting(embedder.model, after, BATCH));
      if (next === null) return;
      if (passages.length > 0) {
        const found = await embed(
          passages.map(({ text }) => text),
          BATCH_TIMEOUT_MS,
        );
        if (found === null) continue;
        const pairs = passages.map(({ id }, n): [number, Float32Array] => [id, found[n] ?? new Float32Array()]);
        const isAnew = await use(({ vectors }) => vectors.keep(embedder.model, pairs));
        filled.set(guildId, isAnew ? 0 : next);
      } else filled.set(guildId, next);
    }
  };

  return {
    model: embedder.model,
    refresh(guildId, use) {
      if (closing.signal.aborted || missing || filling.has(guildId)) return;
      const work = fill(guildId, use)
        .catch((error: unknown) => {
          // A full disk, or a guild that is gone: what waits is found again the next time.
          if (!(error instanceof StoreError)) throw error;
        })
        .finally(() => filling.delete(guildId));
      filling.set(guildId, work);
    },
    async question(text) {
      if (isResting() || missing) return null;
      return (await embed([text], QUESTION_TIMEOUT_MS))?.[0] ?? null;
    },
    trouble: () => (missing ? NO_EXTENSION : (trouble?.sentence ?? null)),
    cannotCompare() {
      missing = true;
    },
    async close() {
      if (isResting()) closing.abort();
      const alarm = setTimeout(() => closing.abort(), PATIENCE_MS);
      await Promise.all(filling.values());
      clearTimeout(alarm);
      closing.abort();
    },
  };
}
