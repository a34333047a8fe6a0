import type { SkipReason } from '../crawler/skip-reason.ts';
import type { Validators } from '../fetch/outcome.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { JobContext, JobStream } from './context.ts';
import type { JobEvent } from './event.ts';
import { endFor, runJob, type Conclusion } from './job.ts';
import { merge } from './merge.ts';
import { visit } from './visit.ts';

/**
 * Imports single pages, hosts side by side and the pages of one host one after the other. Its bounds (rule 6.1) are the
 * number of addresses it is given, each of which may redirect, and the job's time.
 */
export function importPages(ctx: JobContext, urls: readonly string[]): JobStream {
  return runJob(ctx, urls.length, importing(ctx, urls));
}

async function* importing(ctx: JobContext, urls: readonly string[]): JobStream<Conclusion> {
  const { guild, job } = ctx;
  await guild.addUrls(
    job.id,
    urls.map((url) => ({ url, via: null, depth: 0 })),
  );
  const lines = await guild.urlsOf(job.id);
  const known = new Set(lines.map(({ url }) => url));
  const byHost = new Map<string, string[]>();
  for (const { url, state } of lines) {
    if (state !== 'queued' && state !== 'in-flight') continue;
    const { host } = new URL(url);
    byHost.set(host, [...(byHost.get(host) ?? []), url]);
  }
  const stops: SkipReason[] = [];
  yield* merge<JobEvent>([...byHost.values()].map((lane) => importLane(ctx, lane, known, stops)));
  const [stopped] = stops;
  return { end: stopped === undefined ? 'done' : endFor(stopped) };
}

/** The pages of one host. What stops it is added to `stops`; its URLs then stay in the frontier. */
async function* importLane(
  ctx: JobContext,
  urls: readonly string[],
  known: Set<string>,
  stops: SkipReason[],
): JobStream {
  const { guild, clock } = ctx;
  for (const url of urls) {
    let current = url;
    const validators = await validatorsOf(guild, url);
    const { stopped } = yield* visit(ctx, {
      url,
      depth: 0,
      // The source comes with its first page: an address of which nothing came is none.
      source: async () => (await guild.addSource({ kind: 'page', url }, clock.now())).id,
      named: true,
      ...(validators === null ? {} : { validators }),
      // Two addresses may redirect to the same page, or to each other: each page is read once.
      gate: (target) => (target !== current && known.has(target) ? 'redirected' : null),
      requested: () => {},
      redirected(target) {
        known.add(target);
        current = target;
      },
      offer: async () => [],
    });
    if (stopped !== null) {
      stops.push(stopped);
      return;
    }
  }
}

/** What to ask conditionally with: only where the page is stored as an import already, so that 304 leaves it complete. */
async function validatorsOf(guild: GuildKnowledge, url: string): Promise<Validators | null> {
  const stored = await guild.pageAt(url);
  for (const id of stored?.sourceIds ?? []) {
    const spec = (await guild.source(id))?.spec;
    if (spec?.kind === 'page' && spec.url === url) return stored?.validators ?? null;
  }
  return null;
}
