import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { GuildId, GuildKnowledge } from '../store.ts';
import { atomic } from './atomic.ts';
import type { Embedding } from './embedding.ts';
import type { Forgotten } from './forgotten.ts';
import type { GuildFile } from './guild-file.ts';
import { createFreshness, hostOf } from './freshness.ts';
import { oldestKept } from './oldest-kept.ts';
import type { GuildFiles } from './guild-files.ts';
import type { Hints } from './instance.ts';
import { createQuestionLog } from './question-log.ts';
import type { Learning } from './learning.ts';
import type { PageHosts } from './page-hosts.ts';
import { createRetrieve } from './retrieve.ts';
import type { SearchThread } from './search-thread.ts';

/** What the guilds of one store share. */
export interface GuildHelp {
  readonly forgotten: Forgotten;
  readonly hints: Hints;
  readonly hosts: PageHosts;
  readonly thread: SearchThread;
  readonly learning: Learning;
  /** Null unless a server of embeddings is configured. */
  readonly embedding: Embedding | null;
}

/**
 * One guild's knowledge and jobs as the rest of the house sees it. Holds no file: each call borrows the guild's open
 * one, or opens it, so that a handle may be kept for as long as one likes.
 */
export function createGuildKnowledge(
  guildId: GuildId,
  files: GuildFiles,
  { hints, hosts, forgotten, thread, learning, embedding }: GuildHelp,
): GuildKnowledge {
  const use = <T>(work: (file: GuildFile) => T | Promise<T>): Promise<T> => files.use(guildId, work);
  /** Under the guild's write lock, so that the hint and the jobs cannot be changed by two processes crosswise. */
  const inOneGo = <T>(work: (file: GuildFile) => T): Promise<T> => use((file) => atomic(file.db, work)(file));
  /** What is put back is checked and watched again, also where its host was left meanwhile: a kill leaves both or none. */
  const putBack = <T>(file: GuildFile, restore: (file: GuildFile) => T): T =>
    atomic(file.db, () => {
      const restored = restore(file);
      const { checkedPages, schedules } = file.freshness;
      hosts.found({ guildId, hosts: checkedPages.hosts(), dueAt: schedules.nextDue() });
      return restored;
    })();
  const search = createRetrieve(use, thread, embedding);
  const fillVectors = (): void => embedding?.refresh(guildId, use);
  const retrieve: GuildKnowledge['retrieve'] = async (...asked) => {
    await learning.refresh(guildId, use);
    fillVectors();
    return search(...asked);
  };

  return {
    guildId,
    ...createQuestionLog(
      use,
      ({ chores }) => {
        files.removeCopies(guildId);
        return chores.runAndErase();
      },
      (member, at) => forgotten.add(guildId, member, at),
    ),
    freshness: createFreshness(guildId, use, { hints, hosts }),
    addSource: (spec, at) => use(({ sources }) => sources.add(spec, at)),
    sources: () => use(({ sources }) => sources.all()),
    source: (id) => use(({ sources }) => sources.get(id)),
    moveSite: (id, startUrls) => use(({ sources }) => sources.move(id, startUrls)),
    siteWith: (startUrls) => use(({ sources }) => sources.siteWith(startUrls)),
    removeSource: (id, at) =>
      use(async ({ sourceMoves, chores }) => {
        const removed = sourceMoves.remove(id, at);
        await chores.run();
        return removed ?? 0;
      }),
    restoreSource: (id) =>
      use(async (file) => {
        const restored = putBack(file, ({ sourceMoves }) => sourceMoves.restore(id));
        await file.chores.run();
        return restored === null ? null : file.sources.get(restored);
      }),
    eraseSource: (id) =>
      use(async ({ sources, chores }) => {
        const erased = sources.markLeaving(id);
        if (erased === null) return 0;
        files.removeCopies(guildId);
        await chores.runAndErase();
        return erased;
      }),
    removedSources: () => use(({ sourceMoves }) => sourceMoves.removed()),

    pages: (query) => use(({ pages }) => pages.list(query)),
    suggestPages: (typed, limit) => use(({ pages }) => pages.suggest(typed, limit)),
    languages: (audience) => use(({ pages, bindings }) => pages.languages(bindings.scopeOf(audience))),
    pageBeginnings: (most, audience) =>
      use(({ pages, bindings }) => pages.beginnings(most, bindings.scopeOf(audience))),
    hasPartialSource: (audience) => use(({ jobs, bindings }) => jobs.hasPartial(bindings.scopeOf(audience))),
    countPages: (sourceId) => use(({ pages }) => pages.count(sourceId)),
    page: (id) => use(({ pages }) => pages.details(id)),
    passagesOf: (pageId) => use(({ passages }) => passages.of(pageId)),
    takeIn: (page) =>
      use(async ({ db, pages, chores }) => {
        const change = atomic(db, () => pages.takeIn(page))();
        await chores.run();
        fillVectors();
        return change;
      }),
    originOf: (pageId) => use(({ provenance }) => provenance.of(pageId)),
    pageAt: (url) => use(({ pages }) => pages.at(url)),
    twinOf: (sourceId, contentHash, url) => use(({ pages }) => pages.twinOf(sourceId, contentHash, url)),
    removePage: (id, why, at) =>
      use(async ({ pageMoves, chores }) => {
        const removed = pageMoves.remove(id, why, at);
        await chores.run();
        return removed;
      }),
    restorePage: (id) =>
      use(async (file) => {
        const restored = putBack(file, ({ pageMoves }) => pageMoves.restore(id));
        await file.chores.run();
        return restored;
      }),
    erasePage: (id) =>
      use(async ({ pageMoves, chores }) => {
        if (!pageMoves.erase(id)) return false;
        files.removeCopies(guildId);
        await chores.runAndErase();
        return true;
      }),
    removedPages: (part) => use(({ removals }) => removals.list(part)),
    countRemovedPages: () => use(({ removals }) => removals.count()),
    removedPage: (named) => use(({ removals }) => removals.find(named)),
    isWithheld: (url) => use(({ pageMoves }) => pageMoves.isWithheld(url)),
    withheldUrls: (sourceId) => use(({ pageMoves }) => pageMoves.withheldUrls(sourceId)),
    withhold: (sourceId, urls) => use(({ pageMoves }) => pageMoves.withholdUrls(sourceId, urls)),
    expireRemoved: (now) =>
      use(async ({ removals, pageMoves, sourceMoves, chores }) => {
        const pages = removals.countExpired(now);
        if (sourceMoves.expire(now) + pages === 0) return 0;
        while (pageMoves.expireOne(now)) await yieldToOthers();
        files.removeCopies(guildId);
        await chores.runAndErase();
        return pages;
      }),
    oldestKept: () => use(({ db }) => oldestKept(db)),
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
    attachmentPolicy: () => use(({ attachments }) => attachments.policy()),
    changeAttachmentPolicy: (change) => use(({ attachments }) => attachments.change(change)),
    countAttachments: (what, by) => use(({ attachments }) => attachments.count(what, by)),
    attachmentCounts: () => use(({ attachments }) => attachments.counts()),
    setting: (name) => use(({ settings }) => settings.get(name)),
    set: (name, value) => use(({ settings }) => settings.set(name, value)),
    search: async (query, limit, audience) => (await retrieve(query, limit, audience)).passages,
    retrieve,
    bind: (sourceId, binding) => use(({ bindings }) => bindings.bind(sourceId, binding)),
    unbind: (sourceId, binding) => use(({ bindings }) => bindings.unbind(sourceId, binding)),
    bindings: () => use(({ bindings }) => bindings.all()),
    maySee: (audience, pageIds) => use(({ bindings }) => bindings.maySee(audience, pageIds)),

    createJob: (job) =>
      inOneGo(({ jobs }) => {
        hints.jobOpen(guildId);
        return jobs.create(job);
      }),
    job: (id) => use(({ jobs }) => jobs.get(id)),
    jobs: (limit) => use(({ jobs }) => jobs.newest(limit)),
    unfinishedJobs: () => use(({ jobs }) => jobs.unfinished()),
    lastJobOf: (sourceId, kind) => use(({ jobs }) => jobs.lastOf(sourceId, kind)),
    markRunning: (id) => use(({ jobs }) => jobs.markRunning(id)),
    addUrls: (id, met) => use(({ jobUrls }) => jobUrls.add(id, met)),
    recordDispatch: (id, url, spentMs) => use(({ jobUrls }) => jobUrls.recordDispatch(id, url, spentMs)),
    recordRobots: (id, robots) => use(({ jobRobots }) => jobRobots.record(id, robots)),
    robotsOf: (id) => use(({ jobRobots }) => jobRobots.of(id)),
    recordVisit: (id, visit) =>
      use(async ({ jobUrls, chores }) => {
        hosts.pageOn(hostOf(visit.url), guildId);
        const result = jobUrls.recordVisit(id, visit);
        await chores.runWhenMuch();
        return result;
      }),
    recordMovedStart: (id, start) => use(({ jobs }) => jobs.recordMovedStart(id, start)),
    finishJob: async (id, ending) => {
      await inOneGo(({ jobs }) => {
        jobs.finish(id, ending);
        if (jobs.unfinished().length === 0) hints.noJobOpen(guildId);
      });
      await use(({ chores }) => chores.runAndErase());
      fillVectors();
    },
    urlsOf: (id, part) => use(({ jobUrls }) => jobUrls.of(id, part)),
    knownUrls: (id) => use(({ jobUrls }) => jobUrls.knownTo(id)),
  };
}
