import { describe, expect, it } from 'vitest';
import { sum } from '../../src/jobs/tally.ts';
import { expectAccounted } from '../support/account.ts';
import { crawl, guildOf, serve, startApp, startCrawl, tempDir, watch } from '../support/app.ts';
import { dice } from '../support/dice.ts';
import { filesAfterKill } from '../support/kill.ts';
import { links, page, type SiteAnswer } from '../support/site.ts';

const SIZE = 40;

/** A site of about forty paths in which anything may be wrong with any of them. */
function messySite(seed: number): (path: string) => SiteAnswer | undefined {
  const roll = dice(seed);
  const some = (): string => `/docs/n${roll(SIZE)}`;
  const link = (): string => {
    switch (roll(12)) {
      case 0:
        return `${some()}#part`;
      case 1:
        return `${some()}?page=${roll(4)}`;
      case 2:
        return `/files/f${roll(9)}.pdf`;
      case 3:
        return `https://elsewhere.example/${roll(9)}`;
      case 4:
        return `/private/${roll(9)}`;
      case 5:
        return some().toUpperCase().replace('/DOCS', '/docs');
      case 6:
        return `http://u:p@127.0.0.1/${roll(3)}`;
      default:
        return some();
    }
  };
  const rels = ['', '', '', 'nofollow', 'ugc'];
  const anchors = (): string =>
    Array.from({ length: 1 + roll(9) }, () => `<a rel="${rels[roll(rels.length)] ?? ''}" href="${link()}">x</a>`).join(
      ' ',
    );
  const heads = [
    '',
    '',
    '',
    '<meta name="robots" content="noindex">',
    '<meta name="robots" content="nofollow">',
    `<link rel="canonical" href="${some()}">`,
  ];
  const answers = new Map<string, SiteAnswer>();
  const make = (path: string): SiteAnswer => {
    switch (roll(14)) {
      case 0:
        return { status: 301, headers: { location: roll(4) === 0 ? 'http://127.0.0.9:8080/away' : some() } };
      case 1:
        return { status: [404, 403, 500, 410][roll(4)] ?? 404 };
      case 2:
        return { headers: { 'content-type': 'image/png' }, body: 'png' };
      case 3:
        return { cut: true };
      case 4:
        return page(`Twin ${roll(2)}`, anchors());
      default:
        return page(`Page ${path}`, anchors(), heads[roll(heads.length)]);
    }
  };
  for (let n = 0; n < SIZE; n += 1) answers.set(`/docs/n${n}`, make(`/docs/n${n}`));
  answers.set('/docs/', page('Start', `${anchors()}${links(...Array.from({ length: 12 }, some))}`));
  answers.set('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /docs/n7\n',
  });
  answers.set('/sitemap.xml', { headers: { 'content-type': 'text/plain' }, body: '' });
  return (path) => answers.get(path);
}

const wish = { allowParameters: true, sitemap: 'auto' } as const;

describe.each([1, 2, 3, 4])(
  'on messy site %i every URL met ends once, in events and ledger alike, and the receipt adds up',
  (seed) => {
    it('in one go, and in runs that continue each other', { timeout: 60_000 }, async () => {
      const site = await serve(messySite(seed));
      const whole = await startApp();
      const { handle, ran } = await startCrawl(whole, `${site.origin}/docs/`, wish);
      await expectAccounted(whole, await ran);
      const { pages, skipped, failed, met } = handle.tally();
      expect(sum(pages) + sum(skipped) + sum(failed)).toBe(met);
      expect(met).toBe(Object.keys((await ran).endings).length);

      const parts = await startApp();
      const seen = site.pagePaths().length;
      const endings = new Map<string, string>();
      for (let run = 0; run < 30; run += 1) {
        const part = await crawl(parts, `${site.origin}/docs/`, { ...wish, pages: 4 });
        await expectAccounted(parts, part);
        for (const [url, how] of Object.entries(part.endings)) endings.set(url, how);
        if (part.end === 'done') break;
      }
      expect([...endings.values()]).not.toContain('page-limit');
      expect([...endings.keys()].toSorted()).toEqual(Object.keys((await ran).endings).toSorted());
      const retried = site.pagePaths().slice(seen);
      expect(retried.filter((path, at) => retried.indexOf(path) !== at && isSound(site.origin, path, endings))).toEqual(
        [],
      );
    });

    it('cancelled, killed and resumed', async () => {
      const dataDir = tempDir();
      const answer = messySite(seed);
      let files = '';
      let stop = (): void => {};
      let pages = 0;
      const site = await serve((path) => {
        if (path !== '/robots.txt' && !path.startsWith('/sitemap')) pages += 1;
        if (pages === 5 + seed && files === '') files = filesAfterKill(dataDir);
        if (pages === 9 + seed) stop();
        return answer(path);
      });
      const app = await startApp({ dataDir });
      const { handle, ran } = await startCrawl(app, `${site.origin}/docs/`, wish);
      stop = () => handle.cancel();
      await expectAccounted(app, await ran);
      stop = () => {};
      if (files === '') return;
      const again = await startApp({ dataDir: files });
      const [resumed] = await again.crawling.resume(await guildOf(again));
      if (resumed === undefined) throw new Error('nothing to go on with');
      await expectAccounted(again, await watch(resumed));
    });
  },
);

/** Failures may have been tried twice (rule 2.6); everything else is asked for once. */
function isSound(origin: string, path: string, endings: ReadonlyMap<string, string>): boolean {
  return !['http-500', 'reset'].includes(endings.get(origin + path) ?? '');
}
