import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { afterTest } from '../support/app.ts';
import { web } from '../web/web.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Where pictures go; none are taken when it is not set. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MAX_BYTES = 50 * 1024;

const ROBOTS = 'User-agent: *\nDisallow: /private/\nCrawl-delay: 2\nSitemap: https://docs.example.org/sitemap.xml\n';
const looks = [360, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

let browser: Browser;
beforeAll(async () => {
  browser = await launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
});
afterAll(() => browser.close());

async function openPage({ width, scheme }: (typeof looks)[number]): Promise<Page> {
  const { origin } = await web({ operator: 'crawler@example.org' });
  const page = await browser.newPage();
  afterTest(() => page.close());
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`${origin}/docs/crawler`);
  return page;
}

async function fillIn(page: Page, url: string): Promise<void> {
  // At once: a key at a time takes seconds, and the keyboard has a test of its own.
  await page.locator('#url').fill(url);
  await page.locator('#robots').fill(ROBOTS);
  await Promise.all([page.waitForNavigation(), page.click('button')]);
}

async function look(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow, 'pixels to scroll sideways').toBe(0);
  expect(await findings(page)).toEqual([]);
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

const axeResult = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What an automated check of accessibility objects to. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result = axeResult.parse(await page.evaluate('axe.run()'));
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.each(looks)('at $width pixels, $scheme', (at) => {
  const name = `${at.width}-${at.scheme}`;

  it('reads well: nothing sticks out, and the accessibility check finds nothing', async () => {
    await look(await openPage(at), name);
  });

  it('so do the answers of the form, right and wrong', async () => {
    const page = await openPage(at);
    await fillIn(page, 'https://docs.example.org/private/plans');
    expect(await page.$eval('#answer', ({ textContent }) => textContent)).toContain('would not fetch');
    await look(page, `${name}-answer`);
    await fillIn(page, 'x');
    expect(await page.$eval('#answer', ({ textContent }) => textContent)).toContain('The address cannot be read');
    await look(page, `${name}-wrong`);
  });
});

it('is used by keyboard alone, and without JavaScript', async () => {
  const page = await openPage({ width: 1280, scheme: 'light' });
  await page.setJavaScriptEnabled(false);
  await page.reload();
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement.id || document.activeElement.textContent');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to the text');
  await page.keyboard.press('Enter');
  for (let presses = 0; (await focused()) !== 'url'; presses += 1) {
    expect(presses, 'presses of Tab to the form').toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('https://docs.example.org/');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('robots');
  await page.keyboard.type('User-agent: HeimdallBot');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Disallow: /');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Check');
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  expect(await page.$eval('.verdict', ({ textContent }) => textContent)).toBe(
    'HeimdallBot would not fetch https://docs.example.org/',
  );
});

it('loads itself and nothing else, in less than 50 KB', async () => {
  const page = await browser.newPage();
  afterTest(() => page.close());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { origin } = await web();
  const answer = await page.goto(`${origin}/docs/crawler`, { waitUntil: 'networkidle0' });
  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([`${origin}/docs/crawler`]);
  expect((await answer?.buffer())?.byteLength).toBeLessThan(MAX_BYTES);
  expect(await page.cookies()).toEqual([]);
});
