import type { Clock } from '../../src/clock.ts';
import type { RobotsRecord } from '../../src/crawler/evidence.ts';
import { createPace, type Pace } from '../../src/crawler/pace.ts';
import type { Politely, SessionEvent } from '../../src/crawler/politely.ts';
import { sessions, type PageRequest, type PoliteSession, type SessionOptions } from '../../src/crawler/session.ts';
import type { SkipReason } from '../../src/crawler/skip-reason.ts';
import { parseNetworks } from '../../src/fetch/address.ts';
import { createWebClient, type WebClient } from '../../src/fetch/client.ts';
import type { Resolver } from '../../src/fetch/guard.ts';
import type { FetchOutcome } from '../../src/fetch/outcome.ts';
import { createStopSwitch, type StopSwitch } from '../../src/jobs/stop-switch.ts';
import { afterTest } from './app.ts';
import { createFakeClock } from './clock.ts';
import { startSite, type SitePages, type TestSite } from './site.ts';

/** A client on loopback, a clock, a pace: what the sessions of one process have in common. */
export interface Manners {
  readonly pace: Pace;
  /** Requests handed to the client, whatever became of them, in order. */
  readonly asked: readonly string[];
  /** Requests under way now, and the most there ever were. */
  readonly inFlight: { readonly now: number; readonly most: number };
  /** Opens one job's session, closed when the test is over. */
  open(options?: Partial<SessionOptions> & { readonly budgetMs?: number }): Job;
}

export interface Job {
  readonly session: PoliteSession;
  readonly stop: StopSwitch;
}

export interface MannersOptions {
  readonly clock?: Clock;
  /** A shorter time for the nth request for a URL than the 15 s of the product, so that silence takes none. */
  timeoutFor?(url: string, nth: number): number;
  readonly networks?: string;
  readonly resolve?: Resolver;
}

export function createManners(options: MannersOptions = {}): Manners {
  const { clock = createFakeClock(), networks = '127.0.0.0/8', timeoutFor = () => Infinity, resolve } = options;
  const opened = parseNetworks(networks);
  if (!opened.ok) throw new Error(opened.problem);
  const policy = { networks: opened.networks };
  const real = createWebClient({ policy, now: () => clock.monotonic(), ...(resolve === undefined ? {} : { resolve }) });
  const asked: string[] = [];
  const inFlight = { now: 0, most: 0 };
  const client: WebClient = {
    open() {
      const connections = real.open();
      return {
        ...connections,
        async request(ask) {
          const { href } = ask.url;
          const nth = asked.filter((url) => url === href).length;
          asked.push(href);
          inFlight.now += 1;
          inFlight.most = Math.max(inFlight.most, inFlight.now);
          const answer = await connections.request({
            ...ask,
            timeoutMs: Math.min(ask.timeoutMs, timeoutFor(href, nth)),
          });
          inFlight.now -= 1;
          return answer;
        },
      };
    },
  };
  const pace = createPace(clock);
  const openSession = sessions({ client, pace, clock });
  return {
    pace,
    asked,
    inFlight,
    open({ budgetMs = 300_000, ...rest } = {}) {
      const stop = createStopSwitch(clock, budgetMs, 0);
      const session = openSession({ guildId: 'local', limits: stop, robots: [], resumed: false, ...rest });
      afterTest(() => session.close());
      return { session, stop };
    },
  };
}

/** Ends the wait for an answer that will not come; long enough for a busy machine to have sent the request. */
export const IMPATIENCE_MS = 150;

/** A robots.txt that was read before and allows everything, to leave it out of a test. */
export function openRobots(host: string): RobotsRecord {
  return {
    host,
    status: 404,
    verdict: 'everything',
    group: null,
    crawlDelaySeconds: null,
    sitemaps: [],
    aiInput: null,
    body: new Uint8Array(),
  };
}

/** A test site that closes when the test is over. */
export async function site(pages: SitePages, host?: string): Promise<TestSite> {
  const started = await startSite(pages, host);
  afterTest(() => started.close());
  return started;
}

/** What a piece of polite work told, and what it came to. */
export interface Told<T> {
  readonly events: readonly SessionEvent[];
  readonly value: T;
}

export async function finish<T>(work: Politely<T>): Promise<Told<T>> {
  const events: SessionEvent[] = [];
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { events, value: step.value };
    events.push(step.value);
  }
}

/** Asks for a page and says in a word what came of it. */
export async function ask(session: PoliteSession, url: string, request: Partial<PageRequest> = {}): Promise<string> {
  return wordFor((await finish(session.page({ url: new URL(url), gate: () => null, ...request }))).value);
}

export function wordFor(outcome: FetchOutcome<SkipReason>): string {
  switch (outcome.kind) {
    case 'body':
      return 'body';
    case 'not-modified':
      return 'not-modified';
    case 'refused':
      return outcome.reason;
    case 'failed':
      return outcome.failure.code === 'http-status' ? `http-${outcome.failure.status}` : outcome.failure.code;
    default:
      return outcome satisfies never;
  }
}

/** Smallest time between two requests as the server saw them, in milliseconds. */
export function smallestGap({ requests }: TestSite): number {
  return Math.min(...requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0)));
}
