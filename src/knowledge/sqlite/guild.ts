import type { GuildId, GuildKnowledge } from '../store.ts';
import { atomic } from './atomic.ts';
import type { GuildFile } from './guild-file.ts';
import type { GuildFiles } from './guild-files.ts';
import type { Hints } from './instance.ts';

/**
 * One guild's knowledge and jobs as the rest of the house sees it. Holds no file: each call borrows the guild's open
 * one, or opens it, so that a handle may be kept for as long as one likes.
 */
export function createGuildKnowledge(guildId: GuildId, files: GuildFiles, hints: Hints): GuildKnowledge {
  const use = <T>(work: (file: GuildFile) => T | Promise<T>): Promise<T> => files.use(guildId, work);
  /** Under the guild's write lock, so that the hint and the jobs cannot be changed by two processes crosswise. */
  const inOneGo = <T>(work: (file: GuildFile) => T): Promise<T> => use((file) => atomic(file.db, work)(file));

  return {
    guildId,
    addSource: (spec, at) => use(({ sources }) => sources.add(spec, at)),
    sources: () => use(({ sources }) => sources.all()),
    source: (id) => use(({ sources }) => sources.get(id)),
    siteWith: (startUrls) => use(({ sources }) => sources.siteWith(startUrls)),
    removeSource: (id) =>
      use(async ({ sources, chores }) => {
        if (sources.get(id) === null) return 0;
        const removed = sources.markLeaving(id);
        files.removeCopies(guildId);
        await chores.runAndErase();
        return removed;
      }),

    pages: (query) => use(({ pages }) => pages.list(query)),
    suggestPages: (typed, limit) => use(({ pages }) => pages.suggest(typed, limit)),
    countPages: (sourceId) => use(({ pages }) => pages.count(sourceId)),
    page: (id) => use(({ pages }) => pages.details(id)),
    pageAt: (url) => use(({ pages }) => pages.at(url)),
    twinOf: (sourceId, contentHash, url) => use(({ pages }) => pages.twinOf(sourceId, contentHash, url)),
    removePage: (id) =>
      use(async ({ removePage, chores }) => {
        if (!removePage(id)) return false;
        files.removeCopies(guildId);
        await chores.runAndErase();
        return true;
      }),
    async removeHost(host) {
      let removed = 0;
      while (await use(({ hostRemoval }) => hostRemoval.removePage(host))) removed += 1;
      files.removeCopies(guildId);
      await use(async ({ hostRemoval, chores }) => {
        hostRemoval.removeRobots(host);
        await chores.runAndErase();
      });
      return removed;
    },
    search: (query, limit) => use(({ search }) => search(query, limit)),

    createJob: (job) =>
      inOneGo(({ jobs }) => {
        hints.jobOpen(guildId);
        return jobs.create(job);
      }),
    job: (id) => use(({ jobs }) => jobs.get(id)),
    jobs: (limit) => use(({ jobs }) => jobs.newest(limit)),
    unfinishedJobs: () => use(({ jobs }) => jobs.unfinished()),
    lastJobOf: (sourceId) => use(({ jobs }) => jobs.lastOf(sourceId)),
    markRunning: (id) => use(({ jobs }) => jobs.markRunning(id)),
    addUrls: (id, met) => use(({ jobUrls }) => jobUrls.add(id, met)),
    recordDispatch: (id, url, spentMs) => use(({ jobUrls }) => jobUrls.recordDispatch(id, url, spentMs)),
    recordRobots: (id, robots) => use(({ jobRobots }) => jobRobots.record(id, robots)),
    robotsOf: (id) => use(({ jobRobots }) => jobRobots.of(id)),
    recordVisit: (id, visit) =>
      use(async ({ jobUrls, chores }) => {
        const result = jobUrls.recordVisit(id, visit);
        await chores.run();
        return result;
      }),
    recordMovedStart: (id, start) => use(({ jobs }) => jobs.recordMovedStart(id, start)),
    finishJob: async (id, ending) => {
      await inOneGo(({ jobs }) => {
        jobs.finish(id, ending);
        if (jobs.unfinished().length === 0) hints.noJobOpen(guildId);
      });
      await use(({ chores }) => chores.runAndErase());
    },
    urlsOf: (id, part) => use(({ jobUrls }) => jobUrls.of(id, part)),
    knownUrls: (id) => use(({ jobUrls }) => jobUrls.knownTo(id)),
  };
}
