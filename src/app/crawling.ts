import type { Clock } from '../clock.ts';
import type { OpenSession } from '../crawler/session.ts';
import { normaliseUrl, withoutFragment } from '../crawler/url.ts';
import { checkUrl, type AddressPolicy } from '../fetch/address.ts';
import { check, type CheckReport } from '../jobs/check.ts';
import type { JobStream } from '../jobs/context.ts';
import { preview, type PreviewReport } from '../jobs/preview.ts';
import type { JobHandle, JobRunner } from '../jobs/runner.ts';
import { createStopSwitch } from '../jobs/stop-switch.ts';
import type { JobRecord } from '../knowledge/ledger.ts';
import type { CrawlOptions, GuildKnowledge, Source } from '../knowledge/store.ts';
import type { PageReader } from '../page/pool.ts';
import { MAX_JOB_MS, MAX_PAGES_PER_JOB } from '../promises.ts';

/** A job that was accepted, and what it starts from; or one sentence why not. */
export type Started =
  | { readonly ok: true; readonly handle: JobHandle; readonly from: 'start' | 'interrupted' | 'partial' }
  | { readonly ok: false; readonly sentence: string };

/** Imports, crawls, and looks at what either would do. */
export interface Crawling {
  import(guild: GuildKnowledge, urls: readonly string[]): Promise<Started>;
  /** Goes on with what an interrupted or partial crawl of the same site left, unless `fresh` asks to begin anew. */
  crawl(guild: GuildKnowledge, startUrls: readonly string[], options: CrawlOptions, fresh: boolean): Promise<Started>;
  /** Checks every page of a source now. One that is being checked already is not checked twice. */
  refresh(guild: GuildKnowledge, source: Source): Promise<JobHandle>;
  /** Asks again for the URLs that failed in a job: inside the site's source, or as imports. */
  retry(guild: GuildKnowledge, job: JobRecord): Promise<Started>;
  /** Goes on with every job of the guild that was interrupted or still waits. */
  resume(guild: GuildKnowledge): Promise<readonly JobHandle[]>;
  /** Cancels a job, running or interrupted. */
  cancel(
    guild: GuildKnowledge,
    job: JobRecord,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly sentence: string }>;
  check(guildId: string, url: string, signal: AbortSignal): JobStream<CheckReport>;
  preview(
    guildId: string,
    startUrls: readonly string[],
    options: CrawlOptions,
    signal: AbortSignal,
  ): JobStream<PreviewReport>;
  /** Why an address can't be fetched at all, or null. */
  refusal(url: string): string | null;
}

export interface CrawlingDeps {
  readonly runner: JobRunner;
  readonly openSession: OpenSession;
  readonly reader: PageReader;
  readonly clock: Clock;
  readonly policy: AddressPolicy;
}

export function createCrawling({ runner, openSession, reader, clock, policy }: CrawlingDeps): Crawling {
  function refusal(url: string): string | null {
    const verdict = checkUrl(url, policy);
    return verdict === 'acceptable' ? null : `Heimdall does not fetch ${url}: ${verdict}.`;
  }

  function activeOf(guild: GuildKnowledge, job: JobRecord): JobHandle | undefined {
    return runner.active(guild.guildId).find(({ jobId }) => jobId === job.id);
  }

  /** A job that is active in this process already is watched, not started twice. */
  function submit(guild: GuildKnowledge, job: JobRecord): JobHandle {
    return activeOf(guild, job) ?? runner.submit(guild, job);
  }

  /** Cancels a job, which the runner need not have begun. False: another process runs it. */
  async function cancel(guild: GuildKnowledge, job: JobRecord): Promise<boolean> {
    const handle = submit(guild, job);
    handle.cancel();
    return (await handle.ended) !== 'interrupted';
  }

  /** What has been asked for is crawled already, or was until the process died. */
  async function goOn(
    guild: GuildKnowledge,
    last: JobRecord,
    options: CrawlOptions,
    fresh: boolean,
  ): Promise<JobHandle | null> {
    const active = activeOf(guild, last);
    if (hasScope(last, options) && (active !== undefined || !fresh)) return submit(guild, last);
    // What runs is not disturbed by an order for something else; what only waits to be gone on with makes way.
    if (active === undefined) await cancel(guild, last);
    return null;
  }

  async function* looking<T>(
    guildId: string,
    signal: AbortSignal,
    look: (deps: { session: ReturnType<OpenSession>; reader: PageReader; clock: Clock }) => JobStream<T>,
  ): JobStream<T> {
    const stop = createStopSwitch(clock, MAX_JOB_MS, 0);
    const cancelLook = (): void => stop.stop('cancelled');
    signal.addEventListener('abort', cancelLook, { once: true });
    const session = openSession({ guildId, limits: stop, robots: [], resumed: false });
    try {
      return yield* look({ session, reader, clock });
    } finally {
      signal.removeEventListener('abort', cancelLook);
      await session.close();
    }
  }

  async function importPages(guild: GuildKnowledge, given: readonly string[]): Promise<Started> {
    const refused = firstOf(given, refusal);
    if (refused !== undefined) return { ok: false, sentence: refused };
    const urls = inNormalForm(given);
    if (urls.length > MAX_PAGES_PER_JOB) {
      return { ok: false, sentence: `An import takes at most ${MAX_PAGES_PER_JOB} addresses, not ${urls.length}.` };
    }
    const job = await guild.createJob({
      spec: { kind: 'import', urls },
      sourceId: null,
      createdAt: clock.now(),
      continues: null,
    });
    return { ok: true, handle: submit(guild, job), from: 'start' };
  }

  return {
    refusal,
    import: importPages,
    async retry(guild, job) {
      const failed = (await guild.urlsOf(job.id)).filter(({ state }) => state === 'failed').map(({ url }) => url);
      if (failed.length === 0) return { ok: false, sentence: `Nothing of job ${job.id} failed.` };
      const { spec, sourceId } = job;
      if (spec.kind === 'import') return importPages(guild, failed);
      if (spec.kind !== 'crawl') return { ok: false, sentence: 'Work that runs by itself asks again by itself.' };
      const last = sourceId === null ? null : await guild.lastJobOf(sourceId, 'crawl');
      if (last === null) return { ok: false, sentence: 'The source of that job is not there any more.' };
      if (last.state !== 'finished') {
        return { ok: false, sentence: `Job ${last.id} crawls that site already: try again when it is over.` };
      }
      const createdAt = clock.now();
      const again = await guild.createJob({ spec, sourceId, createdAt, continues: last.id, retries: job.id });
      return { ok: true, handle: submit(guild, again), from: 'partial' };
    },
    async crawl(guild, given, options, fresh) {
      const sitemaps = typeof options.sitemap === 'string' ? [] : [options.sitemap.url];
      const refused = firstOf([...given, ...sitemaps], refusal);
      if (refused !== undefined) return { ok: false, sentence: refused };
      const startUrls = inNormalForm(given);
      if (new Set(startUrls.map((url) => new URL(url).origin)).size > 1) {
        return {
          ok: false,
          sentence: 'Several start URLs of one crawl have to be on one site; crawl each site by itself.',
        };
      }
      const before = await guild.siteWith(startUrls);
      const last = before === null ? null : await guild.lastJobOf(before.id, 'crawl');
      if (last !== null && last.state !== 'finished') {
        const handle = await goOn(guild, last, options, fresh);
        if (handle !== null) return { ok: true, handle, from: last.state === 'running' ? 'interrupted' : 'start' };
      }
      const source = await guild.addSource({ kind: 'site', startUrls, options }, clock.now());
      const continues = last !== null && !fresh && isPartial(last) && hasScope(last, options) ? last.id : null;
      // What is gone on with stays where its site has moved to.
      if (continues !== null && before?.spec.kind === 'site') await guild.moveSite(source.id, before.spec.startUrls);
      const spec = { kind: 'crawl', startUrls, options } as const;
      const job = await guild.createJob({ spec, sourceId: source.id, createdAt: clock.now(), continues });
      return { ok: true, handle: submit(guild, job), from: continues === null ? 'start' : 'partial' };
    },
    async refresh(guild, { id, spec }) {
      const last = await guild.lastJobOf(id, 'refresh');
      if (last !== null && last.state !== 'finished') return submit(guild, last);
      const urls = spec.kind === 'page' ? [spec.url] : spec.startUrls;
      const wish = { spec: { kind: 'refresh', urls }, sourceId: id, createdAt: clock.now(), continues: null } as const;
      return submit(guild, await guild.createJob(wish));
    },
    async resume(guild) {
      return (await guild.unfinishedJobs()).map((job) => submit(guild, job));
    },
    async cancel(guild, job) {
      if (job.state === 'finished') return { ok: false, sentence: `Job ${job.id} is over already.` };
      if (await cancel(guild, job)) return { ok: true };
      return { ok: false, sentence: `Another Heimdall process runs job ${job.id}; cancel it there.` };
    },
    check: (guildId, url, signal) => looking(guildId, signal, (deps) => check(deps, url)),
    preview: (guildId, startUrls, options, signal) =>
      looking(guildId, signal, (deps) => preview(deps, inNormalForm(startUrls), options)),
  };
}

function firstOf(urls: readonly string[], refusal: (url: string) => string | null): string | undefined {
  return urls.map(refusal).find((sentence) => sentence !== null) ?? undefined;
}

/** The form in which a job knows addresses: normal, without fragments, each once. */
function inNormalForm(urls: readonly string[]): readonly string[] {
  const normal = urls.map((url) => normaliseUrl(url)).filter((url) => url !== null);
  return [...new Set(normal.map((url) => withoutFragment(url).href))];
}

/** Ended at a cap or by hand, with something left to go on with. */
function isPartial({ end }: JobRecord): boolean {
  return end === 'page-limit' || end === 'time-limit' || end === 'new-page-limit' || end === 'cancelled';
}

/** A frontier judged by other rules can't be gone on with. */
function hasScope({ spec }: JobRecord, options: CrawlOptions): boolean {
  return spec.kind === 'crawl' && scopeKey(spec.options) === scopeKey(options);
}

/** What decides which URLs a crawl takes. */
function scopeKey({ exclude, excludeFiles, allowParameters, sitemap }: CrawlOptions): string {
  return JSON.stringify([exclude.toSorted(), excludeFiles, allowParameters, sitemap]);
}
