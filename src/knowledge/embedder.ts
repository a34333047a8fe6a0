/** What turns texts into vectors that are near where the texts mean about the same. A server outside, or a test's own. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** One vector a text, in the order of the texts, all of one length. Never rejects. */
  embed(texts: readonly string[], how: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<Embedded>;
}

export type Embedded =
  | { readonly ok: true; readonly vectors: readonly Float32Array[] }
  | { readonly ok: false; readonly trouble: EmbeddingTrouble };

export interface EmbeddingTrouble {
  /** What is wrong and what to do, for the operator. */
  readonly sentence: string;
  /** It will not pass by itself soon: a refused key, a spent quota. */
  readonly isLasting: boolean;
  /** How long the server wants to be left alone, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;
}
