import type { View, ViewItem } from '../app/view.ts';
import { skipSentences } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { JobEvent } from '../jobs/event.ts';
import { wasAskedFor } from '../app/progress.ts';
import { harmless, oneLine, widthOf } from './terminal-text.ts';

/** A view as plain text. */
export function renderView({ title, text = [], markdown, fields = [], items = [], document }: View): string {
  return [
    oneLine(title),
    ...text.map((paragraph) => `  ${oneLine(paragraph)}`),
    ...(markdown === undefined ? [] : ['', ...markdown.split('\n').map((line) => `  ${oneLine(line)}`.trimEnd()), '']),
    ...columns(fields.filter(([, value]) => value !== '')).map((line) => `  ${line}`),
    ...items.flatMap(renderItem),
    ...(document === undefined ? [] : ['', harmless(document)]),
  ].join('\n');
}

function renderItem({ title, url, lines = [], rows = [] }: ViewItem): readonly string[] {
  const below = [...(url === undefined ? [] : [url]), ...lines].map(oneLine);
  return [`  ${oneLine(title)}`, ...[...below, ...columns(rows)].map((line) => `      ${line}`)];
}

/** Rows with their columns aligned: figures to the right, the last column as long as it is. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const clean = rows.map((row) => row.map(oneLine));
  const widths = (clean[0] ?? []).map((_, at) => Math.max(...clean.map((row) => widthOf(row[at] ?? ''))));
  return clean.map((row) =>
    row
      .map((cell, at) => {
        const padding = at === row.length - 1 ? '' : ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return /^\d/.test(cell) ? padding + cell : cell + padding;
      })
      .join('  '),
  );
}

/** An event as one line, or null for those a person does not need line by line. */
export function renderEvent(event: JobEvent): string | null {
  const line = lineOf(event);
  return line === null ? null : oneLine(line);
}

function lineOf(event: JobEvent): string | null {
  switch (event.kind) {
    case 'started':
      return `started  job ${event.jobId}${event.resumes === undefined ? '' : `, going on with what was ${event.resumes}`}`;
    case 'robots':
      return `robots   ${event.host}/robots.txt: ${event.status}${event.crawlDelaySeconds === null ? '' : `, Crawl-delay ${event.crawlDelaySeconds} s`}`;
    case 'page':
      return `${event.change.padEnd(8)} ${event.url}${event.title ? `  ${event.title}` : ''}`;
    case 'failed':
      return `failed   ${event.url}  ${explainFailure(event.failure)}`;
    case 'waiting':
      return `waiting  ${event.host} (${event.why})`;
    case 'note':
      return `note     ${event.text}`;
    case 'skipped':
      return wasAskedFor(event.reason) ? `skipped  ${event.url}  ${skipSentences[event.reason]}` : null;
    case 'finished':
      return null;
    default:
      return event satisfies never;
  }
}
