import { skipSentences } from '../crawler/skip-reason.ts';
import type { JobStream } from '../jobs/context.ts';
import type { PreviewReport } from '../jobs/preview.ts';
import { eventsThenReport, paceSentence, robotsJson, robotsSentence } from './check-view.ts';
import type { Choice, Output, View, ViewItem } from './view.ts';
import { counted } from './wording.ts';

/** Addresses shown of those in and of those out. */
const SAMPLE = 10;
/** Groups offered to be left out; a menu holds no more (Discord's documentation, "String Select"). */
const MAX_CHOICES = 25;

/** Shows what a crawl would do. */
export async function* previewResult(
  work: JobStream<PreviewReport>,
  exclude: readonly string[],
): AsyncGenerator<Output, void, void> {
  const report = yield* eventsThenReport(work);
  const counts: Record<string, number> = {};
  for (const { reason } of report.out) counts[reason] = (counts[reason] ?? 0) + 1;
  yield {
    kind: 'result',
    failed: report.problem !== null,
    ...(report.problem === null
      ? {
          offer: { label: 'Import', destroys: false, options: { preview: null } },
          changes: [{ label: 'Change scope', options: ['exclude', 'pages', 'sitemap'] }],
          ...choiceOf(report, exclude),
        }
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
      groups: report.groups.map((group) => ({ ...group })),
      expectedPages: report.expectedPages,
      expectedMinutes: report.expectedMinutes,
      expectedRuns: report.expectedRuns,
      expectedDays: report.expectedDays,
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
    expectedDays,
    problem,
    gapMs,
    groups,
  } = report;
  const moved = startsAt.join(' ') !== startUrls.join(' ');
  return {
    tone: problem === null ? 'neutral' : 'warning',
    title: `Preview of a crawl of ${startUrls.join(' ')}; nothing was stored`,
    text: [
      problem === null
        ? `One run would visit ${expectedPages} of ${counted(inScope.length, 'known page')} in ${duration(expectedMinutes)}.`
        : sentenceOf(problem),
      ...(expectedRuns > 1 ? [runsSentence(inScope.length, expectedRuns, expectedDays)] : []),
    ],
    fields: [
      ...(moved ? [['Redirects to', startsAt.join(' ')] as const] : []),
      ['robots.txt', robotsSentence(robots)],
      ['Pace', paceSentence(gapMs)],
      ['Sitemap', sitemap ?? 'was not asked for'],
    ],
    items: [
      ...groupItems('Languages', groups, 'language'),
      ...groupItems('Versions', groups, 'version'),
      { title: `In (${inScope.length})`, lines: inScope.slice(0, SAMPLE) },
      { title: `Out (${out.length})`, rows: out.slice(0, SAMPLE).map(({ url, reason }) => [reason, url]) },
    ],
  };
}

/** How long a large site takes (rule 6.8). */
function runsSentence(known: number, runs: number, days: number | null): string {
  const alone =
    days === null ? '' : ` Followed by its sitemap it goes on by itself, one run a day: about ${days} days.`;
  return `All ${known} known pages take ${runs} runs; each goes on where the last one ended (Continue).${alone}`;
}

/** The groups of one kind, each with the path that leaves it out. */
function groupItems(title: string, groups: PreviewReport['groups'], wanted: string): readonly ViewItem[] {
  const rows = groups
    .filter(({ kind }) => kind === wanted)
    .slice(0, SAMPLE)
    .map(({ name, path, pages, excluded }) => [
      `${pages} ×`,
      name,
      excluded ? `left out by ${path}` : `exclude ${path} to leave it out`,
    ]);
  return rows.length === 0 ? [] : [{ title, rows }];
}

/** The same as a list to choose from; what else is left out stays so. */
function choiceOf({ groups }: PreviewReport, exclude: readonly string[]): { readonly choice?: Choice } {
  const offered = groups.filter(({ path, excluded }) => !excluded || exclude.includes(path)).slice(0, MAX_CHOICES);
  if (offered.length === 0) return {};
  return {
    choice: {
      label: 'Change scope: leave out languages or versions',
      option: 'exclude',
      always: exclude.filter((path) => !offered.some((group) => group.path === path)),
      entries: offered.map(({ name, path, pages, excluded }) => ({
        value: path,
        label: name,
        description: `${counted(pages, 'page')} under ${path}`,
        chosen: excluded,
      })),
    },
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
