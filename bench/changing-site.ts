import { links, page, startSite, type SiteAnswer, type SiteRequest, type TestSite } from '../test/support/site.ts';

/** A documentation site as its owner changes it over a year, one scripted event at a time. */
export interface ChangingSite {
  readonly site: TestSite;
  readonly pages: () => number;
  /** What the owner does in this week; null when he leaves it alone. */
  live(week: number, now: Date): string | null;
}

interface Document {
  title: string;
  text: string;
  lastmod: string;
  /** Where it went, or what it answers instead of its text. */
  answer: SiteAnswer | null;
  noindex: boolean;
  listed: boolean;
}

type Deed = readonly [what: string, act: (world: World, now: Date) => void];

interface World {
  readonly documents: Map<string, Document>;
  robots: string;
  outage: boolean;
  sitemap: 'honest' | 'always now' | 'nearly empty' | 'a page';
}

/** By week of the year. */
const SCRIPT: Readonly<Record<number, Deed>> = {
  2: ['edits three pages', ({ documents }, now) => ['/p1', '/p2', '/p3'].forEach((path) => edit(documents, path, now))],
  4: [
    'adds four pages',
    ({ documents }, now) => ['/n1', '/n2', '/n3', '/n4'].forEach((path) => edit(documents, path, now)),
  ],
  7: ['removes a page', ({ documents }) => put(documents, '/p4', { answer: { status: 404 }, listed: false })],
  10: [
    'moves a page',
    ({ documents }, now) => {
      const { title = '', text = '' } = documents.get('/p5') ?? {};
      put(documents, '/moved', { title, text, lastmod: now.toISOString() });
      put(documents, '/p5', { answer: { status: 301, headers: { location: '/moved' } }, listed: false });
    },
  ],
  13: ['closes the site in robots.txt', (world) => void (world.robots = 'User-agent: *\nDisallow: /')],
  16: ['opens it again', (world) => void (world.robots = '')],
  19: ['lets the sitemap say that every page changed just now', (world) => void (world.sitemap = 'always now')],
  22: ['dates the sitemap honestly again', (world) => void (world.sitemap = 'honest')],
  25: ['breaks the sitemap: it names two pages', (world) => void (world.sitemap = 'nearly empty')],
  27: ['repairs it', (world) => void (world.sitemap = 'honest')],
  29: ['answers a page in place of the sitemap', (world) => void (world.sitemap = 'a page')],
  31: ['repairs it', (world) => void (world.sitemap = 'honest')],
  34: ['marks a page noindex', ({ documents }) => put(documents, '/p6', { noindex: true })],
  37: ['has an outage: 503 everywhere', (world) => void (world.outage = true)],
  38: ['is back', (world) => void (world.outage = false)],
  41: ['edits a page and leaves its date', ({ documents }) => put(documents, '/p7', { text: 'edited in silence' })],
  44: [
    'takes a page out of the sitemap, and nothing else',
    ({ documents }) => put(documents, '/p8', { listed: false }),
  ],
  50: ['answers 404 for a page by mistake', ({ documents }) => put(documents, '/p9', { answer: { status: 404 } })],
  51: ['repairs that', ({ documents }) => put(documents, '/p9', { answer: null })],
};

const FIRST_PAGES = 24;

export async function startChangingSite(born: Date): Promise<ChangingSite> {
  const world: World = { documents: new Map(), robots: '', outage: false, sitemap: 'honest' };
  for (let n = 0; n < FIRST_PAGES; n += 1) edit(world.documents, n === 0 ? '/' : `/p${n}`, born);
  let now = born;
  const site: TestSite = await startSite((path, request) => answer(world, path, request, site.origin, now));
  return {
    site,
    pages: () => [...world.documents.values()].filter(({ answer: other }) => other === null).length,
    live(week, at) {
      now = at;
      const deed = SCRIPT[week];
      deed?.[1](world, at);
      return deed?.[0] ?? null;
    },
  };
}

function edit(documents: World['documents'], path: string, now: Date, text = `as of ${now.toISOString()}`): void {
  put(documents, path, { text, lastmod: now.toISOString(), answer: null });
}

function put(documents: World['documents'], path: string, change: Partial<Document>): void {
  const before = documents.get(path) ?? {
    title: `Page ${path}`,
    text: '',
    lastmod: '',
    answer: null,
    noindex: false,
    listed: true,
  };
  documents.set(path, { ...before, ...change });
}

function answer(
  world: World,
  path: string,
  { headers }: SiteRequest,
  origin: string,
  now: Date,
): SiteAnswer | undefined {
  if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: world.robots };
  if (world.outage) return { status: 503 };
  if (path === '/sitemap.xml') return sitemapOf(world, origin, now);
  const document = world.documents.get(path);
  if (document === undefined) return undefined;
  if (document.answer !== null) return document.answer;
  const etag = `"${path} ${document.text} ${document.noindex}"`;
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
  const listed = [...world.documents].filter(([, { listed: is, answer: other }]) => is && other === null);
  const content = `<p>This page is ${document.text}.</p>${path === '/' ? links(...listed.map(([other]) => other)) : ''}`;
  const head = document.noindex ? '<meta name="robots" content="noindex">' : '';
  return { headers: { etag }, body: page(document.title, content, head) };
}

function sitemapOf({ documents, sitemap }: World, origin: string, now: Date): SiteAnswer {
  if (sitemap === 'a page') return page('Sitemap');
  const listed = [...documents].filter(([, { listed: is }]) => is);
  const named = sitemap === 'nearly empty' ? listed.slice(0, 2) : listed;
  const urls = named.map(([path, { lastmod }]) => {
    const date = sitemap === 'always now' ? now.toISOString() : lastmod;
    return `<url><loc>${origin}${path}</loc><lastmod>${date}</lastmod></url>`;
  });
  return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
}
