import { expect, it } from 'vitest';
import { answerView } from '../../src/app/answer-view.ts';
import { guildOf, importPages, serve, startApp } from '../support/app.ts';
import { askOdin } from '../support/asking.ts';
import { createFakeClock } from '../support/clock.ts';

const QUESTION = 'How often are signing keys rotated?';
const DAY_MS = 86_400_000;

it('a cited page that changed since it was read, or is not found any more, is marked', async () => {
  const clock = createFakeClock();
  const app = await startApp({ clock });
  const html = `<html lang="en"><head><title>Keys</title></head><body><main><h1>Keys</h1><p>Signing keys are rotated every 90 days by the operator.</p></main></body></html>`;
  const site = await serve({ '/keys': html });
  const url = `${site.origin}/keys`;
  const source = async (): Promise<string> => {
    const { answer, ignorance, marks } = await askOdin(app, QUESTION);
    return answerView(QUESTION, answer, ignorance, marks).items?.[0]?.lines?.join() ?? '';
  };
  await importPages(app, [url]);
  const { freshness } = await guildOf(app);
  expect(await source()).toBe('as of 2026-03-01');
  await freshness.recordSightings([{ url, lastmod: '2026-03-02T00:00:00.000Z' }], clock.now());
  expect(await source()).toBe('as of 2026-03-01; the page changed since');
  clock.advance(2 * DAY_MS);
  await importPages(app, [url]);
  expect(await source()).toBe('as of 2026-03-03');
});
