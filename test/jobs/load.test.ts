import { expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { serve, startApp, startCrawl } from '../support/app.ts';
import { page } from '../support/site.ts';

/** The most processor time that went by between two turns of the event loop, in milliseconds: others' load is not in it. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let since = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(since);
    longest = Math.max(longest, (user + system) / 1000);
    since = process.cpuUsage();
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
}

it('a page with 12,000 links of every kind does not hold up the event loop', { timeout: 60_000 }, async () => {
  const rules = Array.from({ length: 500 }, (_, n) => `Disallow: /shut/${n}*/x$`).join('\n');
  const hrefs = Array.from({ length: 4000 }, (_, n) => [
    `https://elsewhere.example/${n}`,
    `/p${n}`,
    `/shut/${n}/x`,
  ]).flat();
  const { origin } = await serve({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `User-agent: *\n${rules}` },
    '/': page('Home', hrefs.map((href) => `<a href="${href}">x</a>`).join(' ')),
  });
  const app = await startApp();
  const { handle, ran } = await startCrawl(app, `${origin}/`, { pages: 1 });
  // In one piece this takes over a second; how long a turn is on a machine of one's own is for the bench.
  expect(await longestTurn(() => ran)).toBeLessThan(700);
  expect(handle.tally()).toMatchObject({ met: 12_001, end: 'page-limit' });
  await expectAccounted(app, await ran);
});
