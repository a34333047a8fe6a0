import {
  FULL_CRAWL_DAYS,
  LINK_CHECK_TIMEOUT_MS,
  MAX_LINK_BYTES,
  MAX_LINK_REDIRECTS,
  MAX_NEW_PAGES_PER_WATCH,
  MAX_PAGES_PER_JOB,
  MAX_REFUSALS_IN_A_ROW,
  SITEMAP_ABSENCE_DAYS,
  VERDICT_LIFE_MS,
} from '../../promises.ts';
import type { SitePromise } from './promise.ts';

const KIB = 1024;

/** What holds for visits that happen by themselves: weekly checks, watched sites, sitemap syncs, link checks. */
export const recurringPromises = [
  {
    id: 'weekly',
    topic: 'weekly',
    sentence:
      'Each stored page is checked about once a week. All pages of a host are checked in one visit with one robots.txt, and a page that several Discord servers of the instance have is asked for once.',
  },
  {
    id: 'weekly-conditional',
    topic: 'weekly',
    sentence:
      'The check sends back your `ETag` as `If-None-Match` and your `Last-Modified` as `If-Modified-Since`, so that a page that did not change costs you a `304` without a body.',
  },
  {
    id: 'weekly-gone',
    topic: 'weekly',
    sentence: 'A page that answers 404 or 410 at two checks, a week apart, is taken out of the answers.',
  },
  {
    id: 'weekly-refused',
    topic: 'weekly',
    sentence: `A host that answers ${MAX_REFUSALS_IN_A_ROW} pages of a check in a row with 401 or 403 is left alone for a week, then for two, four and eight, and each of these checks begins with a single request.`,
  },
  {
    id: 'watch',
    topic: 'watch',
    sentence: `A watched site is looked through about once a week. At most ${MAX_PAGES_PER_JOB} pages are asked for, and at most ${MAX_NEW_PAGES_PER_WATCH} new ones are added.`,
  },
  {
    id: 'watch-conditional',
    topic: 'watch',
    sentence: 'Pages known already are asked for conditionally, and this counts as their weekly check.',
  },
  {
    id: 'sync-daily',
    topic: 'sync',
    sentence:
      'The sitemap is read once a day, at 06:00 UTC. A page is asked for only when it is new in the sitemap or when its `lastmod` is newer than our copy.',
  },
  {
    id: 'sync-places',
    topic: 'sync',
    sentence:
      'The sitemap is looked for where it was last, then at `/sitemap.xml`, `/sitemap_index.xml` and `/sitemap/sitemap.xml`, in the `Sitemap:` lines of robots.txt, and at `/sitemap`.',
  },
  {
    id: 'sync-absent',
    topic: 'sync',
    sentence: `A page that the sitemap has not named for ${SITEMAP_ABSENCE_DAYS} days is taken out of the answers.`,
  },
  {
    id: 'sync-fallback',
    topic: 'sync',
    sentence: `A site without a working sitemap is crawled every ${FULL_CRAWL_DAYS} days instead.`,
  },
  {
    id: 'link-purpose',
    topic: 'link',
    sentence: '`X-Heimdall-Crawler: link-check` stands on every request of a link check.',
  },
  {
    id: 'link-once',
    topic: 'link',
    sentence: `A link check asks for that one address and follows at most ${MAX_LINK_REDIRECTS} redirects, within ${LINK_CHECK_TIMEOUT_MS / 1000} seconds. It does not read robots.txt: like a link preview, it looks at a page because a person shared it.`,
  },
  {
    id: 'link-bytes',
    topic: 'link',
    sentence: `It reads at most the first ${MAX_LINK_BYTES / KIB} KB, asks for no more by \`Range\`, and ends as soon as the bytes tell what it is.`,
  },
  {
    id: 'link-memory',
    topic: 'link',
    sentence: `What it found is remembered for up to ${VERDICT_LIFE_MS / 3_600_000} hours, so that a link that is posted a hundred times is fetched once.`,
  },
  {
    id: 'link-domain',
    topic: 'link',
    sentence: 'Link checks count towards the bound per domain. One that would go beyond it is not made.',
  },
] as const satisfies readonly SitePromise[];
