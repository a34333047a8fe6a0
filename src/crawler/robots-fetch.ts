import type { Answer } from '../fetch/outcome.ts';
import { MAX_REDIRECTS } from '../promises.ts';
import type { RobotsRecord } from './evidence.ts';
import type { Held } from './polite-request.ts';
import type { Politely } from './politely.ts';
import { judgeRobotsAnswer, readRobots, robotsUrlFor, type RobotsPolicy } from './robots.ts';

/** What a host's robots.txt means for one job. `stopped`: the job ended before it could be read. */
export type RobotsStanding =
  | { readonly kind: 'policy'; readonly policy: RobotsPolicy; readonly record: RobotsRecord }
  | { readonly kind: 'nothing'; readonly record: RobotsRecord; readonly problem?: HostProblem }
  | { readonly kind: 'stopped' };

/** The host itself cannot be asked, so that its robots.txt says nothing about it: no such name, no connection, not allowed. */
export type HostProblem = Extract<Answer, { kind: 'failed' } | { kind: 'refused' }>;

/** Sends one request for robots.txt in pace, redirects not followed. */
export type RequestRobots = (url: URL) => Politely<Answer | Held>;

/**
 * Reads robots.txt of the URL's host: up to five redirects, also to other hosts, and one more try when the server
 * fails (rule 3.3). The rules found apply to the host first asked (RFC 9309 2.3.1.2).
 */
export async function* readRobotsOf(url: URL, request: RequestRobots): Politely<RobotsStanding> {
  const first = yield* followRobots(robotsUrlFor(url), request);
  if (first.answer.kind === 'held') return { kind: 'stopped' };
  const { standing, tryAgain } = judge(url, first.answer, first.hops);
  if (!tryAgain) return standing;

  const second = yield* followRobots(robotsUrlFor(url), request);
  if (second.answer.kind !== 'held') return judge(url, second.answer, second.hops).standing;
  // The host asks for more time than the job has: what it answered stands.
  return second.answer.reason === 'time-limit' ? standing : { kind: 'stopped' };
}

interface Followed {
  readonly answer: Answer | Held;
  readonly hops: number;
}

async function* followRobots(start: URL, request: RequestRobots): Politely<Followed> {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    const answer = yield* request(url);
    // A sixth redirect is not followed: its own status then says 'unavailable'.
    if (answer.kind !== 'redirect' || hops === MAX_REDIRECTS) return { answer, hops };
    url = answer.location;
  }
}

interface Judged {
  readonly standing: RobotsStanding;
  readonly tryAgain: boolean;
}

function judge(url: URL, answer: Answer, hops: number): Judged {
  const { status, body } = statusOf(answer);
  const judged = judgeRobotsAnswer(status === 'unreachable' ? { unreachable: true } : { status, body }, url);
  if (judged.kind === 'policy') {
    const { policy } = judged;
    return { standing: { kind: 'policy', policy, record: recordOf(url, status, policy, body) }, tryAgain: false };
  }
  const problem = hops === 0 && isHostProblem(answer) ? { problem: answer } : {};
  return {
    standing: { kind: 'nothing', record: recordOf(url, status, null, body), ...problem },
    // A target that we never connect to (rule 2.2) is refused again.
    tryAgain: judged.kind === 'try-again' && answer.kind !== 'refused',
  };
}

const HOST_PROBLEMS: ReadonlySet<string> = new Set(['dns', 'refused', 'unreachable', 'tls']);

function isHostProblem(answer: Answer): answer is HostProblem {
  return answer.kind === 'refused' || (answer.kind === 'failed' && HOST_PROBLEMS.has(answer.failure.code));
}

function statusOf(answer: Answer): { readonly status: number | 'unreachable'; readonly body: Uint8Array } {
  if (answer.kind === 'answer') return { status: answer.status, body: answer.body };
  const body = new Uint8Array();
  if (answer.kind === 'redirect') return { status: answer.status, body };
  // A redirect without a usable target leads nowhere: like one too many, it makes the file unavailable.
  if (answer.kind === 'failed' && answer.failure.code === 'bad-redirect') return { status: 404, body };
  return { status: 'unreachable', body };
}

function recordOf(
  url: URL,
  status: number | 'unreachable',
  policy: RobotsPolicy | null,
  body: Uint8Array,
): RobotsRecord {
  const rules = policy !== null && status !== 'unreachable' && status >= 200 && status < 300;
  return {
    host: url.origin,
    status,
    verdict: policy === null ? 'nothing' : rules ? 'rules' : 'everything',
    group: policy?.group ?? null,
    crawlDelaySeconds: policy?.crawlDelaySeconds ?? null,
    sitemaps: policy?.sitemaps ?? [],
    aiInput: policy?.aiInput ?? null,
    body: rules ? body : new Uint8Array(),
  };
}

/** The standing that a job had before it was interrupted. */
export function standingFrom(record: RobotsRecord): RobotsStanding {
  if (record.verdict === 'nothing') return { kind: 'nothing', record };
  return { kind: 'policy', policy: readRobots(record.body, new URL(record.host)), record };
}
