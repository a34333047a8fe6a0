import { chmodSync, existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { afterTest, tempDir } from '../support/app.ts';
import { runProgram, startProgram } from '../support/built.ts';
import { links, page, startSite } from '../support/site.ts';

const env = { CRAWLER_ALLOW_NETWORKS: '127.0.0.0/8' };

// Each test starts several processes, on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

/** A site with more pages than a test has patience for: a crawl of it goes on until somebody ends it. */
async function endlessSite() {
  const paths = Array.from({ length: 40 }, (_, n) => `/p${n}`);
  const site = await startSite({
    '/': page('Home', links(...paths)),
    ...Object.fromEntries(paths.map((path) => [path, page(path)])),
  });
  afterTest(() => site.close());
  return site;
}

describe('the program', () => {
  it('says its version and its help at once, and makes nothing', async () => {
    const cwd = tempDir();
    const begun = performance.now();
    const version = await runProgram(['--version'], { cwd });
    expect(version).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(await runProgram(['--help'], { cwd })).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('knowledge crawl'),
    });
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  });

  it('answers every kind of trouble with one sentence, exit code, and no stack', async () => {
    const cwd = tempDir();
    writeFileSync(join(cwd, 'file'), '');
    mkdirSync(join(cwd, 'sealed/demo'), { recursive: true });
    for (const folder of ['sealed/demo', 'sealed']) chmodSync(join(cwd, folder), 0o555);
    mkdirSync(join(cwd, 'foreign/guilds'), { recursive: true });
    writeFileSync(join(cwd, 'foreign/guilds/local.sqlite'), 'not a database'.repeat(500));
    mkdirSync(join(cwd, 'odd'));
    mkdirSync(join(cwd, 'odd/.env'));
    const list = ['knowledge', 'list'];
    const cases = [
      { words: ['nonsense'], code: 2, says: /^There is no command "nonsense"/ },
      { words: [...list, '--data', 'file'], code: 1, says: /^file is not a directory/ },
      { words: [...list, '--data', 'file/below'], code: 1, says: /is not a directory/ },
      { words: [...list, '--data', 'sealed'], code: 1, says: /^sealed may not be written/ },
      {
        words: [...list, '--data', '/proc/heimdall'],
        code: 1,
        says: /^\/proc\/heimdall is not a directory and none can be made there/,
      },
      { words: ['demo', '--data', 'sealed'], code: 1, says: /^sealed\/demo may not be written/ },
      { words: [...list, '--data', 'foreign'], code: 1, says: /local\.sqlite is not a Heimdall database/ },
      {
        words: list,
        env: { MAX_JOBS: 'many' },
        code: 2,
        says: /^Setting MAX_JOBS is "many": write a whole number from 1 to 1000\.\n$/,
      },
      { words: list, cwd: join(cwd, 'odd'), code: 2, says: /^The file \.env cannot be read/ },
    ];
    const answers = await Promise.all(cases.map((each) => runProgram(each.words, { cwd, ...each })));
    for (const [index, { code, says }] of cases.entries()) {
      const answer = answers[index];
      expect(answer).toMatchObject({ code, out: '', err: expect.stringMatching(says) });
      expect(answer?.err).toMatch(/^[^\n]+\n$/);
    }
  });

  it('refuses a damaged database with one sentence', async () => {
    const cwd = tempDir();
    await runProgram(['about'], { cwd });
    truncateSync(join(cwd, 'data/heimdall.sqlite'), 5000);
    expect(await runProgram(['about'], { cwd })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^data\/heimdall\.sqlite is damaged and was left as it is[^\n]+\n$/),
    });
  });

  it('Ctrl-C cancels and shows the receipt; the same crawl then goes on from there', async () => {
    const cwd = tempDir();
    const site = await endlessSite();
    const words = ['knowledge', 'crawl', '--url', `${site.origin}/`, '--sitemap', 'off'];
    const run = startProgram(words, { cwd, env });
    await run.said('new      ');
    run.process.kill('SIGINT');
    const { out, code, err } = await run.ended;
    expect(out).toMatch(/Job 1: crawl of \S+: [1-3] pages? stored \(cancelled\)/);
    expect([code, err]).toEqual([0, '']);
    const again = startProgram(words, { cwd, env });
    await again.said('started  job 2, going on with what was partial');
    again.process.kill('SIGINT');
    again.process.kill('SIGINT');
    await again.ended;
    expect(site.pagePaths().filter((path) => path === '/')).toHaveLength(1);
  });

  it('SIGTERM interrupts a job; the next start goes on with it and tells its end', async () => {
    const cwd = tempDir();
    const { origin } = await endlessSite();
    const run = startProgram(['knowledge', 'crawl', '--url', `${origin}/`, '--sitemap', 'off', '--pages', '4'], {
      cwd,
      env,
    });
    await run.said('new      ');
    run.process.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, out: expect.stringContaining('(interrupted)') });
    const next = await runProgram([], { cwd, env, input: '/knowledge jobs\n' });
    expect(next.err).toMatch(
      /^Job 1 of local goes on in the background[^\n]*\nJob 1 of local has ended \(page-limit\)[^\n]*\n$/,
    );
    expect(next).toMatchObject({ code: 0, out: expect.stringContaining('1  crawl of') });
  });

  it('prints JSON alone with --json, and a sentence on standard error alone', async () => {
    const cwd = tempDir();
    const { origin } = await endlessSite();
    const { out, err, code } = await runProgram(['knowledge', 'import', '--urls', `${origin}/p1`, '--json'], {
      cwd,
      env,
    });
    expect([code, err]).toEqual([0, '']);
    const kinds = out
      .trimEnd()
      .split('\n')
      .map((line): string => JSON.parse(line).kind);
    expect(kinds).toEqual(['started', 'robots', 'page', 'finished', 'result']);
    expect(await runProgram(['knowledge', 'show', '--page', '9', '--json'], { cwd })).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no page "9". List them with: knowledge pages\n',
    });
  });

  it('does not mind a reader who has seen enough', async () => {
    const cwd = tempDir();
    const { origin } = await endlessSite();
    const run = startProgram(['knowledge', 'crawl', '--url', `${origin}/`, '--sitemap', 'off'], { cwd, env });
    await run.said('started');
    run.process.stdout?.destroy();
    expect(await run.ended).toMatchObject({ code: 0, err: '' });
  });

  it('ends with its work, also when nobody closes standard input', async () => {
    const cwd = tempDir();
    expect(await runProgram([], { cwd, input: '/about\nexit\n', keepOpen: true })).toMatchObject({ code: 0, err: '' });
    const waiting = startProgram([], { cwd, input: '/about\n', keepOpen: true });
    await waiting.said('For site owners');
    waiting.process.kill('SIGTERM');
    expect(await waiting.ended).toMatchObject({ code: 0, signal: null, err: '' });
  });
});
