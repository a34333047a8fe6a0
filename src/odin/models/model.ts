import type { ModelFailure } from './failure.ts';

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** A system turn first, then user and assistant in turns; the last is the user's. */
  readonly turns: readonly Turn[];
  readonly maxTokens: number;
  /** The whole answer is wanted within so many milliseconds, where that is less than the settings allow. */
  readonly withinMs?: number;
}

/** Tokens that were paid for. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** How a model's answer ended. `usage` null: the server does not count. `cutShort`: it reached `maxTokens`. */
export type ChatEnd =
  | { readonly ok: true; readonly usage: Usage | null; readonly cutShort: boolean }
  | { readonly ok: false; readonly usage: Usage | null; readonly failure: ModelFailure };

/** A language model behind some provider's interface. */
export interface ChatModel {
  /** As it is called in the settings. */
  readonly name: string;
  /** Pieces of the answer as they come, and how it ended. Never throws for what the server does. */
  chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<string, ChatEnd, void>;
}

/** How to reach one. */
export interface ModelSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** From the request to the end of the answer, in milliseconds. */
  readonly timeoutMs: number;
}
