import type { App } from '../../src/app/app.ts';
import { crawl, serve, startApp } from './app.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { links, page, type SiteAnswer, type TestSite } from './site.ts';

const TYPE = { 'content-type': 'text/markdown' };

/** What a twin says of a page, in as many words as the page itself. */
export function twinOf(path: string): string {
  return `# ${path}\n\n${/<p>([\s\S]*?)<\/p>/.exec(page(path))?.[1] ?? ''}\n\n## More\n\nAnd more of it.\n`;
}

/** The page behind such a twin, which hints at it. */
export function pageWithTwin(path: string, head = ''): string {
  const alternate = `<link rel="alternate" type="text/markdown" href="${path}.md">`;
  return page(path, '<h2>More</h2><p>And more of it.</p>', alternate + head);
}

export interface TwinSite {
  readonly app: App;
  readonly clock: FakeClock;
  readonly site: TestSite;
  /** By path, what is answered instead of page or twin. */
  readonly instead: Map<string, SiteAnswer>;
  readonly names: readonly string[];
  readonly url: (path: string) => string;
  /** Paths asked for since the last time, robots.txt left out. */
  readonly asked: () => readonly string[];
}

/** A site of so many pages with twins behind a home page without one. */
export async function twinSite(count: number, instead = new Map<string, SiteAnswer>()): Promise<TwinSite> {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const names = Array.from({ length: count }, (_, n) => `/p${n}`);
  const site = await serve((path) => {
    const other = instead.get(path);
    if (other !== undefined) return other;
    if (path === '/') return page('Home', links(...names));
    if (names.includes(path)) return pageWithTwin(path);
    const of = path.replace(/\.md$/, '');
    return of !== path && names.includes(of) ? { headers: TYPE, body: twinOf(of) } : undefined;
  });
  let seen = 0;
  const asked = () => {
    const since = site.requests.slice(seen).map(({ path }) => path);
    seen = site.requests.length;
    return since.filter((path) => path !== '/robots.txt');
  };
  return { app, clock, site, instead, names, url: (path) => `${site.origin}${path}`, asked };
}

/** The same, crawled once: all pages but two came by their twins. */
export async function crawledTwins(count: number): Promise<TwinSite> {
  const twins = await twinSite(count);
  await crawl(twins.app, twins.url('/'));
  twins.asked();
  return twins;
}
