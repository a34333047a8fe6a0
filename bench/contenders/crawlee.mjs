// crawlee 3 at its best: throttling off, no storage on disk, URLs already queued not added again (it is many times
// slower when they are). HttpCrawler for `fetch`, CheerioCrawler with turndown for the rest.
import { CheerioCrawler, Configuration, HttpCrawler, log } from 'crawlee';
import TurndownService from 'turndown';
import { contentOf, followed, openStore, report, sitemapUrls, task } from '../lib/common.mjs';

const asked = task();
const { origin, concurrency } = asked;
log.setLevel(log.LEVELS.ERROR);
const configuration = new Configuration({
  persistStorage: false,
  purgeOnStart: false,
  availableMemoryRatio: 0.8,
  systemInfoV2: false,
});
const options = {
  minConcurrency: concurrency,
  maxConcurrency: concurrency,
  maxRequestsPerCrawl: asked.max,
  maxRequestRetries: 0,
  useSessionPool: false,
  respectRobotsTxtFile: false,
  autoscaledPoolOptions: {
    maxTasksPerMinute: Infinity,
    systemStatusOptions: {
      maxCpuOverloadedRatio: 1,
      maxEventLoopOverloadedRatio: 1,
      maxMemoryOverloadedRatio: 1,
      maxClientOverloadedRatio: 1,
    },
  },
};
let pages = 0;
let links = 0;
const store = asked.task === 'full' ? openStore(asked.db) : null;
if (asked.task === 'fetch') {
  const crawler = new HttpCrawler(
    { ...options, requestHandler: async ({ body }) => void (pages += body.length > 0) },
    configuration,
  );
  await crawler.run(await sitemapUrls(asked));
} else {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  const known = new Set([`${origin}/`]);
  const requestHandler = async ({ $, request, addRequests }) => {
    pages++;
    const fresh = [];
    for (const { attribs } of $('a[href]')) {
      const url = followed(attribs, request.url, origin);
      if (url === null) continue;
      links++;
      if (known.has(url)) continue;
      known.add(url);
      fresh.push(url);
    }
    if (fresh.length > 0) await addRequests(fresh);
    store?.add({ url: request.url, ...contentOf($, turndown) });
  };
  await new CheerioCrawler({ ...options, requestHandler }, configuration).run([`${origin}/`]);
}
store?.close();
report({ pages, links, ...store?.counts });
process.exit(0);
