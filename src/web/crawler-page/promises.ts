import { PRODUCT_TOKEN } from '../../fetch/identity.ts';
import {
  IN_FLIGHT_PER_GUILD,
  MAX_CRAWL_DELAY_SECONDS,
  MAX_JOB_MS,
  MAX_PAGES_PER_JOB,
  MAX_PAGE_BYTES,
  MAX_PREVIEW_PAGES,
  MAX_REDIRECTS,
  MAX_REFUSALS_IN_A_ROW,
  MAX_ROBOTS_BYTES,
  MAX_SITEMAP_BYTES,
  REQUESTS_PER_MINUTE_PER_DOMAIN,
  REQUESTS_PER_SECOND,
  REQUEST_TIMEOUT_MS,
} from '../../promises.ts';
import type { SitePromise, Topic } from './promise.ts';
import { recurringPromises } from './recurring-promises.ts';

const KIB = 1024;
const MIB = KIB * KIB;
const minutes = MAX_JOB_MS / 60_000;

/** What holds for imports and crawls, for stored copies and for the form. */
const ownPromises = [
  {
    id: 'user-agent',
    topic: 'identity',
    sentence:
      'Every request carries the user agent above, for robots.txt and sitemaps too. No setting changes it: instances that go by another name in Discord send the same one, so one rule of yours covers all of them.',
  },
  {
    id: 'referer',
    topic: 'identity',
    sentence: '`Referer` is the address of this page on every request, never a search engine.',
  },
  {
    id: 'purpose-ingest',
    topic: 'identity',
    sentence: '`X-Heimdall-Crawler: knowledge-ingest` stands on every request that reads pages for a knowledge base.',
  },
  {
    id: 'plain-get',
    topic: 'identity',
    sentence:
      'All requests are `GET`, with the headers listed below and no others: no login, no proxy, no imitation of a browser.',
  },
  { id: 'no-cookies', topic: 'identity', sentence: 'Cookies are neither kept nor sent.' },
  {
    id: 'no-javascript',
    topic: 'identity',
    sentence: 'JavaScript is not run, and images, style sheets, scripts and fonts are not loaded.',
  },
  {
    id: 'timeout',
    topic: 'requests',
    sentence: `A request that has not ended after ${REQUEST_TIMEOUT_MS / 1000} seconds is given up.`,
  },
  {
    id: 'page-size',
    topic: 'requests',
    sentence: `Of a page at most ${MAX_PAGE_BYTES / MIB} MB are read, of a sitemap ${MAX_SITEMAP_BYTES / MIB} MB and of robots.txt ${MAX_ROBOTS_BYTES / KIB} KiB, counted after decompression.`,
  },
  {
    id: 'redirects',
    topic: 'requests',
    sentence: `At most ${MAX_REDIRECTS} redirects are followed for one address. Each one counts as a request, keeps the pace, and leads only where robots.txt of the host it leads to allows it.`,
  },
  {
    id: 'one-retry',
    topic: 'requests',
    sentence:
      'After a 5xx, a timeout or a broken connection an address is asked for once more, and never a third time. A 403 or a 404 is taken as it is.',
  },
  {
    id: 'refusals',
    topic: 'requests',
    sentence: `${MAX_REFUSALS_IN_A_ROW} answers 401 or 403 in a row end the visit to that host.`,
  },
  {
    id: 'push-back',
    topic: 'requests',
    sentence:
      'A 429 or 503 halves the pace for the rest of the visit. `Retry-After` is waited for before anything else goes to your host; when that is longer than the visit may last, nothing more does.',
  },
  {
    id: 'robots-first',
    topic: 'robots',
    sentence:
      'robots.txt is read before anything else, on every host that a visit meets, targets of redirects included, and once per visit: a change of yours holds from the next visit on.',
  },
  {
    id: 'robots-group',
    topic: 'robots',
    sentence: `A group for \`${PRODUCT_TOKEN}\` applies where there is one, otherwise the group for \`*\`. Several groups for one name count as one.`,
  },
  {
    id: 'robots-match',
    topic: 'robots',
    sentence:
      'The longest rule that matches decides, and `Allow` wins a tie; `*` stands for any characters and a final `$` for the end of the address.',
  },
  {
    id: 'robots-4xx',
    topic: 'robots',
    sentence:
      'A robots.txt that answers 4xx means that there are no rules: everything may be fetched. One status is an exception.',
  },
  {
    id: 'robots-429',
    topic: 'robots',
    sentence: 'A robots.txt that answers 429 means that nothing is fetched from that host in this visit.',
  },
  {
    id: 'robots-5xx',
    topic: 'robots',
    sentence:
      'A robots.txt that answers 5xx, times out or cannot be reached is asked for once more; when that fails too, nothing is fetched from that host in this visit.',
  },
  {
    id: 'robots-redirects',
    topic: 'robots',
    sentence: `A robots.txt that redirects is followed up to ${MAX_REDIRECTS} times, to another host too; its rules hold for the host first asked.`,
  },
  {
    id: 'robots-sitemaps',
    topic: 'robots',
    sentence: 'Sitemaps obey robots.txt as pages do.',
  },
  {
    id: 'crawl-delay',
    topic: 'robots',
    sentence: `\`Crawl-delay\` is kept. A longer one than ${MAX_CRAWL_DELAY_SECONDS} seconds counts as ${MAX_CRAWL_DELAY_SECONDS}.`,
  },
  {
    id: 'later-disallow',
    topic: 'robots',
    sentence:
      'A page that was stored and that your robots.txt forbids later is not fetched again. Its copy stays until you have it removed, as described below.',
  },
  {
    id: 'noindex',
    topic: 'marks',
    sentence: `\`noindex\` and \`none\`, in \`<meta name="robots">\`, in \`<meta name="${PRODUCT_TOKEN}">\` or in an \`X-Robots-Tag\` header: a crawl does not store the page.`,
  },
  {
    id: 'nofollow',
    topic: 'marks',
    sentence: '`nofollow` and `none`, in the same places: a crawl does not follow the links of the page.',
  },
  {
    id: 'unavailable-after',
    topic: 'marks',
    sentence: '`unavailable_after` with a date that has passed counts as `noindex`.',
  },
  {
    id: 'rel',
    topic: 'marks',
    sentence: 'A link with `rel="nofollow"`, `rel="ugc"` or `rel="sponsored"` is not followed.',
  },
  {
    id: 'named-noindex',
    topic: 'marks',
    sentence:
      'A single page whose address an admin gives is imported even when it says `noindex`, and the admin is told that it does. robots.txt holds for it all the same.',
  },
  {
    id: 'turned-noindex',
    topic: 'marks',
    sentence: 'A page that a crawl stored and that says `noindex` at a later visit or check leaves the answers then.',
  },
  {
    id: 'markdown-twins',
    topic: 'marks',
    sentence:
      'Where a site serves its pages as Markdown too (`/page.md`), that version may be asked for instead of the page. robots.txt and `X-Robots-Tag` hold for it as for any page: one that is forbidden is not asked for, one that says `noindex` is not used. The page itself is still read about every fourth week, and what it says counts.',
  },
  {
    id: 'ai-input',
    topic: 'marks',
    sentence:
      'A content signal `ai-input=no` in the group that applies to us is kept with every page that it covers: the page may be found, quoted and linked, and its text is withheld from language models.',
  },
  {
    id: 'two-a-second',
    topic: 'pace',
    sentence: `One visit sends at most ${REQUESTS_PER_SECOND} requests a second to one host, one after the other, with at least half a second from one to the next as your server sees them. robots.txt, sitemaps, redirects and retries count.`,
  },
  {
    id: 'domain-minute',
    topic: 'pace',
    sentence: `All visits of an instance together send at most ${REQUESTS_PER_MINUTE_PER_DOMAIN} requests a minute to one domain with its subdomains, however many Discord servers are interested in it.`,
  },
  {
    id: 'in-flight',
    topic: 'pace',
    sentence: `All visits for one Discord server together have at most ${IN_FLIGHT_PER_GUILD} requests under way, over all hosts.`,
  },
  {
    id: 'one-site',
    topic: 'reach',
    sentence:
      'A crawl stays on the site that the admin named, and below the path it starts from. When the start address itself redirects, to `www` or to `https` say, it goes there once.',
  },
  {
    id: 'files-queries',
    topic: 'reach',
    sentence:
      'Addresses of files and addresses with a query string are left out, unless the admin asks for them. An address is asked for once in a visit.',
  },
  {
    id: 'page-limit',
    topic: 'reach',
    sentence: `A crawl asks for at most ${MAX_PAGES_PER_JOB} pages, redirects and retries included. An admin may ask for fewer, never for more.`,
  },
  {
    id: 'time-limit',
    topic: 'reach',
    sentence: `A crawl is over ${minutes} minutes after its first request: from then on nothing of it is under way.`,
  },
  {
    id: 'import-limit',
    topic: 'reach',
    sentence: `An import takes at most ${MAX_PAGES_PER_JOB} addresses and ${minutes} minutes, and follows no links.`,
  },
  {
    id: 'preview',
    topic: 'reach',
    sentence: `A preview, with which an admin sees what a crawl would do, asks for robots.txt, the sitemap and at most ${MAX_PREVIEW_PAGES} pages, and stores nothing.`,
  },
  {
    id: 'purge',
    topic: 'copies',
    sentence:
      'The operator can remove every stored copy of a host in one go, from all Discord servers of the instance and from the disk. From then on nothing is sent to the host any more, not even a link check.',
  },
  {
    id: 'check-form',
    topic: 'form',
    sentence: 'It fetches nothing and stores nothing: what you paste is read, answered and forgotten.',
  },
] as const satisfies readonly SitePromise[];

/**
 * Everything that Heimdall promises to site owners, one sentence each. The crawler page and `docs/crawler.md` are printed
 * from this list, and each sentence has a test by its id.
 */
export const promises = [...ownPromises, ...recurringPromises] as const;

export type PromiseId = (typeof promises)[number]['id'];

/** The sentences of a topic, in order. */
export function sentencesOf(topic: Topic): readonly string[] {
  return promises.filter((promise) => promise.topic === topic).map(({ sentence }) => sentence);
}
