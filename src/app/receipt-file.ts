import { skipSentences } from '../crawler/skip-reason.ts';
import { explainFailure } from '../fetch/explain.ts';
import { failureKey } from '../jobs/tally.ts';
import type { JobUrl } from '../knowledge/ledger.ts';
import { toCsv } from './csv.ts';
import type { TextFile } from './view.ts';

const HEADER = ['url', 'ending', 'meaning', 'note', 'found_on', 'depth', 'requests', 'page'];

/** Every URL a job met as a CSV file, one a line, in the order met (rule 6.3). */
export function receiptFile(jobId: number, urls: readonly JobUrl[]): TextFile {
  const rows = urls.map((line) => [
    line.url,
    endingOf(line),
    explainEnding(line),
    line.note,
    line.via,
    line.depth,
    line.attempts,
    line.pageId,
  ]);
  return { name: `job-${jobId}.csv`, text: toCsv(HEADER, rows) };
}

/** How a URL ended, in one word: a page change, a skip reason, a failure's code, or where it stands in the queue. */
export function endingOf({ state, reason, change, failure }: JobUrl): string {
  if (failure !== null) return failureKey({ failure });
  return reason ?? change ?? state;
}

/** The sentence for that word; '' where the word says it all. */
export function explainEnding({ reason, failure }: JobUrl): string {
  if (failure !== null) return explainFailure(failure);
  return reason === null ? '' : skipSentences[reason];
}
