import type { Clock } from '../clock.ts';
import type { Connections } from '../fetch/client.ts';
import type { Answer, Timing, Validators } from '../fetch/outcome.ts';
import { MAX_PAGE_BYTES, MAX_ROBOTS_BYTES, MAX_SITEMAP_BYTES, REQUEST_TIMEOUT_MS } from '../promises.ts';
import type { JobPace } from './pace.ts';
import type { Limits, Tell } from './politely.ts';
import { isPushBack, isWorthARetry, retryAfterOf } from './push-back.ts';
import type { SkipReason } from './skip-reason.ts';

/** What is asked for beyond the URL. */
export interface Want {
  readonly kind: 'page' | 'sitemap' | 'robots';
  readonly accept: string;
  readonly maxBytes: number;
  readonly validators?: Validators;
  /** It is asked for besides what is wanted, and never a second time. */
  readonly isExtra?: true;
  wants(contentType: string | undefined): boolean;
}

const PAGE_TYPES = /^\s*(?:text\/html|application\/xhtml\+xml|text\/markdown)\s*(?:;|$)/i;

export const PAGE: Want = {
  kind: 'page',
  accept: 'text/html, application/xhtml+xml, text/markdown;q=0.9, */*;q=0.1',
  maxBytes: MAX_PAGE_BYTES,
  wants: (contentType) => contentType === undefined || PAGE_TYPES.test(contentType),
};

/** A page, as Markdown if its address offers both (rule 6.9). */
export const MARKDOWN_OR_PAGE: Want = {
  ...PAGE,
  accept: 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.1',
};

const TWIN_TYPES = /^\s*text\/(?:markdown|x-markdown|plain)\s*(?:;|$)/i;

/** The Markdown version of a page (rule 6.9). */
export const MARKDOWN: Want = {
  kind: 'page',
  accept: 'text/markdown, text/plain;q=0.8',
  maxBytes: MAX_PAGE_BYTES,
  isExtra: true,
  wants: (contentType) => contentType !== undefined && TWIN_TYPES.test(contentType),
};

/** A list of such versions, which is no page and counts as none. */
export const LIST: Want = { ...MARKDOWN, kind: 'sitemap' };

export const SITEMAP: Want = {
  kind: 'sitemap',
  accept: 'application/xml, text/xml, text/plain;q=0.8, */*;q=0.5',
  maxBytes: MAX_SITEMAP_BYTES,
  wants: () => true,
};

export const ROBOTS: Want = {
  kind: 'robots',
  accept: 'text/plain, */*;q=0.5',
  maxBytes: MAX_ROBOTS_BYTES,
  wants: () => true,
};

/** Nothing was sent, or it was cut short by the end of the job; for this reason. */
export interface Held {
  readonly kind: 'held';
  readonly reason: SkipReason;
}

/** The last word on whether a request may go out, asked when its turn has come. */
export type LastWord = () => SkipReason | null;

/** Requests of one job, redirects not followed: one at a time to a host, in pace, none after the job's end. */
export interface PoliteRequests {
  once(url: URL, want: Want, tell: Tell, lastWord?: LastWord): Promise<Answer | Held>;
  /** Sends it once more where rule 2.6 allows a retry. */
  withRetry(url: URL, want: Want, tell: Tell, lastWord: LastWord): Promise<Answer | Held>;
}

export interface PoliteRequestDeps {
  readonly connections: Connections;
  readonly pace: JobPace;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Waits shorter than this are ordinary pace and not worth telling. */
const WORTH_TELLING_MS = 1000;

export function createPoliteRequests({ connections, pace, clock, limits }: PoliteRequestDeps): PoliteRequests {
  const { signal, waits } = limits;

  function stopReason(): SkipReason | null {
    return limits.stopReason() ?? (waits.aborted ? 'interrupted' : null);
  }

  async function once(url: URL, want: Want, tell: Tell, lastWord: LastWord = () => null): Promise<Answer | Held> {
    const turn = await pace.turn(url, waits);
    if (turn === null) return held(stopReason() ?? 'interrupted');
    let sent: Timing | null = null;
    try {
      for (;;) {
        const stop = stopReason();
        if (stop !== null) return held(stop);
        const wait = await turn.tryBegin(waits);
        if (wait === null) break;
        // It would come to nothing: the job is over by then.
        if (wait.ms >= limits.remainingMs()) return held(stopReason() ?? 'time-limit');
        if (wait.ms >= WORTH_TELLING_MS) await tell({ kind: 'waiting', host: url.host, ...wait });
        await clock.sleep(wait.ms, waits);
      }
      const refusal = stopReason() ?? lastWord();
      if (refusal !== null) return held(refusal);
      if (want.kind === 'page') await tell({ kind: 'dispatch', url });
      // The listener may have taken its time.
      const stop = stopReason();
      if (stop !== null) return held(stop);
      sent = {};
      const timeoutMs = Math.min(REQUEST_TIMEOUT_MS, limits.remainingMs());
      const answer = await send(url, want, timeoutMs);
      sent = answer.timing;
      if (isPushBack(answer)) pace.slowDown(url);
      const stayAwayMs = retryAfterOf(answer, clock.now());
      if (stayAwayMs !== null) pace.holdBack(url, stayAwayMs);
      return cutByTheEnd(answer, timeoutMs) ?? answer;
    } finally {
      turn.end(sent);
    }
  }

  function send(url: URL, want: Want, timeoutMs: number): Promise<Answer> {
    return connections.request({
      url,
      purpose: 'knowledge-ingest',
      accept: want.accept,
      maxBytes: want.maxBytes,
      oversize: want.kind === 'robots' ? 'truncate' : 'refuse',
      timeoutMs,
      signal,
      wants: want.wants,
      ...(want.validators === undefined ? {} : { validators: want.validators }),
    });
  }

  /** A request that broke because the job is over says nothing about its URL. */
  function cutByTheEnd(answer: Answer, timeoutMs: number): Held | null {
    if (answer.kind !== 'failed') return null;
    const stop = stopReason();
    if (stop !== null) return held(stop);
    if (answer.failure.code === 'aborted') return held('interrupted');
    // Timers and the clock differ by a moment: the request had all the time that was left.
    return answer.failure.code === 'timeout' && timeoutMs < REQUEST_TIMEOUT_MS ? held('time-limit') : null;
  }

  return {
    once,
    async withRetry(url, want, tell, lastWord) {
      const first = await once(url, want, tell, lastWord);
      if (first.kind === 'held' || want.isExtra === true || !isWorthARetry(first, clock.now())) return first;
      const second = await once(url, want, tell, lastWord);
      if (second.kind !== 'held') return second;
      // The server has answered: that stands. A broken try does not, when it was the job that let no second follow.
      return first.kind === 'failed' && stopReason() !== null ? second : first;
    },
  };
}

function held(reason: SkipReason): Held {
  return { kind: 'held', reason };
}
