import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog, logJobs, type LogLevel } from '../../src/app/log.ts';
import { crawl, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { links, page } from '../support/site.ts';
import { nextWeek } from '../support/upkeep.ts';

function lines(): { readonly out: Writable; all(): Record<string, unknown>[] } {
  let text = '';
  const out = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { out, all: () => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
}

/** What a crawl writes at a level. */
async function logged(level: LogLevel, secrets: readonly string[] = []): Promise<Record<string, unknown>[]> {
  const site = await serve({
    '/': page('Home', links('/a?token=hunter2', '/gone', '/b')),
    '/a?token=hunter2': page('A'),
    '/b': page('B'),
  });
  const app = await startApp();
  const { out, all } = lines();
  const log = createLog({ out, level, clock: createFakeClock(), secrets });
  const writing = logJobs(log, app.runner.watch());
  await crawl(app, `${site.origin}/`, { allowParameters: true });
  await app.close();
  await writing;
  return all();
}

it('writes one JSON object a line, each with its job', async () => {
  const written = await logged('info');
  expect(written.map(({ message }) => message)).toEqual([
    'job started',
    'robots.txt read',
    'URL failed',
    'job finished',
  ]);
  for (const line of written) {
    expect(line).toMatchObject({ time: '2026-03-01T12:00:00.000Z', guild: 'local', job: 1, kind: 'crawl' });
  }
  expect(written.at(-1)).toMatchObject({ level: 'info', end: 'done', new: 3, failed: 1, met: 4 });
});

it('writes what the weekly checks do, as their own kind and under the number 0', async () => {
  const clock = createFakeClock();
  const site = await serve({ '/a': page('A') });
  const app = await startApp({ clock });
  await importPages(app, [`${site.origin}/a`]);
  const { out, all } = lines();
  const writing = logJobs(createLog({ out, level: 'debug', clock, secrets: [] }), app.upkeep.checkNews());
  await nextWeek(app, clock, site);
  await app.close();
  await writing;
  expect(all().map(({ message }) => message)).toEqual(['job started', 'robots.txt read', 'page read', 'job finished']);
  for (const line of all()) expect(line).toMatchObject({ guild: '*', job: 0, kind: 'weekly-check' });
  expect(all().at(-1)).toMatchObject({ end: 'done', unchanged: 1, met: 1 });
});

it('tells of every page at debug, and of nothing that went well at error', async () => {
  expect((await logged('debug')).filter(({ message }) => message === 'page read')).toHaveLength(3);
  expect(await logged('error')).toEqual([]);
});

it('writes no query of an address, and no secret wherever it turns up', async () => {
  const text = JSON.stringify(await logged('debug', ['127.0.0.1']));
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('127.0.0.1');
  expect(text).toContain('/a?…');
});
