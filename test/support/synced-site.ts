import { crawl, serve, startApp } from './app.ts';
import { createFakeClock } from './clock.ts';
import { links, page, type SiteAnswer } from './site.ts';
import { DAY_MS, runDue, setMode } from './upkeep.ts';

/** A site whose pages, dates and sitemap a test changes as time goes by. */
export async function startDatedSite() {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const texts = new Map<string, string>([['/', 'home']]);
  const dates = new Map<string, string>();
  /** What a path answers in place of its page. */
  const answers = new Map<string, SiteAnswer>();
  const state: { sitemap: SiteAnswer | null; listed: readonly string[] | null; robots: string } = {
    sitemap: null,
    listed: null,
    robots: '',
  };
  const site = await serve((path) => {
    if (path === '/sitemap.xml') return state.sitemap ?? sitemap();
    if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: state.robots };
    const answer = answers.get(path);
    if (answer !== undefined) return answer;
    const text = texts.get(path);
    if (text === undefined) return undefined;
    const others = path === '/' ? links(...[...texts.keys()].filter((other) => other !== '/')) : '';
    return page(path, `<p>${text}</p>${others}`);
  });
  function sitemap(): SiteAnswer {
    const urls = (state.listed ?? [...texts.keys()]).map((path) => {
      const date = dates.get(path);
      return `<url><loc>${site.origin}${path}</loc>${date === undefined ? '' : `<lastmod>${date}</lastmod>`}</url>`;
    });
    return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${urls.join('')}</urlset>` };
  }
  return {
    app,
    clock,
    site,
    texts,
    dates,
    answers,
    state,
    /** Edits a page, and says so in the sitemap. */
    edit(path: string, text: string) {
      texts.set(path, text);
      dates.set(path, clock.now().toISOString());
    },
    /** The next morning's sync: its receipt, and what it asked for. */
    async nextDay(days = 1) {
      clock.advance(days * DAY_MS);
      const before = site.requests.length;
      const [ran] = await runDue(app, 'sync');
      return { endings: ran?.endings ?? {}, ran, asked: site.requests.slice(before).map(({ path }) => path) };
    },
  };
}

/** The same after a crawl and the first sync, which found nothing to do. */
export async function startSynced(pages: number) {
  const world = await startDatedSite();
  for (let n = 0; n < pages; n += 1) world.edit(`/p${n}`, `text ${n}`);
  await crawl(world.app, `${world.site.origin}/`);
  await setMode(world.app, 'sitemap');
  await runDue(world.app, 'sync');
  return world;
}
