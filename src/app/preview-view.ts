import { skipSentences } from '../crawler/skip-reason.ts';
import type { JobStream } from '../jobs/context.ts';
import type { PreviewReport } from '../jobs/preview.ts';
import { eventsThenReport, paceSentence, robotsJson, robotsSentence } from './check-view.ts';
import type { Output, View } from './view.ts';
import { counted } from './wording.ts';

/** Addresses shown of those in and of those out. */
const SAMPLE = 10;

/** Shows what a crawl would do. */
export async function* previewResult(work: JobStream<PreviewReport>): AsyncGenerator<Output, void, void> {
  const report = yield* eventsThenReport(work);
  const counts: Record<string, number> = {};
  for (const { reason } of report.out) counts[reason] = (counts[reason] ?? 0) + 1;
  yield {
    kind: 'result',
    failed: report.problem !== null,
    ...(report.problem === null
      ? { offer: { label: 'Start the crawl', destroys: false, options: { preview: null } } }
      : {}),
    view: viewOf(report),
    data: {
      preview: true,
      startUrls: report.startUrls,
      startsAt: report.startsAt,
      robots: robotsJson(report.robots),
      gapMs: report.gapMs,
      sitemap: report.sitemap,
      pagesAsked: report.pagesAsked,
      known: report.inScope.length,
      sampleIn: report.inScope.slice(0, SAMPLE),
      sampleOut: report.out.slice(0, SAMPLE).map(({ url, reason }) => ({ url, reason })),
      outByReason: counts,
      expectedPages: report.expectedPages,
      expectedMinutes: report.expectedMinutes,
      expectedRuns: report.expectedRuns,
      problem: report.problem,
    },
  };
}

function viewOf(report: PreviewReport): View {
  const {
    startUrls,
    startsAt,
    robots,
    sitemap,
    inScope,
    out,
    expectedPages,
    expectedMinutes,
    expectedRuns,
    problem,
    gapMs,
  } = report;
  const moved = startsAt.join(' ') !== startUrls.join(' ');
  return {
    tone: problem === null ? 'neutral' : 'warning',
    title: `Preview of a crawl of ${startUrls.join(' ')}; nothing was stored`,
    text: [
      problem === null
        ? `One run would visit ${expectedPages} of ${counted(inScope.length, 'known page')} in ${duration(expectedMinutes)}.`
        : sentenceOf(problem),
      ...(expectedRuns > 1
        ? [`For all that is known it takes ${expectedRuns} runs; each goes on where the last one ended.`]
        : []),
    ],
    fields: [
      ...(moved ? [['Redirects to', startsAt.join(' ')] as const] : []),
      ['robots.txt', robotsSentence(robots)],
      ['Pace', paceSentence(gapMs)],
      ['Sitemap', sitemap ?? 'was not asked for'],
    ],
    items: [
      { title: `In (${inScope.length})`, lines: inScope.slice(0, SAMPLE) },
      { title: `Out (${out.length})`, rows: out.slice(0, SAMPLE).map(({ url, reason }) => [reason, url]) },
    ],
  };
}

function duration(minutes: number): string {
  return minutes < 1 ? 'less than a minute' : `about ${counted(Math.round(minutes), 'minute')}`;
}

/** The problem is a sentence already, or the reason why the start URL would be skipped. */
function sentenceOf(problem: string): string {
  const sentences: Readonly<Record<string, string | undefined>> = skipSentences;
  const sentence = sentences[problem];
  return sentence === undefined ? problem : `The start URL ${sentence}.`;
}
