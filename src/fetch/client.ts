import { answerOf, cutShort } from './answer.ts';
import { checkUrl, type AddressPolicy } from './address.ts';
import { startCutoff, type Cutoff } from './cutoff.ts';
import { exchange, type Exchange } from './exchange.ts';
import { systemResolver, type Resolver } from './guard.ts';
import { requestHeaders } from './identity.ts';
import { createLines } from './line.ts';
import type { Answer } from './outcome.ts';
import { planBody, type WebRequest } from './request.ts';

/** The connections of one job or one link check. */
export interface Connections {
  /** Sends one request; redirects are reported, not followed. Never rejects for anything the network does. */
  request(request: WebRequest): Promise<Answer>;
  /** Destroys every socket; requests under way end as `aborted`, later ones too. */
  close(): Promise<void>;
}

/** The one door to other people's servers. */
export interface WebClient {
  open(): Connections;
}

export interface WebClientOptions {
  readonly policy: AddressPolicy;
  /** Looks up host names; the operating system's resolver when it is not given. */
  readonly resolve?: Resolver;
  /** Monotonic milliseconds, for `Timing`. */
  readonly now: () => number;
  /** Look-up, TCP and TLS together, in milliseconds; 10 s when it is not given. */
  readonly connectTimeoutMs?: number;
}

export function createWebClient(options: WebClientOptions): WebClient {
  const { policy, now, resolve = systemResolver, connectTimeoutMs = 10_000 } = options;

  function open(): Connections {
    const lines = createLines({ policy, resolve, connectTimeoutMs });
    const underWay = new Map<Cutoff, AbortSignal | undefined>();
    const heard = new WeakSet<AbortSignal>();
    /** Origins that were judged already: path and query change nothing about where a request goes. */
    const accepted = new Set<string>();
    let closed = false;

    function refusalOf(url: URL): string | null {
      const isPlain = url.username === '' && url.password === '';
      if (isPlain && accepted.has(url.origin)) return null;
      const verdict = checkUrl(url.href, policy);
      if (verdict !== 'acceptable') return verdict;
      accepted.add(url.origin);
      return null;
    }

    /** One listener for all requests of a job, which share its signal: one for each would cost more than its end does. */
    function hear(signal: AbortSignal | undefined): void {
      if (signal === undefined || heard.has(signal)) return;
      heard.add(signal);
      signal.addEventListener(
        'abort',
        () => {
          for (const [cutoff, its] of underWay) if (its === signal) cutoff.abort();
        },
        { once: true },
      );
    }

    async function request(ask: WebRequest): Promise<Answer> {
      const refusal = refusalOf(ask.url);
      if (refusal !== null) {
        return { kind: 'refused', url: ask.url, reason: 'blocked-address', detail: refusal, timing: {} };
      }
      const cutoff = startCutoff(ask.timeoutMs);
      hear(ask.signal);
      if (closed || ask.signal?.aborted === true) cutoff.abort();
      underWay.set(cutoff, ask.signal);
      try {
        if (cutoff.isCut) return cutShort(ask, cutoff.cause, {});
        return await answerOf(ask, await exchangeOnLine(ask, cutoff), { policy, cutoff });
      } finally {
        underWay.delete(cutoff);
        cutoff.release();
      }
    }

    async function exchangeOnLine(ask: WebRequest, cutoff: Cutoff): Promise<Exchange> {
      const line = lines.take(ask.url);
      let reusable = false;
      try {
        const path = ask.url.pathname + ask.url.search;
        const headers = requestHeaders(ask.purpose, ask);
        const ended = await exchange(line.client, { path, headers, plan: (head) => planBody(ask, head), cutoff, now });
        ({ reusable } = ended);
        return ended;
      } finally {
        if (reusable && !closed) lines.giveBack(line);
        else await lines.drop(line);
      }
    }

    return {
      request,
      async close() {
        closed = true;
        for (const cutoff of underWay.keys()) cutoff.abort();
        await lines.dropAll();
      },
    };
  }

  return { open };
}
