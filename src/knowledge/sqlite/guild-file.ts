import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import { prepareChores, type Chores } from './chores.ts';
import { prepareErasure, type Erasure } from './erasure.ts';
import { prepareHostRemoval, type HostRemoval } from './host-removal.ts';
import { prepareJobRobots, type JobRobots } from './job-robots.ts';
import { prepareJobUrls, type JobUrls } from './job-urls.ts';
import { prepareJobs, type Jobs } from './jobs.ts';
import { preparePages, type Pages } from './pages.ts';
import { preparePassages } from './passages.ts';
import { prepareSearch, type Search } from './search.ts';
import { prepareSources, type Sources } from './sources.ts';

/** A guild's database while it is open, its statements prepared once. */
export interface GuildFile {
  readonly db: Database;
  readonly sources: Sources;
  readonly pages: Pages;
  readonly search: Search;
  readonly jobs: Jobs;
  readonly jobUrls: JobUrls;
  readonly jobRobots: JobRobots;
  readonly chores: Chores;
  readonly erasure: Erasure;
  /** Deletes a page and the sources that were nothing but this page; false when there is none. */
  readonly removePage: (id: number) => boolean;
  readonly hostRemoval: HostRemoval;
}

/** Prepares everything one open guild file is asked. */
export function prepareGuildFile(db: Database): GuildFile {
  const erasure = prepareErasure(db);
  const passages = preparePassages(db);
  const pages = preparePages(db, passages, erasure);
  const sources = prepareSources(db);
  const removePage = atomic(db, (id: number) => {
    sources.markLeavingWith(id);
    return pages.delete(id);
  });
  return {
    db,
    sources,
    pages,
    search: prepareSearch(db),
    jobs: prepareJobs(db),
    jobUrls: prepareJobUrls(db, pages),
    jobRobots: prepareJobRobots(db),
    erasure,
    chores: prepareChores(db, pages, passages, erasure),
    removePage,
    hostRemoval: prepareHostRemoval(db, removePage),
  };
}
