import type { RobotsRecord } from '../crawler/evidence.ts';
import { skipSentences } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { CheckReport } from '../jobs/check.ts';
import type { JobStream } from '../jobs/context.ts';
import { failureKey } from '../jobs/tally.ts';
import type { Json, Output } from './view.ts';
import { counted } from './wording.ts';

/** Shows what an import of one URL would do. */
export async function* checkResult(work: JobStream<CheckReport>): AsyncGenerator<Output, void, void> {
  const report = yield* eventsThenReport(work);
  const { url, finalUrl, robots, verdict, noindex, nofollow, gapMs } = report;
  const stored = verdict.kind === 'stored';
  yield {
    kind: 'result',
    view: {
      tone: stored ? 'good' : 'warning',
      title: stored ? `${url} would be stored` : `${url} would not be stored`,
      text: [whyOf(verdict)],
      fields: [
        ...(finalUrl === url ? [] : [['Redirects to', finalUrl] as const]),
        ['robots.txt', robotsSentence(robots)],
        ['Pace', paceSentence(gapMs)],
        ...(noindex ? [['noindex', 'yes: a crawl would not store it; an import by its address would'] as const] : []),
        ...(nofollow ? [['nofollow', 'yes: a crawl would not follow its links'] as const] : []),
      ],
    },
    data: {
      url,
      finalUrl,
      wouldStore: stored,
      reason: verdict.kind === 'skipped' ? verdict.reason : null,
      failure: verdict.kind === 'failed' ? failureKey(verdict) : null,
      why: whyOf(verdict),
      title: stored ? verdict.title : null,
      passages: stored ? verdict.passages : 0,
      noindex,
      nofollow,
      gapMs,
      robots: robotsJson(robots),
    },
  };
}

/** Hands on the events of a look, and returns what it found. */
export async function* eventsThenReport<T>(work: JobStream<T>): AsyncGenerator<Output, T, void> {
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
    yield { kind: 'event', event: step.value };
  }
}

function whyOf(verdict: CheckReport['verdict']): string {
  switch (verdict.kind) {
    case 'stored':
      return `"${verdict.title}": ${verdict.characters} characters of Markdown in ${counted(verdict.passages, 'passage')}.`;
    case 'skipped':
      return `This URL ${skipSentences[verdict.reason]}${verdict.detail === undefined ? '' : ` (${verdict.detail})`}.`;
    case 'failed':
      return explainFailure(verdict.failure);
    default:
      return verdict satisfies never;
  }
}

/** What robots.txt came to, in one sentence (rule 3.6). */
export function robotsSentence(robots: RobotsRecord | null): string {
  if (robots === null) return 'was not read';
  const status = robots.status === 'unreachable' ? 'could not be read' : `answered ${robots.status}`;
  switch (robots.verdict) {
    case 'nothing':
      return `${status}: nothing may be fetched this time`;
    case 'everything':
      return `${status}: there are no rules, everything may be fetched`;
    case 'rules': {
      const group = robots.group === null ? 'no group concerns us' : `the group for ${robots.group} applies`;
      const delay = robots.crawlDelaySeconds === null ? '' : `, Crawl-delay ${robots.crawlDelaySeconds} s`;
      return `${status}: ${group}${delay}`;
    }
    default:
      return robots.verdict satisfies never;
  }
}

export function paceSentence(gapMs: number): string {
  return `one request every ${gapMs / 1000} s`;
}

export function robotsJson(robots: RobotsRecord | null): Json {
  if (robots === null) return null;
  const { body: _, ...evidence } = robots;
  return { ...evidence };
}
