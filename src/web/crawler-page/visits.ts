import { CRAWLER_PAGE_URL, USER_AGENT } from '../../fetch/identity.ts';
import { code, heading, list, table, text, type Section } from '../document.ts';
import { sentencesOf } from './promises.ts';

export const why: Section = {
  id: 'why',
  title: 'Who we are and why we came',
  blocks: [
    text(
      'Heimdall is a bot for Discord servers that people host themselves. An admin of such a server points it at a documentation site, a wiki or a help centre, most often their own, and members then get answers with a link to the page that says so.',
    ),
    text(
      'HeimdallBot is its crawler. It fetches a page because an admin of a Discord server named that page or that site. It does not roam the web, builds no index of it, and trains no model.',
    ),
    text('In your log it looks like this:'),
    code('text', USER_AGENT),
    list(...sentencesOf('identity')),
    table(
      ['Header', 'Value'],
      ['`User-Agent`', `\`${USER_AGENT}\``],
      ['`Referer`', `\`${CRAWLER_PAGE_URL}\``],
      ['`X-Heimdall-Crawler`', 'what the request is for; see each kind of visit'],
      ['`Accept`', 'HTML and Markdown for pages, XML for sitemaps, text for robots.txt'],
      ['`Accept-Encoding`', '`gzip, deflate, br`'],
      ['`If-None-Match`, `If-Modified-Since`', 'only for pages that we have already: what your server sent with them'],
      ['`Range`', 'only in link checks: the first bytes are enough'],
    ),
    text(
      'There is no list of our addresses: each operator runs an instance on a machine of their own. Anybody can write our user agent into a request, so what does not behave as this page says is not HeimdallBot.',
    ),
  ],
};

export const visits: Section = {
  id: 'visits',
  title: 'What a visit looks like',
  blocks: [
    heading('import', 'Import of single pages'),
    text(
      'An admin gives one address or several. `X-Heimdall-Crawler` says `knowledge-ingest`. Your log shows robots.txt and then those pages.',
    ),
    heading('crawl', 'Crawl of a site'),
    text(
      'An admin gives a start address. `X-Heimdall-Crawler` says `knowledge-ingest`. Your log shows robots.txt, the start page, the usual places of a sitemap, and then pages in the order in which links lead to them.',
    ),
    list(...sentencesOf('reach')),
    heading('weekly', 'Weekly check'),
    text(
      'Pages that were imported or crawled are kept up to date. `X-Heimdall-Crawler` says `knowledge-ingest`. Your log shows robots.txt and then the stored pages of your host, mostly with the status 304.',
    ),
    list(...sentencesOf('weekly')),
    heading('watch', 'Watched site'),
    text(
      'An admin can have a crawled site watched for new pages. `X-Heimdall-Crawler` says `knowledge-ingest`. Your log shows what a crawl shows.',
    ),
    list(...sentencesOf('watch')),
    heading('sync', 'Sitemap sync'),
    text(
      'An admin can have a site follow its sitemap instead. `X-Heimdall-Crawler` says `knowledge-ingest`. On a usual day your log shows robots.txt and the sitemap, and no page.',
    ),
    list(...sentencesOf('sync')),
    heading('link-check', 'Link check'),
    text(
      'A Discord server can block animated images and videos. When somebody posts a link there, Heimdall may look at what it leads to.',
    ),
    list(...sentencesOf('link')),
    text('To stop link checks, [block the user agent](#block).'),
    heading('every-request', 'Every request of these visits, link checks aside'),
    list(...sentencesOf('requests')),
    heading('pace', 'Pace'),
    list(...sentencesOf('pace')),
    text(
      'Two visits for two Discord servers keep their pace each by itself; the bound per domain holds for their sum.',
    ),
  ],
};
