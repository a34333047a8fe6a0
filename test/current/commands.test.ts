import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { App } from '../../src/app/app.ts';
import { runCommand } from '../../src/console/console.ts';
import { parseArguments } from '../../src/console/parse.ts';
import { crawl, importPages, serve, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { runLine } from '../support/run-line.ts';
import { createScreen } from '../support/screen.ts';
import { links, page } from '../support/site.ts';

/** Runs a command line with `--json`; its exit code, and what came last. */
async function run(app: App, ...words: readonly string[]) {
  const screen = createScreen();
  const line = parseArguments([...words, '--json'], commands);
  if (line.kind !== 'command') throw new Error(line.kind);
  const code = await runCommand(line, app, screen, new AbortController().signal);
  const last = screen.text.out.trimEnd().split('\n').at(-1) ?? '';
  const result: Record<string, unknown> = last === '' ? {} : JSON.parse(last);
  return { code, result, err: screen.text.err };
}

describe('the commands of upkeep', () => {
  it('watch a site, show how it stands, and do what is due', async () => {
    const app = await startApp({ clock: createFakeClock() });
    let extra: readonly string[] = [];
    const site = await serve((path) =>
      path === '/' ? page('Home', links('/a', ...extra)) : ['/a', ...extra].includes(path) ? page(path) : undefined,
    );
    await crawl(app, `${site.origin}/`);
    expect((await run(app, 'jobs', 'run', '--kind', 'watch')).result).toMatchObject({ kind: 'result', due: 0 });
    expect(await run(app, 'knowledge', 'watch', '--source', '1', '--mode', 'weekly')).toMatchObject({
      code: 0,
      result: { mode: 'weekly' },
    });
    extra = ['/b'];
    const ran = await run(app, 'jobs', 'run', '--kind', 'watch');
    expect(ran).toMatchObject({ code: 0, result: { job: 'watch', receipt: { new: 1 } } });
    const { result } = await run(app, 'knowledge', 'list');
    expect(result['sources']).toMatchObject([{ mode: 'weekly', lastOutcome: 'done', backlog: 0, frozen: 0 }]);
    expect((await run(app, 'jobs', 'run', '--kind', 'watch')).result).toMatchObject({ due: 0 });
    // What the look came to says nothing of the sync that is to come.
    expect((await runLine(app, 'knowledge', 'watch', '--source', '1', '--mode', 'sitemap')).out).toContain(
      'not run yet',
    );
    expect((await run(app, 'knowledge', 'watch', '--source', '1', '--mode', 'off')).code).toBe(0);
    expect((await run(app, 'knowledge', 'watch', '--source', '1', '--mode', 'hourly')).code).toBe(2);
  });

  it('keep a source while one of their jobs stores pages in it', async () => {
    const app = await startApp({ clock: createFakeClock() });
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let holds = false;
    const site = await serve((path) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/b') return held.then(() => page(path));
      return page(path, path === '/' ? links('/a', holds ? '/b' : '/a') : '');
    });
    await crawl(app, `${site.origin}/`);
    await run(app, 'knowledge', 'watch', '--source', '1', '--mode', 'weekly');
    holds = true;
    const [job] = await app.upkeep.jobs('watch');
    const busy = await run(app, 'knowledge', 'remove', '--source', '1');
    expect(busy.err).toBe(
      'Job 2 is reading a site, or waits to: wait for its end, or cancel it with: knowledge jobs --cancel 2\n',
    );
    letGo();
    expect(await job?.ended).toBe('done');
    expect((await run(app, 'knowledge', 'remove', '--source', '1')).result).toMatchObject({ pagesRemoved: 3 });
  });

  it('refresh checks a source now, without a page more than it has', async () => {
    const app = await startApp({ clock: createFakeClock() });
    let gone = false;
    const site = await serve({
      '/': () => page('Home', links('/a', gone ? '/b' : '/a')),
      '/a': () => (gone ? { status: 404 } : page('A')),
      '/b': page('B'),
    });
    await crawl(app, `${site.origin}/`);
    gone = true;
    const { code, result } = await run(app, 'knowledge', 'refresh', '--source', '1');
    expect({ code, result }).toMatchObject({
      code: 0,
      result: { job: 'refresh', receipt: { updated: 1, 'http-404': 1 } },
    });
    expect(site.pagePaths()).not.toContain('/b');
    expect((await run(app, 'jobs', 'run', '--kind', 'refresh')).result).toMatchObject({ kind: 'result' });
  });

  it('say that a single page needs no watching', async () => {
    const app = await startApp({ clock: createFakeClock() });
    const site = await serve({ '/a': page('A') });
    await importPages(app, [`${site.origin}/a`]);
    const { code, err } = await run(app, 'knowledge', 'watch', '--source', '1', '--mode', 'weekly');
    expect(code).toBe(1);
    expect(err).toContain('checked every week by itself');
    expect(err).toContain(`knowledge crawl --url ${site.origin}/\n`);
  });

  it('find a source by its address as people write it', async () => {
    const app = await startApp({ clock: createFakeClock() });
    const site = await serve({ '/': page('Home') });
    await crawl(app, `${site.origin}/`);
    expect((await run(app, 'knowledge', 'watch', '--source', site.origin, '--mode', 'weekly')).code).toBe(0);
    expect((await run(app, 'knowledge', 'remove', '--source', site.origin)).code).toBe(0);
    expect((await run(app, 'knowledge', 'restore', '--source', site.origin)).code).toBe(0);
  });

  it('say what becomes of pages that a check could not confirm', async () => {
    const app = await startApp({ clock: createFakeClock() });
    let [robots, status] = ['', 200];
    const site = await serve((path) => {
      if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: robots };
      if (path === '/a') return status === 200 ? page('A') : { status };
      return path === '/' ? page('Home', links('/a')) : undefined;
    });
    await crawl(app, `${site.origin}/`);
    const refresh = async () => (await runLine(app, 'knowledge', 'refresh', '--source', '1')).out;
    expect(await refresh()).toContain(`check of ${site.origin}/: 2 of 2 pages confirmed or updated`);
    expect(await refresh()).not.toContain('as stored');
    status = 404;
    const missing = await refresh();
    expect(missing).toContain('1 of 2 pages confirmed or updated');
    expect(missing).toContain(
      '1 page stays as stored; the weekly check asks again. What is still missing (404 or 410) in a week leaves the answers.',
    );
    robots = 'User-agent: *\nDisallow: /';
    const closed = await refresh();
    expect(closed).toContain('0 of 2 pages confirmed or updated');
    expect(closed).toContain('2 pages stay as stored; the weekly check asks again.\n');
    expect(closed).not.toContain('Not stored');
  });
});
