import type { JobRecord, JobUrl } from '../knowledge/ledger.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { linesOf } from './lines.ts';

/** What a crawl did so far: this job before it was interrupted, and the partial ones it continues. */
export interface History {
  /** URLs asked for that came to an end, redirects counted once. */
  readonly asked: number;
  /** The sitemap has been read: it comes after the start URLs and before everything else. */
  readonly sitemapRead: boolean;
}

export async function historyOf(guild: GuildKnowledge, job: JobRecord): Promise<History> {
  let asked = 0;
  let sitemapRead = false;
  for (
    let run: JobRecord | null = job;
    run !== null;
    run = run.continues === null ? null : await guild.job(run.continues)
  ) {
    for await (const line of linesOf(guild, run.id)) {
      const { via, depth, attempts } = line;
      if (wasAsked(line)) asked += 1;
      sitemapRead ||= via === 'sitemap' || (depth > 0 && attempts > 0);
    }
  }
  return { asked, sitemapRead };
}

function wasAsked({ attempts, state, reason }: JobUrl): boolean {
  return attempts > 0 && (state === 'page' || state === 'failed' || state === 'skipped') && reason !== 'redirected';
}
