// crawler (node-crawler) 1.5 with its cheerio, and turndown.
import Crawler from 'crawler';
import TurndownService from 'turndown';
import { contentOf, followed, openStore, report, sitemapUrls, task } from '../lib/common.mjs';

const asked = task();
const { origin } = asked;
const store = asked.task === 'full' ? openStore(asked.db) : null;
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
const met = new Set();
let pages = 0;
let links = 0;

function offer(url) {
  if (met.has(url) || met.size >= asked.max) return;
  met.add(url);
  crawler.queue(url);
}

function read({ $, options: { uri } }) {
  for (const { attribs } of $('a[href]').get()) {
    const url = followed(attribs, uri, origin);
    if (url === null) continue;
    links++;
    offer(url);
  }
  store?.add({ url: uri, ...contentOf($, turndown) });
}

const crawler = new Crawler({
  maxConnections: asked.concurrency,
  jQuery: asked.task !== 'fetch',
  retries: 0,
  forceUTF8: true,
  gzip: true,
  logger: { log() {} },
  callback(error, response, next) {
    if (!error && response.statusCode === 200) {
      pages++;
      if (asked.task !== 'fetch') read(response);
    }
    next();
  },
});
crawler.on('drain', () => {
  store?.close();
  report({ pages, links, ...store?.counts });
  process.exit(0);
});
if (asked.task === 'fetch') (await sitemapUrls(asked)).forEach(offer);
else offer(`${origin}/`);
