import type { JobHandle } from '../jobs/runner.ts';
import { failureKey } from '../jobs/tally.ts';
import type { JobRecord, JobUrl, StoredRobots } from '../knowledge/ledger.ts';
import { robotsSentence } from './check-view.ts';
import { jobUrls } from '../jobs/job-urls.ts';
import { jobName } from './job-name.ts';
import { endingOf, explainEnding, receiptFile } from './receipt-file.ts';
import type { Output, Result, ViewItem } from './view.ts';
import { counted, shownTime } from './wording.ts';

/** URLs shown of those that ended alike; the file has them all. */
const SHOWN_URLS = 20;

/** The newest jobs of a guild, with the place of those that wait. */
export function jobList(jobs: readonly JobRecord[], active: readonly JobHandle[]): Result {
  const placeOf = (id: number): number | undefined => active.find(({ jobId }) => jobId === id)?.place();
  return {
    kind: 'result',
    view: {
      tone: 'neutral',
      title: jobs.length === 0 ? 'No jobs yet' : `${counted(jobs.length, 'job')}, newest first`,
      items: jobs.map((job) => ({ title: `${job.id}  ${jobName(job.spec)}`, lines: [stateOf(job, placeOf(job.id))] })),
    },
    data: {
      jobs: jobs.map((job) => ({
        id: job.id,
        kind: job.spec.kind,
        urls: jobUrls(job.spec),
        state: job.state,
        end: job.end,
        detail: job.detail,
        visited: job.visited,
        createdAt: job.createdAt.toISOString(),
        finishedAt: job.finishedAt?.toISOString() ?? null,
        place: placeOf(job.id) ?? null,
      })),
    },
  };
}

/** Every URL a job met and what became of it, and the robots.txt it went by. `place` of one that waits or runs. */
export function jobReceipt(
  job: JobRecord,
  urls: readonly JobUrl[],
  robots: readonly StoredRobots[],
  place?: number,
): Output {
  return {
    kind: 'result',
    view: {
      tone: 'neutral',
      title: `Job ${job.id}: ${jobName(job.spec)}`,
      text: [
        `${stateOf(job, place)}; ${counted(urls.length, 'URL')} met`,
        ...(job.detail === null ? [] : [job.detail]),
      ],
      fields: robots.map((file) => [`${file.host}/robots.txt`, robotsSentence(file)]),
      items: groupsOf(urls),
    },
    data: {
      jobId: job.id,
      state: job.state,
      end: job.end,
      urls: urls.map(({ url, state, via, depth, reason, change, failure, pageId, note }) => ({
        url,
        state,
        via,
        depth,
        reason,
        change,
        failure: failure === null ? null : failureKey({ failure }),
        pageId,
        note,
      })),
      robots: robots.map(({ body: _, readAt, ...file }) => ({ ...file, readAt: readAt.toISOString() })),
    },
    file: receiptFile(job.id, urls),
  };
}

/** The URLs that ended alike under one line that says how, in the order they were met. */
function groupsOf(urls: readonly JobUrl[]): readonly ViewItem[] {
  const groups = new Map<string, JobUrl[]>();
  for (const line of urls) {
    const ending = endingOf(line);
    const group = groups.get(ending) ?? [];
    group.push(line);
    groups.set(ending, group);
  }
  return [...groups].map(([ending, group]) => {
    const meaning = new Set(group.map(explainEnding));
    const [sentence = ''] = meaning.size === 1 ? meaning : [];
    const shown = group.slice(0, SHOWN_URLS).map(({ url, note }) => (note === null ? url : `${url} (${note})`));
    const rest = group.length - shown.length;
    return {
      title: `${group.length} × ${ending}${sentence === '' ? '' : `: ${sentence}`}`,
      lines: rest === 0 ? shown : [...shown, `and ${rest} more; the file has them all`],
    };
  });
}

function stateOf({ state, end, visited, createdAt }: JobRecord, place: number | undefined): string {
  const since = `begun ${shownTime(createdAt)}, ${counted(visited, 'page request')}`;
  if (state === 'finished') return `${end ?? 'ended'}, ${since}`;
  if (place === undefined) return `not finished: another process runs it, or it goes on at the next start; ${since}`;
  return place === 0 ? `running, ${since}` : `waiting, number ${place} in the queue`;
}
