import type { Clock } from '../../clock.ts';
import { jsonOf, type Dialect, type Signal } from './dialect.ts';
import { mayPass, type ModelFailure } from './failure.ts';
import type { ChatEnd, ChatModel, ChatRequest, ModelSettings } from './model.ts';
import { post, type Arrival } from './post.ts';
import { errorBody, readRefusal } from './refusal.ts';
import { createEventReader } from './server-sent-events.ts';

/** A wait that a server asks for and that a member would still sit through. */
const LONGEST_WAIT_MS = 5000;
const SHORT_WAIT_MS = 500;

/** A model that speaks a dialect. What the server refuses of the optional fields is left out from then on. */
export function createChatModel(dialect: Dialect, settings: ModelSettings, clock: Clock): ChatModel {
  const without = new Set<string>();
  return {
    name: settings.model,
    async *chat(request, signal) {
      const deadline = clock.monotonic() + Math.min(settings.timeoutMs, request.withinMs ?? Infinity);
      let retried = false;
      for (;;) {
        const left = deadline - clock.monotonic();
        let spoke = false;
        const attempt = once(dialect, { settings, request, without, timeoutMs: left, signal, now: clock.now() });
        let step = await attempt.next();
        for (; step.done !== true; step = await attempt.next()) {
          spoke = true;
          yield step.value;
        }
        const end = step.value;
        if (end.ok || spoke) return end;
        const field = refusedField(end.failure, dialect, without);
        if (field !== null) {
          without.add(field);
          continue;
        }
        const waitMs = end.failure.retryAfterMs ?? SHORT_WAIT_MS;
        const worthIt = mayPass(end.failure) && waitMs <= LONGEST_WAIT_MS && clock.monotonic() + waitMs < deadline;
        if (retried || !worthIt) return end;
        retried = true;
        await clock.sleep(waitMs, signal);
      }
    },
  };
}

interface Attempt {
  readonly settings: ModelSettings;
  readonly request: ChatRequest;
  readonly without: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: Date;
}

/** One request and its answer. */
async function* once(dialect: Dialect, attempt: Attempt): AsyncGenerator<string, ChatEnd, void> {
  const { settings, request, without, timeoutMs, signal } = attempt;
  const fold = createFold();
  const arrivals = post({
    url: new URL(settings.baseUrl + dialect.path),
    headers: dialect.headers(settings),
    body: dialect.body(request, settings.model, without),
    timeoutMs: Math.max(1, timeoutMs),
    signal,
  });
  let head: Extract<Arrival, { kind: 'head' }> | null = null;
  const events = createEventReader();
  const pieces: Uint8Array[] = [];
  for await (const arrival of arrivals) {
    if (arrival.kind === 'head') head = arrival;
    else if (arrival.kind === 'failed') return fold.failed(arrival.failure);
    else if (arrival.kind === 'end') break;
    else if (!isStream(head)) pieces.push(arrival.bytes);
    else {
      for (const event of events.read(arrival.bytes)) {
        yield* fold.take(dialect.readEvent(event));
        const failure = fold.failure(attempt.now);
        if (failure !== null) return fold.failed(failure);
      }
    }
  }
  if (head === null) return fold.failed({ code: 'cut-off' });
  if (isStream(head)) return fold.end();
  const json = jsonOf(Buffer.concat(pieces).toString());
  if (head.status !== 200) {
    const error = errorBody.safeParse(json);
    const said = error.success ? error.data.error : null;
    return fold.failed(readRefusal(head.status, said, head.header('retry-after'), attempt.now));
  }
  yield* fold.take(dialect.readWhole(json));
  const failure = fold.failure(attempt.now);
  return failure === null ? fold.end() : fold.failed(failure);
}

function isStream(head: Extract<Arrival, { kind: 'head' }> | null): boolean {
  return head?.status === 200 && (head.header('content-type') ?? '').startsWith('text/event-stream');
}

/** What the signals of one answer come to. */
function createFold(): {
  take(signals: readonly Signal[] | null): Generator<string, void, void>;
  failure(now: Date): ModelFailure | null;
  failed(failure: ModelFailure): ChatEnd;
  end(): ChatEnd;
} {
  let usage: { input: number; output: number } | null = null;
  let stop: 'done' | 'length' | 'filter' | null = null;
  let wrong: Extract<Signal, { kind: 'error' }> | 'foreign' | null = null;
  let spoke = false;
  return {
    *take(signals) {
      if (signals === null) wrong ??= 'foreign';
      for (const signal of signals ?? []) {
        if (signal.kind === 'text') {
          spoke = true;
          yield signal.text;
        } else if (signal.kind === 'usage') {
          usage = { input: signal.input ?? usage?.input ?? 0, output: signal.output ?? usage?.output ?? 0 };
        } else if (signal.kind === 'stop') stop ??= signal.why;
        else wrong ??= signal;
      }
    },
    failure(now) {
      if (wrong === null) return stop === 'filter' ? { code: 'filtered' } : null;
      return wrong === 'foreign' ? { code: 'not-a-model' } : readRefusal(200, wrong.error, null, now);
    },
    failed: (failure) => ({ ok: false, usage, failure }),
    end() {
      if (!spoke) return { ok: false, usage, failure: { code: 'empty' } };
      if (stop === null) return { ok: false, usage, failure: { code: 'cut-off' } };
      return { ok: true, usage, cutShort: stop === 'length' };
    },
  };
}

/** An optional field that the server's refusal names. */
function refusedField(failure: ModelFailure, dialect: Dialect, without: ReadonlySet<string>): string | null {
  if (failure.code !== 'rejected') return null;
  return dialect.optional.find((field) => !without.has(field) && failure.detail?.includes(field) === true) ?? null;
}
