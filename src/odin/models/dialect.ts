import type { ModelError } from './refusal.ts';
import type { ChatRequest, ModelSettings } from './model.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

/** What one piece of an answer says. */
export type Signal =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage'; readonly input?: number; readonly output?: number }
  /** The model stopped by itself, at its limit, or was stopped by a filter. */
  | { readonly kind: 'stop'; readonly why: 'done' | 'length' | 'filter' }
  | { readonly kind: 'error'; readonly error: ModelError };

/** How one provider's interface is spoken. Pure. */
export interface Dialect {
  /** Path below the base URL. */
  readonly path: string;
  headers(settings: ModelSettings): Readonly<Record<string, string>>;
  /** `without`: optional fields that this server has refused. */
  body(request: ChatRequest, model: string, without: ReadonlySet<string>): Readonly<Record<string, unknown>>;
  /** Fields that a server may refuse and that can be left out or replaced. */
  readonly optional: readonly string[];
  /** Null: the event is not of this interface. */
  readEvent(event: ServerSentEvent): readonly Signal[] | null;
  /** An answer that came in one piece although a stream was asked for. Null: it is none of this interface. */
  readWhole(json: unknown): readonly Signal[] | null;
}

/** JSON as a value, or undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
