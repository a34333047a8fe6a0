import type { CheckedPage } from '../knowledge/freshness.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { JobContext, JobStream } from './context.ts';
import type { JobEvent } from './event.ts';
import { endFor, runJob, type Conclusion } from './job.ts';
import { merge } from './merge.ts';
import { visit } from './visit.ts';

/**
 * Checks every page of one source now, as its weekly check would (rule 8.1). No cap but the pace; pages that robots.txt
 * forbids are not asked for, and one that redirects to another page of the source is left to its weekly check.
 */
export async function* refresh(ctx: JobContext, sourceId: number): JobStream {
  const { guild, job } = ctx;
  let expected = 0;
  for await (const pages of pagesOf(guild, sourceId)) {
    expected += pages.length;
    await guild.addUrls(
      job.id,
      pages.map(({ url }) => ({ url, via: null, depth: 0 })),
    );
  }
  yield* runJob(ctx, expected, refreshing(ctx));
}

const PER_READ = 200;

async function* pagesOf(guild: GuildKnowledge, sourceId: number): AsyncGenerator<readonly CheckedPage[], void, void> {
  for (let after = 0; ;) {
    const pages = await guild.freshness.pagesOf(sourceId, after, PER_READ);
    yield pages;
    const last = pages.at(-1);
    if (last === undefined || pages.length < PER_READ) return;
    after = last.pageId;
  }
}

async function* refreshing(ctx: JobContext): JobStream<Conclusion> {
  const lines = await ctx.guild.urlsOf(ctx.job.id);
  const byHost = new Map<string, string[]>();
  for (const { url, state } of lines) {
    if (state !== 'queued' && state !== 'in-flight') continue;
    const { host } = new URL(url);
    byHost.set(host, [...(byHost.get(host) ?? []), url]);
  }
  const asked = new Set(lines.map(({ url }) => url));
  const stops: SkipReason[] = [];
  yield* merge<JobEvent>([...byHost.values()].map((urls) => refreshLane(ctx, urls, { asked, stops })));
  const [stopped] = stops;
  return { end: stopped === undefined ? 'done' : endFor(stopped) };
}

/** What the hosts of a job have in common. */
interface Shared {
  /** Addresses that are asked for in this job. */
  readonly asked: Set<string>;
  /** What stopped a host's part. */
  readonly stops: SkipReason[];
}

/** The pages of one host. */
async function* refreshLane(ctx: JobContext, urls: readonly string[], { asked, stops }: Shared): JobStream {
  for (const url of urls) {
    const known = await ctx.guild.freshness.checkedPageAt(url);
    if (known === null) {
      // It left the knowledge after the job had begun.
      const ending = { kind: 'skip', reason: 'already-visited' } as const;
      await ctx.guild.recordVisit(ctx.job.id, { url, ending, met: [], spentMs: ctx.stop.spentMs() });
      yield { kind: 'skipped', url, reason: ending.reason };
      continue;
    }
    let current = url;
    const { stopped } = yield* visit(ctx, {
      url,
      depth: 0,
      source: async () => known.sources[0]?.id ?? 0,
      named: false,
      known,
      // What a redirect leads to is asked for once, and under its own address where that is stored too.
      gate: (target) => (target !== current && asked.has(target) ? 'redirected' : null),
      requested: () => {},
      redirected(target) {
        asked.add(target);
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
