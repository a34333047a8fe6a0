import type { PageDetails, PageOrigin, Source } from '../knowledge/store.ts';
import { sourceName } from './guild.ts';
import { counted, shownTime } from './wording.ts';

type Fact = readonly [name: string, value: string];

/** Media named one by one; the rest is counted. */
const SHOWN_MEDIA = 3;

/** All that is known about a stored page, for its admin. An empty value is not shown. */
export function factsOf(page: PageDetails, origin: PageOrigin, sources: readonly Source[]): readonly Fact[] {
  return [
    ['Address', page.url],
    ['Description', page.description],
    ['Language', page.language ?? 'not given'],
    ['Fetched', shownTime(page.readAt)],
    ['Last checked', shownTime(page.fetchedAt)],
    ['Changed', shownTime(page.changedAt)],
    ['Published', page.publishedAt ?? ''],
    ['Modified', page.modifiedAt ?? ''],
    ['Canonical', page.canonical === page.url ? '' : (page.canonical ?? '')],
    ['Hash', page.contentHash],
    ['ETag', page.validators.etag ?? ''],
    ['Last-Modified', page.validators.lastModified ?? ''],
    ['Passages', String(page.passages)],
    ['Images', mediaOf(page.images.map(({ url }) => url))],
    ['Videos', mediaOf(page.videos.map(({ url }) => url))],
    ['Sources', sourcesOf(page, sources)],
    ['Came from', cameFrom(origin)],
    ['robots.txt', robotsOf(origin)],
    ...(page.noindex ? [['noindex', 'asks not to be indexed; imported because it was named'] as const] : []),
    ...(page.aiInput
      ? []
      : [['ai-input', 'no: may be quoted, but its text is never sent to a model (content signal)'] as const]),
  ];
}

function mediaOf(urls: readonly string[]): string {
  const rest = urls.length - SHOWN_MEDIA;
  return [...urls.slice(0, SHOWN_MEDIA), ...(rest > 0 ? [`and ${rest} more`] : [])].join(' ');
}

function sourcesOf({ sourceIds }: PageDetails, sources: readonly Source[]): string {
  const own = sources.filter(({ id }) => sourceIds.includes(id));
  return own.map((source) => `${source.id} (${source.spec.kind} ${sourceName(source)})`).join(', ');
}

/** Which job brought it in, and how that one knew of it. */
function cameFrom({ brought, lastJobId }: PageOrigin): string {
  if (brought === null) return lastJobId === null ? '' : `last dealt with by job ${lastJobId}`;
  const how =
    brought.via === null
      ? 'named by an admin'
      : brought.via === 'sitemap'
        ? 'in the sitemap'
        : `found on ${brought.via}`;
  const last = lastJobId === null || lastJobId === brought.jobId ? '' : `, last dealt with by job ${lastJobId}`;
  return `job ${brought.jobId}, ${how}${last}`;
}

/** What the host's robots.txt came to when a job last asked for it. */
function robotsOf({ robots }: PageOrigin): string {
  if (robots === null) return '';
  const { status, verdict, group, crawlDelaySeconds, sitemaps, readAt, jobId } = robots;
  const rules =
    verdict === 'rules' ? (group === null ? 'no group for us' : `group ${group}`) : `${verdict} may be fetched`;
  return [
    `${status}, ${rules}`,
    ...(crawlDelaySeconds === null ? [] : [`Crawl-delay ${crawlDelaySeconds} s`]),
    ...(sitemaps.length === 0 ? [] : [counted(sitemaps.length, 'sitemap')]),
    `read ${shownTime(readAt)} by job ${jobId}`,
  ].join(', ');
}
