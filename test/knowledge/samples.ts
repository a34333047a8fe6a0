import type { JobRecord } from '../../src/knowledge/ledger.ts';
import type {
  CrawlOptions,
  GuildKnowledge,
  KnowledgeStore,
  PageToSave,
  SourceSpec,
} from '../../src/knowledge/store.ts';
import type { Page, Passage } from '../../src/page/page.ts';

/** Small made-up documents and jobs for the store's tests; child processes use them too, so nothing of vitest here. */

export const NOON = new Date('2026-03-01T12:00:00.000Z');
export const LATER = new Date('2026-03-08T12:00:00.000Z');

export const CRAWL_OPTIONS: CrawlOptions = {
  pages: 100,
  exclude: ['/blog'],
  excludeFiles: true,
  allowParameters: false,
  sitemap: 'auto',
};

export function siteAt(...startUrls: readonly string[]): SourceSpec {
  return { kind: 'site', startUrls, options: CRAWL_OPTIONS };
}

export function passage(text: string, ...headings: readonly string[]): Passage {
  return { anchor: headings.at(-1)?.toLowerCase().replaceAll(' ', '-') ?? null, headings, text };
}

export function pageOf(url: string, title: string, passages: readonly Passage[]): Page {
  const markdown = passages.map((each) => each.text).join('\n\n');
  return {
    url,
    title,
    description: `About ${title}`,
    language: 'en',
    canonical: url,
    publishedAt: null,
    modifiedAt: '2026-02-01T00:00:00.000Z',
    markdown,
    links: [],
    images: [{ url: `${url}/a.png`, alt: 'A', context: 'Figure A' }],
    videos: [{ provider: 'vimeo', id: '1', url: 'https://vimeo.com/1' }],
    contentHash: `hash of ${markdown}`,
    passages,
  };
}

export function toSave(sourceId: number, page: Page, fetchedAt = NOON): PageToSave {
  return { sourceId, url: page.url, page, validators: { etag: '"1"' }, fetchedAt, noindex: false, aiInput: true };
}

export async function guildOf(store: KnowledgeStore, id = 'local'): Promise<GuildKnowledge> {
  const opened = await store.guild(id);
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}

/** A site source with a crawl job of it. */
export async function startCrawl(
  guild: GuildKnowledge,
  url = 'https://docs.example/',
  continues: number | null = null,
): Promise<{ readonly sourceId: number; readonly job: JobRecord }> {
  const source = await guild.addSource(siteAt(url), NOON);
  const spec = { kind: 'crawl', startUrls: [url], options: CRAWL_OPTIONS } as const;
  const job = await guild.createJob({ spec, sourceId: source.id, createdAt: NOON, continues });
  return { sourceId: source.id, job };
}

/** Visits a page and saves it, as a crawl would. */
export async function visit(
  guild: GuildKnowledge,
  jobId: number,
  page: PageToSave,
): ReturnType<GuildKnowledge['recordVisit']> {
  await guild.addUrls(jobId, [{ url: page.url, via: null, depth: 0 }]);
  await guild.recordDispatch(jobId, page.url, 0);
  return guild.recordVisit(jobId, { url: page.url, ending: { kind: 'save', page }, met: [], spentMs: 0 });
}

/** A guild's site with these pages already crawled. */
export async function crawled(guild: GuildKnowledge, ...pages: readonly Page[]): Promise<number> {
  const { sourceId, job } = await startCrawl(guild);
  for (const page of pages) await visit(guild, job.id, toSave(sourceId, page));
  return sourceId;
}
