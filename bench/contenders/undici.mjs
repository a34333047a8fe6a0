// undici and what people put behind it.
//   --variant cheerio   cheerio for links and content, turndown for the Markdown
//   --variant one-pass  one htmlparser2 tree for everything: a yardstick of what is possible, not a converter
import { gunzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { crawl, followed, forEach, openStore, report, sitemapUrls, task } from '../lib/common.mjs';

const asked = task();
const { origin } = asked;
const agent = new Agent({ connections: asked.concurrency, pipelining: 1, keepAliveTimeout: 10_000 });
const headers = { 'accept-encoding': 'gzip', 'user-agent': 'bench', accept: 'text/html' };

async function get(url) {
  const response = await request(url, { dispatcher: agent, headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return { ok: response.statusCode === 200 && /html/.test(response.headers['content-type'] ?? ''), body };
}

/** `html -> { links, content() }`, by the variant asked for. */
async function reader() {
  if (asked.variant === 'one-pass') {
    const { parseDocument } = await import('htmlparser2');
    const { scan, markdownOf } = await import('../lib/one-pass.mjs');
    return (html) => {
      const { title, links, main } = scan(parseDocument(html));
      return { links, content: () => ({ title, markdown: markdownOf(main) }) };
    };
  }
  const cheerio = await import('cheerio');
  const { default: TurndownService } = await import('turndown');
  const { contentOf } = await import('../lib/common.mjs');
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  return (html) => {
    const $ = cheerio.load(html);
    return { links: [...$('a[href]')].map(({ attribs }) => attribs), content: () => contentOf($, turndown) };
  };
}

let pages = 0;
let links = 0;
const store = asked.task === 'full' ? openStore(asked.db) : null;
if (asked.task === 'fetch') {
  await forEach(await sitemapUrls(asked), asked.concurrency, async (url) => {
    if ((await get(url)).ok) pages++;
  });
} else {
  const read = await reader();
  await crawl(asked, async (url, offer) => {
    const { ok, body } = await get(url);
    if (!ok) return;
    pages++;
    const page = read(body.toString('utf8'));
    for (const attributes of page.links) {
      const target = followed(attributes, url, origin);
      if (target === null) continue;
      links++;
      offer(target);
    }
    store?.add({ url, ...page.content() });
  });
}
store?.close();
await agent.close();
report({ pages, links, ...store?.counts });
