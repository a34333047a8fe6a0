import type { Clock } from '../clock.ts';
import type { Embedder } from '../knowledge/embedder.ts';
import type { InstanceCosts } from './costs.ts';

/** Characters of one token, roughly: these servers do not all count. */
const CHARACTERS = 4;
const DAY_MS = 86_400_000;

/** An embedder whose tokens are counted before they are spent; above the day's budget it rests until the next (UTC). */
export function payForEmbeddings(
  embedder: Embedder,
  { costs, dailyTokens, clock }: { costs: InstanceCosts; dailyTokens: number; clock: Clock },
): Embedder {
  return {
    model: embedder.model,
    async embed(texts, how) {
      const now = clock.now();
      const day = now.toISOString().slice(0, 10);
      const tokens = Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS);
      if ((await costs.book(day, tokens)) <= dailyTokens) return embedder.embed(texts, how);
      await costs.book(day, -tokens);
      const sentence = "Today's budget for embeddings is spent: raise EMBEDDINGS_DAILY_TOKENS, or wait for tomorrow.";
      const retryAfterMs = DAY_MS - (now.getTime() % DAY_MS);
      return { ok: false, trouble: { sentence, isLasting: true, retryAfterMs } };
    },
  };
}
