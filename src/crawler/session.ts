import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.ts';
import type { WebClient } from '../fetch/client.ts';
import type { Answer, FetchOutcome, Hop, Validators } from '../fetch/outcome.ts';
import { validatorsOf } from '../fetch/validators.ts';
import { MAX_REDIRECTS, MAX_REFUSALS_IN_A_ROW } from '../promises.ts';
import type { RobotsRecord } from './evidence.ts';
import type { Pace } from './pace.ts';
import {
  createPoliteRequests,
  LIST,
  MARKDOWN,
  MARKDOWN_OR_PAGE,
  PAGE,
  ROBOTS,
  SITEMAP,
  type Want,
} from './polite-request.ts';
import { politely, tellAll, type Limits, type Politely, type Tell } from './politely.ts';
import { retryAfterOf } from './push-back.ts';
import { readRobotsOf, standingFrom, type RobotsStanding } from './robots-fetch.ts';
import { createRobotsOnce } from './robots-once.ts';
import type { SkipReason } from './skip-reason.ts';
import { withoutFragment } from './url.ts';

export interface SessionOptions {
  readonly guildId: string;
  readonly limits: Limits;
  /** robots.txt files that an interrupted job had read. */
  readonly robots: readonly RobotsRecord[];
  readonly resumed: boolean;
}

export interface PageRequest {
  readonly url: URL;
  readonly validators?: Validators;
  /** Markdown is wanted: the page's twin, or rather than HTML where the address offers both, or the list of a host's twins. */
  readonly markdown?: 'only' | 'preferred' | 'list';
  /** Asked before each request, redirect hops and retries included, and once more when it is about to go out. */
  gate(url: URL, hops: readonly Hop[]): SkipReason | null;
}

/** One job's manners: robots.txt once a host, one request at a time and in pace, redirects gated at every hop. */
export interface PoliteSession {
  page(request: PageRequest): Politely<FetchOutcome<SkipReason>>;
  /** The same for who needs no stream: thousands of checks go faster when each only tells of what happens. */
  ask(request: PageRequest, tell: Tell): Promise<FetchOutcome<SkipReason>>;
  /** A sitemap: robots.txt and pace hold, but it is no page and has no scope (rule 3.1). */
  sitemap(url: URL): Politely<FetchOutcome<SkipReason>>;
  /** Reads robots.txt of this URL's host, and nothing else; null when the job ended before. */
  robots(url: URL): Politely<RobotsReading | null>;
  /** What robots.txt of this URL's host says, if it has been read. */
  knownRobots(url: URL): RobotsReading | null;
  /** The gap between two requests to the host as it stands now, in milliseconds. */
  gapMs(url: URL): number;
  /** Time the job has left. */
  remainingMs(): number;
  /** Ends requests in flight and waits, at once; work that goes on after that ends as `interrupted`. */
  close(): Promise<void>;
}

export type RobotsReading = Exclude<RobotsStanding, { kind: 'stopped' }>;

export type OpenSession = (options: SessionOptions) => PoliteSession;

interface SessionDeps {
  readonly client: WebClient;
  readonly pace: Pace;
  readonly clock: Clock;
}

export function sessions(deps: SessionDeps): OpenSession {
  return (options) => createSession(deps, options);
}

function createSession({ client, pace, clock }: SessionDeps, options: SessionOptions): PoliteSession {
  const { guildId, robots: before, resumed } = options;
  const closing = new AbortController();
  const limits = limitsUntil(closing.signal, options.limits);
  const connections = client.open();
  const jobPace = pace.openJob({ guildId, resumed });
  const requests = createPoliteRequests({ connections, pace: jobPace, clock, limits });
  const refusalsInARow = new Map<string, number>();

  const robots = createRobotsOnce({
    before: new Map(before.map((record) => [record.host, standingFrom(record)])),
    read: (url) => readRobotsOf(url, (target) => politely((tell) => requests.once(target, ROBOTS, tell))),
    settled: slowFor,
  });
  for (const { host } of before) slowFor(new URL(host), robots.known(new URL(host)));

  function slowFor(url: URL, standing: RobotsStanding | null): void {
    if (standing?.kind === 'policy') jobPace.setCrawlDelay(url, standing.record.crawlDelaySeconds);
  }

  async function follow(request: PageRequest, want: Want, tell: Tell): Promise<FetchOutcome<SkipReason>> {
    const hops: Hop[] = [];
    let url = withoutFragment(request.url);
    const refused = (reason: SkipReason): FetchOutcome<SkipReason> => ({ kind: 'refused', url, hops, reason });
    const gate = (): SkipReason | null =>
      request.gate(url, hops) ?? ((refusalsInARow.get(url.host) ?? 0) < MAX_REFUSALS_IN_A_ROW ? null : 'host-refused');
    for (;;) {
      const gated = gate();
      if (gated !== null) return refused(gated);
      const standing = robots.known(url) ?? (await tellAll(robots.of(url), tell));
      if (standing.kind === 'stopped') return refused(limits.stopReason() ?? 'time-limit');
      if (standing.kind === 'nothing') return robotsRefusal(standing, url, hops);
      if (!standing.policy.allows(url)) return refused('robots-disallowed');

      const answer = await requests.withRetry(url, hops.length === 0 ? want : withoutValidators(want), tell, gate);
      if (answer.kind === 'held') return refused(answer.reason);
      if (answer.kind !== 'redirect') {
        if (answer.kind === 'answer') countRefusals(answer);
        return ending(answer, hops, clock.now());
      }
      const { status, location } = answer;
      hops.push({ url, status, location });
      if (hops.some((hop) => hop.url.href === location.href))
        return failed(url, hops, 'redirect-loop', `back to ${location.href}`);
      if (hops.length > MAX_REDIRECTS) return failed(url, hops, 'too-many-redirects', `more than ${MAX_REDIRECTS}`);
      url = location;
    }
  }

  /** Rule 2.5: so many in a row, and the host's part of the job is over. */
  function countRefusals({ url: { host }, status }: Extract<Answer, { kind: 'answer' }>): void {
    const refusing = status === 401 || status === 403;
    refusalsInARow.set(host, refusing ? (refusalsInARow.get(host) ?? 0) + 1 : 0);
  }

  return {
    page: (request) => politely((tell) => follow(request, wantOf(request), tell)),
    ask: (request, tell) => follow(request, wantOf(request), tell),
    sitemap: (url) => politely((tell) => follow({ url, gate: () => null }, SITEMAP, tell)),
    async *robots(url) {
      const standing = yield* robots.of(url);
      return standing.kind === 'stopped' ? null : standing;
    },
    knownRobots(url) {
      const standing = robots.known(url);
      return standing === null || standing.kind === 'stopped' ? null : standing;
    },
    gapMs: (url) => jobPace.gapMs(url),
    remainingMs: () => limits.remainingMs(),
    async close() {
      closing.abort();
      await connections.close();
      jobPace.close();
    },
  };
}

const WANTS = { only: MARKDOWN, preferred: MARKDOWN_OR_PAGE, list: LIST, unasked: PAGE } as const;

function wantOf({ markdown, validators }: PageRequest): Want {
  const want = WANTS[markdown ?? 'unasked'];
  return validators === undefined ? want : { ...want, validators };
}

/** The job's limits, and the end of its session. */
function limitsUntil(closed: AbortSignal, limits: Limits): Limits {
  const waits = AbortSignal.any([limits.waits, closed]);
  // An import may wait for a hundred hosts at once; Node takes more than ten listeners for a leak.
  setMaxListeners(0, waits);
  return {
    signal: limits.signal,
    waits,
    remainingMs: () => limits.remainingMs(),
    stopReason: () => limits.stopReason() ?? (closed.aborted ? 'interrupted' : null),
  };
}

/** Validators belong to the address they came from, not to where it redirects. */
function withoutValidators({ validators: _, ...want }: Want): Want {
  return want;
}

/** What the last answer comes to. */
function ending(
  answer: Exclude<Answer, { kind: 'redirect' }>,
  hops: readonly Hop[],
  now: Date,
): FetchOutcome<SkipReason> {
  const { url } = answer;
  if (answer.kind === 'refused') return { kind: 'refused', url, hops, reason: answer.reason, detail: answer.detail };
  if (answer.kind === 'failed') return { kind: 'failed', url, hops, failure: answer.failure };
  const { status, headers, body, truncated } = answer;
  if (status === 304) return { kind: 'not-modified', url, hops, validators: validatorsOf(headers) };
  if (status >= 200 && status < 300) {
    return { kind: 'body', url, hops, status, headers, body, truncated, validators: validatorsOf(headers) };
  }
  const retryAfterMs = retryAfterOf(answer, now);
  const failure = { code: 'http-status', status, ...(retryAfterMs === null ? {} : { retryAfterMs }) } as const;
  return { kind: 'failed', url, hops, failure };
}

/** A host that cannot be reached at all is a failure the admin can act on; one whose robots.txt fails is left alone. */
function robotsRefusal(
  { problem }: Extract<RobotsStanding, { kind: 'nothing' }>,
  url: URL,
  hops: readonly Hop[],
): FetchOutcome<SkipReason> {
  if (problem?.kind === 'failed') return { kind: 'failed', url, hops, failure: problem.failure };
  if (problem?.kind === 'refused')
    return { kind: 'refused', url, hops, reason: problem.reason, detail: problem.detail };
  return { kind: 'refused', url, hops, reason: 'robots-unavailable' };
}

function failed(
  url: URL,
  hops: readonly Hop[],
  code: 'redirect-loop' | 'too-many-redirects',
  detail: string,
): FetchOutcome<SkipReason> {
  return { kind: 'failed', url, hops, failure: { code, detail } };
}
