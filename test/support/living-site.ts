import { createHash } from 'node:crypto';
import { serve } from './app.ts';
import type { FakeClock } from './clock.ts';
import { links, page, type SiteAnswer, type SiteRequest, type TestSite } from './site.ts';

/** A page of the site as its owner keeps it now. */
export interface LivingPage {
  text: string;
  lastmod: string;
  /** `page`, a status, or the path it moved to for good. */
  answer: 'page' | 404 | 410 | 500 | `/${string}`;
  noindex: boolean;
  /** In the sitemap. */
  listed: boolean;
  /** From the start page. */
  linked: boolean;
  /** By robots.txt. */
  forbidden: boolean;
}

export interface LivingSite {
  readonly site: TestSite;
  readonly pages: ReadonlyMap<string, LivingPage>;
  /** The owner does one thing to one page, whatever comes to his mind. */
  live(): void;
  /** Outages are over and what failed works again; what moved or was taken away stays so. */
  settle(): void;
}

const FIRST_PAGES = 12;
const MOST_PAGES = 40;

type Roll = (sides: number) => number;

interface World {
  readonly pages: Map<string, LivingPage>;
  readonly clock: FakeClock;
  readonly roll: Roll;
  outage: 'none' | 403 | 503 | 'cut';
  sitemap: 'honest' | 'none' | 'a page' | 'two pages' | 'always now';
}

/** What an owner may do to a page of his site; each as likely as the others. */
const DEEDS: Readonly<Record<string, (world: World, one: LivingPage) => void>> = {
  edits: ({ clock }, one) =>
    void Object.assign(one, { text: `${one.text} edited`, lastmod: clock.now().toISOString() }),
  'edits in silence': (_world, one) => void (one.text += ' edited in silence'),
  adds: (world) => void (world.pages.size < MOST_PAGES && add(world)),
  'takes away': ({ roll }, one) => void (one.answer = roll(2) === 0 ? 404 : 410),
  breaks: (_world, one) => void (one.answer = 500),
  'brings back': (_world, one) => void (one.answer = 'page'),
  moves(world, one) {
    if (one.answer !== 'page') return;
    const path = add(world, one);
    Object.assign(one, { answer: path, listed: false, linked: false });
  },
  'marks noindex, or takes that back': (_world, one) => void (one.noindex = !one.noindex),
  'lists or leaves out': (_world, one) => void (one.listed = !one.listed),
  'links or leaves out': (_world, one) => void (one.linked = !one.linked),
  'forbids or allows': (_world, one) => void (one.forbidden = !one.forbidden),
  'has an outage, or none': (world) =>
    void (world.outage = (['none', 'none', 403, 503, 'cut'] as const)[world.roll(5)] ?? 'none'),
  'lets the sitemap be': (world) =>
    void (world.sitemap =
      (['honest', 'honest', 'none', 'a page', 'two pages', 'always now'] as const)[world.roll(6)] ?? 'honest'),
};

/** A documentation site that changes at random, the same way for the same dice; its pages answer 304 by their ETag. */
export async function startLivingSite(clock: FakeClock, roll: Roll): Promise<LivingSite> {
  const world: World = { pages: new Map(), clock, roll, outage: 'none', sitemap: 'honest' };
  for (let n = 0; n < FIRST_PAGES; n += 1) add(world);
  const site: TestSite = await serve((path, request) => answerOf(world, path, request, site.origin));
  return {
    site,
    pages: world.pages,
    live() {
      const others = [...world.pages.keys()].slice(1);
      const path = others[roll(others.length)] ?? '/';
      const deeds = Object.values(DEEDS);
      const one = world.pages.get(path);
      if (one !== undefined) deeds[roll(deeds.length)]?.(world, one);
    },
    settle() {
      world.outage = 'none';
      world.sitemap = 'honest';
      for (const one of world.pages.values()) {
        one.forbidden = false;
        if (one.answer === 500) one.answer = 'page';
      }
    },
  };
}

/** A new page, or the new address of one; its path. */
function add({ pages, clock }: World, like?: LivingPage): string {
  const path = pages.size === 0 ? '/' : `/p${pages.size}`;
  const lastmod = clock.now().toISOString();
  const plain = { noindex: false, listed: true, linked: true, forbidden: false };
  pages.set(path, { ...plain, text: `words of ${path}`, ...like, lastmod, answer: 'page' });
  return path;
}

function answerOf(world: World, path: string, { headers }: SiteRequest, origin: string): SiteAnswer | undefined {
  const { pages, outage } = world;
  if (outage === 'cut') return { cut: true };
  if (path === '/robots.txt') return outage === 503 ? { status: 503 } : robotsOf(pages);
  if (outage !== 'none') return { status: outage };
  if (path === '/sitemap.xml') return sitemapOf(world, origin);
  const one = pages.get(path);
  if (one === undefined) return undefined;
  if (typeof one.answer === 'number') return { status: one.answer };
  if (one.answer !== 'page') return { status: 301, headers: { location: one.answer } };
  const linked = path === '/' ? [...pages].filter(([other, { linked: is }]) => is && other !== '/') : [];
  const head = one.noindex ? '<meta name="robots" content="noindex">' : '';
  const body = page(one.text, links(...linked.map(([other]) => other)), head);
  const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
  return headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { headers: { etag }, body };
}

function robotsOf(pages: World['pages']): SiteAnswer {
  const forbidden = [...pages].filter(([, one]) => one.forbidden).map(([path]) => `Disallow: ${path}$`);
  return { headers: { 'content-type': 'text/plain' }, body: ['User-agent: *', ...forbidden].join('\n') };
}

function sitemapOf({ pages, sitemap, clock }: World, origin: string): SiteAnswer {
  if (sitemap === 'none') return { status: 404 };
  if (sitemap === 'a page') return page('Sitemap');
  const listed = [...pages].filter(([, one]) => one.listed).slice(0, sitemap === 'two pages' ? 2 : MOST_PAGES * 2);
  const urls = listed.map(([path, { lastmod }]) => {
    const date = sitemap === 'always now' ? clock.now().toISOString() : lastmod;
    return `<url><loc>${origin}${path}</loc><lastmod>${date}</lastmod></url>`;
  });
  return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
}
