import type { Clock } from '../clock.ts';
import type { JobNews } from '../jobs/runner.ts';
import { emptyTally, failureKey, sum, tally, type JobTally } from '../jobs/tally.ts';
import { parseUrl } from '../parse-url.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one JSON object a line (rule 13.2). */
export interface Log {
  write(level: LogLevel, message: string, fields?: Fields): void;
}

export interface LogOptions {
  readonly out: NodeJS.WritableStream;
  /** Lines below it are left out. */
  readonly level: LogLevel;
  readonly clock: Clock;
  /** Tokens and keys, which are never written, wherever they turn up. */
  readonly secrets: readonly string[];
}

export function createLog({ out, level, clock, secrets }: LogOptions): Log {
  const least = LOG_LEVELS.indexOf(level);
  const hide = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
  return {
    write(lineLevel, message, fields = {}) {
      if (LOG_LEVELS.indexOf(lineLevel) < least) return;
      const line = JSON.stringify({ time: clock.now().toISOString(), level: lineLevel, message, ...fields });
      out.write(`${hide(line)}\n`);
    },
  };
}

/** Writes what the jobs tell, each line with its job, until their stream ends. */
export async function logJobs(log: Log, news: AsyncIterable<JobNews>): Promise<void> {
  const tallies = new Map<string, JobTally>();
  for await (const { guildId, jobId, job, event } of news) {
    const key = `${guildId}:${jobId}`;
    const totals = tally(tallies.get(key) ?? emptyTally, event);
    if (event.kind === 'finished') tallies.delete(key);
    else tallies.set(key, totals);
    const [level, message, fields] = lineOf(event, totals);
    log.write(level, message, { guild: guildId, job: jobId, kind: job, ...fields });
  }
}

function lineOf(event: JobNews['event'], totals: JobTally): readonly [LogLevel, string, Fields] {
  switch (event.kind) {
    case 'started':
      return ['info', 'job started', { source: event.sourceId, expected: event.expected, resumes: event.resumes }];
    case 'robots': {
      const { host, status, verdict, group, crawlDelaySeconds } = event;
      return ['info', 'robots.txt read', { host, status, verdict, group, crawlDelaySeconds }];
    }
    case 'page':
      return ['debug', 'page read', { url: withoutQuery(event.url), change: event.change }];
    case 'skipped':
      return ['debug', 'URL skipped', { url: withoutQuery(event.url), reason: event.reason }];
    case 'failed':
      return ['info', 'URL failed', { url: withoutQuery(event.url), reason: failureKey(event) }];
    case 'waiting':
      return ['debug', 'waiting', { host: event.host, until: new Date(event.untilMs).toISOString(), why: event.why }];
    case 'note':
      return ['info', event.text, {}];
    case 'finished': {
      const { pages, skipped, failed, met } = totals;
      const counts = { ...pages, skipped: sum(skipped), failed: sum(failed), met };
      return [
        event.end === 'failed' ? 'error' : 'info',
        'job finished',
        { end: event.end, detail: event.detail, ...counts },
      ];
    }
    default:
      return event satisfies never;
  }
}

/** A query may hold somebody's token; what stands before it tells the page. */
function withoutQuery(address: string): string {
  const url = parseUrl(address);
  return url === null || url.search === '' ? address : `${url.origin}${url.pathname}?…`;
}
