import type { Database } from 'better-sqlite3';
import type { Freshness } from '../freshness.ts';
import type { GuildId } from '../store.ts';
import { atomic } from './atomic.ts';
import { prepareChanges, type Changes } from './changes.ts';
import { prepareCheckedPages, type CheckedPages } from './checked-pages.ts';
import type { GuildFile } from './guild-file.ts';
import { prepareHostSilence, type HostSilence } from './host-silence.ts';
import { preparePageChecks, type PageChecks } from './page-checks.ts';
import type { Hints } from './instance.ts';
import type { PageHosts } from './page-hosts.ts';
import type { PageMoves } from './page-moves.ts';
import type { Pages } from './pages.ts';
import type { Removals } from './removals.ts';
import { prepareSchedules, type Schedules } from './schedules.ts';
import type { Sources } from './sources.ts';
import { prepareSightings, type Sightings } from './sightings.ts';

/** The part of a guild's file that keeps its pages up to date. */
export interface FreshnessFile {
  readonly checkedPages: CheckedPages;
  readonly checks: PageChecks;
  readonly silence: HostSilence;
  readonly changes: Changes;
  readonly schedules: Schedules;
  readonly sightings: Sightings;
  linksOf(pageId: number): readonly string[] | null;
  wasNoindex(url: string): boolean;
  sawNoindexOn(site: URL): boolean;
  noteNoindex(url: string): void;
}

/** Prepares the statements on one open guild file. */
export function prepareFreshness(
  db: Database,
  parts: {
    readonly pages: Pages;
    readonly pageMoves: PageMoves;
    readonly removals: Removals;
    readonly sources: Sources;
  },
): FreshnessFile {
  const changes = prepareChanges(db);
  const links = db.prepare<[number], string>('SELECT links FROM page_links WHERE page_id = ?').pluck();
  const noindex = db.prepare<[string], number>('SELECT 1 FROM noindex_seen WHERE url = ?').pluck();
  const noindexOn = db
    .prepare<[string, string], number>('SELECT 1 FROM noindex_seen WHERE url >= ? AND url < ? LIMIT 1')
    .pluck();
  const seeNoindex = db.prepare<[string]>('INSERT OR IGNORE INTO noindex_seen (url) VALUES (?)');
  return {
    checkedPages: prepareCheckedPages(db),
    checks: preparePageChecks(db, { ...parts, changes }),
    changes,
    schedules: prepareSchedules(db),
    sightings: prepareSightings(db),
    silence: prepareHostSilence(db, changes),
    linksOf: (pageId) => links.get(pageId)?.split('\n').filter(Boolean) ?? null,
    wasNoindex: (url) => noindex.get(url) !== undefined,
    // All that begins with the origin and a slash lies between it and the origin with the character after the slash.
    sawNoindexOn: ({ origin }) => noindexOn.get(`${origin}/`, `${origin}0`) !== undefined,
    noteNoindex: (url) => void seeNoindex.run(url),
  };
}

/** Sightings written in one go: a sitemap may name fifty thousand pages. */
const PER_WRITE = 500;

/** One guild's freshness as the rest of the house sees it; `use` borrows the guild's open file. */
export function createFreshness(
  guildId: GuildId,
  use: <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>,
  { hosts, hints }: { readonly hosts: PageHosts; readonly hints: Hints },
): Freshness {
  const inOneGo = <T>(work: (file: GuildFile) => T): Promise<T> => use((file) => atomic(file.db, work)(file));

  return {
    duePages: (host, before, now) => use(({ freshness }) => freshness.checkedPages.due(host, before, now)),
    checkedPage: (pageId) => use(({ freshness }) => freshness.checkedPages.get(pageId)),
    checkedPageAt: (url) => use(({ freshness }) => freshness.checkedPages.at(url)),
    pagesOf: (sourceId, afterId, limit) =>
      use(({ freshness }) => freshness.checkedPages.ofSource(sourceId, afterId, limit)),
    absentPages: (sourceId, since) => use(({ freshness }) => freshness.checkedPages.absent(sourceId, since)),
    async applyChecks(checks) {
      for (const { verdict } of checks) if (verdict.kind === 'read') hosts.pageOn(hostOf(verdict.page.url), guildId);
      const results = await inOneGo(({ freshness }) => checks.map((check) => freshness.checks.apply(check)));
      if (results.some(({ change }) => change === 'updated' || change === 'removed'))
        await use(({ chores }) => chores.run());
      // Pages of the file that a week of checks has read once stay in memory otherwise, megabytes for each open guild.
      if (checks.length > 1) await use(({ db }) => void db.pragma('shrink_memory'));
      return results;
    },
    leaveHostIfEmpty: (host) =>
      inOneGo(({ freshness }) => {
        if (!freshness.checkedPages.anyOn(host)) hosts.noPagesOn(host, guildId);
      }),
    noteHostSilence: (host, before, why, at) => use(({ freshness }) => freshness.silence.note(host, before, why, at)),
    linksOf: (pageId) => use(({ freshness }) => freshness.linksOf(pageId)),
    wasNoindex: (url) => use(({ freshness }) => freshness.wasNoindex(url)),
    sawNoindexOn: (site) => use(({ freshness }) => freshness.sawNoindexOn(site)),

    schedule: (sourceId) => use(({ freshness }) => freshness.schedules.get(sourceId)),
    sourceStates: () => use(({ freshness }) => freshness.schedules.states()),
    setSchedule: (sourceId, change) =>
      inOneGo(({ freshness: { schedules } }) => {
        schedules.set(sourceId, change);
        hosts.scheduleDue(guildId, schedules.nextDue());
      }),
    schedules: () => use(({ freshness }) => freshness.schedules.all()),
    claimRun: (schedule, next, job) =>
      inOneGo(({ freshness: { schedules }, jobs }) => {
        if (schedules.get(schedule.sourceId).dueAt?.getTime() !== schedule.dueAt?.getTime()) return 'taken';
        schedules.set(schedule.sourceId, { dueAt: next });
        hosts.scheduleDue(guildId, schedules.nextDue());
        if (job === null) return null;
        hints.jobOpen(guildId);
        return jobs.create(job);
      }),

    async recordSightings(sightings, at) {
      for (let from = 0; from < sightings.length; from += PER_WRITE)
        await use(({ freshness }) => freshness.sightings.record(sightings.slice(from, from + PER_WRITE), at));
    },
    sitemapTries: (sourceId) => use(({ freshness }) => freshness.sightings.tries(sourceId)),
    recordTry: (sourceId, sighting, at) =>
      use(({ freshness }) => freshness.sightings.recordTry(sourceId, sighting, at)),

    noteSitemapTrouble: (url, why, at) => use(({ freshness }) => freshness.changes.noteSitemap(url, why, at)),
    untoldChanges: (limit) => use(({ freshness }) => freshness.changes.untold(limit)),
    toldAt: () => use(({ freshness }) => freshness.changes.toldAt()),
    markTold: (upTo, at) => use(({ freshness }) => freshness.changes.markTold(upTo, at)),
  };
}

/** Name and port of a page's address. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
