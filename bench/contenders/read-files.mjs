// Reads HTML files of one folder, the list of their names on standard input, and says what that took.
//   --with heimdall   readPage
//   --with cheerio    cheerio for title, description, links and content; turndown with GFM tables; passages
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { passagesOf, report } from '../lib/common.mjs';

const { values } = parseArgs({ options: { with: { type: 'string' } } });
/** Read once before the clock runs, so that the code is compiled as it will be in a process that runs for weeks. */
const WARM_UP = 300;

async function heimdall() {
  const { readPage } = await import('../../dist/src/page/read.js');
  return (body, url) => {
    const page = readPage(body, { url, contentType: 'text/html', fetchedAt: new Date() });
    return 'refused' in page ? null : { markdown: page.markdown, passages: page.passages.length };
  };
}

async function cheerioAndTurndown() {
  const { loadBuffer } = await import('cheerio');
  const { default: TurndownService } = await import('turndown');
  const { gfm } = await import('turndown-plugin-gfm');
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  turndown.use(gfm);
  return (body, url) => {
    const $ = loadBuffer(Buffer.from(body));
    const links = new Set();
    for (const { attribs } of $('a[href]')) {
      if (!URL.canParse(attribs.href, url)) continue;
      const link = new URL(attribs.href, url);
      link.hash = '';
      links.add(link.href);
    }
    const about = [
      $('title').first().text(),
      $('meta[name="description"]').attr('content'),
      $('link[rel="canonical"]').attr('href'),
    ];
    const main = $('main, [role="main"], article, #content, body').first();
    main.find('nav, header, footer, aside, script, style, button').remove();
    const markdown = turndown.turndown(main.html() ?? '');
    return { markdown, passages: passagesOf(markdown).length, links, about };
  };
}

const read = await { heimdall, cheerio: cheerioAndTurndown }[values.with]();
const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const bodies = files.map((file) => [
  new Uint8Array(readFileSync(file)),
  pathToFileURL(file).href.replace('file://', 'https://docs.example.org'),
]);
for (const [body, url] of bodies.slice(0, WARM_UP)) read(body, url);
const counts = { pages: 0, failures: 0, refused: 0, passages: 0, markdownKb: 0, slowestMs: 0 };
const from = process.cpuUsage();
for (const [body, url] of bodies) {
  const startedAt = performance.now();
  try {
    const page = read(body, url);
    counts.pages++;
    if (page === null) counts.refused++;
    counts.passages += page?.passages ?? 0;
    counts.markdownKb += (page?.markdown.length ?? 0) / 1024;
  } catch {
    counts.failures++;
  }
  counts.slowestMs = Math.max(counts.slowestMs, performance.now() - startedAt);
}
const { user, system } = process.cpuUsage(from);
report({ ...counts, cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1024 });
