import { readRobots } from '../src/crawler/robots.ts';
import { parseSitemap } from '../src/crawler/sitemap.ts';
import { markdownTable, quantile } from './table.ts';

/** What a hostile robots.txt and a very large sitemap cost; both block the thread while they are read. */

/** Most that one question to a hostile robots.txt may take, in milliseconds. */
const MOST_MS = 50;

/** As many rules as fit into the 500 KiB that are read, all with wildcards that nearly match the path asked for. */
const RULES = 22_000;
const LONG_PATH = `/${'a/b'.repeat(666)}`;
const HOSTILE: Readonly<Record<string, (rule: number) => string>> = {
  'many stars': (n) => `Disallow: /*a*b*${n % 10}*$`,
  'stars that match far': (n) => `Disallow: /a/*b/*a/*${n % 7 === 0 ? 'z' : 'b'}$`,
  'plain prefixes': (n) => `Disallow: /a/ba/b${n}/`,
};

const SITEMAP_URLS = 50_000;

export function robots(): Promise<number> {
  const encoder = new TextEncoder();
  const url = new URL('https://docs.example.org/');
  const rows: string[][] = [];
  let worst = 0;
  for (const [name, rule] of Object.entries(HOSTILE)) {
    const lines = Array.from({ length: RULES }, (_, n) => rule(n));
    const body = encoder.encode(`User-agent: *\n${lines.join('\n')}\n`);
    const [policy, readMs] = timed(() => readRobots(body, url));
    const asked = new URL(`https://docs.example.org${LONG_PATH}`);
    const times = Array.from({ length: 20 }, () => timed(() => policy.allows(asked))[1]);
    worst = Math.max(worst, quantile(times, 0.5));
    rows.push([
      `robots.txt, ${name}`,
      readMs.toFixed(1),
      quantile(times, 0.5).toFixed(1),
      quantile(times, 1).toFixed(1),
    ]);
  }
  const entries = Array.from(
    { length: SITEMAP_URLS },
    (_, n) =>
      `<url><loc>https://docs.example.org/guide/chapter-${n % 100}/page-${n}.html</loc><lastmod>2026-02-03T04:05:06Z</lastmod></url>`,
  );
  const sitemap = encoder.encode(
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
  );
  const times = Array.from(
    { length: 5 },
    () => timed(() => parseSitemap(sitemap, { url: 'https://docs.example.org/sitemap.xml' }))[1],
  );
  rows.push([`sitemap, ${SITEMAP_URLS} URLs`, quantile(times, 0.5).toFixed(1), '', '']);
  console.log(markdownTable(['input', 'reading ms', 'a question ms', 'slowest question ms'], rows));
  return Promise.resolve(worst <= MOST_MS ? 0 : 1);
}

function timed<T>(work: () => T): readonly [result: T, ms: number] {
  const from = performance.now();
  const result = work();
  return [result, performance.now() - from];
}
