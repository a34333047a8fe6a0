import type { Clock } from '../clock.ts';
import { directivesOf } from '../crawler/directives.ts';
import type { RobotsRecord } from '../crawler/evidence.ts';
import type { PoliteSession } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { headerValue, type FetchFailure, type FetchOutcome } from '../fetch/outcome.ts';
import type { PageReader } from '../page/pool.ts';
import type { JobStream } from './context.ts';
import { drainUnrecorded } from './polite-events.ts';

/** What an import of one URL would do, found out by asking for it; nothing is stored (rule 6.8). */
export interface CheckReport {
  readonly url: string;
  /** Where it ended, after redirects. */
  readonly finalUrl: string;
  readonly robots: RobotsRecord | null;
  readonly gapMs: number;
  readonly verdict:
    | { readonly kind: 'stored'; readonly title: string; readonly passages: number; readonly characters: number }
    | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly detail?: string }
    | { readonly kind: 'failed'; readonly failure: FetchFailure };
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

export interface LookDeps {
  readonly session: PoliteSession;
  readonly reader: PageReader;
  readonly clock: Clock;
}

export async function* check(deps: LookDeps, url: string): JobStream<CheckReport> {
  const { session, clock } = deps;
  const target = new URL(url);
  const outcome = yield* drainUnrecorded(clock, session.page({ url: target, gate: () => null }));
  const { verdict, noindex, nofollow } = await judge(deps, outcome);
  return {
    url,
    finalUrl: outcome.url.href,
    robots: session.knownRobots(outcome.url)?.record ?? session.knownRobots(target)?.record ?? null,
    gapMs: session.gapMs(target),
    verdict,
    noindex,
    nofollow,
  };
}

async function judge(
  { reader, clock }: LookDeps,
  outcome: FetchOutcome<SkipReason>,
): Promise<Pick<CheckReport, 'verdict' | 'noindex' | 'nofollow'>> {
  const silent = { noindex: false, nofollow: false };
  switch (outcome.kind) {
    case 'refused': {
      const detail = outcome.detail === undefined ? {} : { detail: outcome.detail };
      return { ...silent, verdict: { kind: 'skipped', reason: outcome.reason, ...detail } };
    }
    case 'failed':
      return { ...silent, verdict: { kind: 'failed', failure: outcome.failure } };
    case 'not-modified':
      return {
        ...silent,
        verdict: { kind: 'failed', failure: { code: 'malformed', detail: '304 to a plain request' } },
      };
    case 'body': {
      const { body, url, headers } = outcome;
      const contentType = headerValue(headers, 'content-type');
      const fetchedAt = clock.now();
      const reading = await reader.read({
        body,
        url: url.href,
        fetchedAt,
        ...(contentType === undefined ? {} : { contentType }),
      });
      const directives = directivesOf(reading.marks.robots, headers, fetchedAt);
      if (reading.kind === 'refused') return { ...directives, verdict: { kind: 'skipped', reason: reading.reason } };
      const { title, passages, markdown } = reading.page;
      return {
        ...directives,
        verdict: { kind: 'stored', title, passages: passages.length, characters: markdown.length },
      };
    }
    default:
      return outcome satisfies never;
  }
}
