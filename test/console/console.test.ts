import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from '../../commands/index.ts';
import { runConsole } from '../../src/console/console.ts';
import { noCommon } from '../../src/console/line.ts';
import { show } from '../../src/console/show.ts';
import { defineCommand } from '../../src/app/command.ts';
import type { Output } from '../../src/app/view.ts';
import type { JobEvent } from '../../src/jobs/event.ts';
import { afterTest, guildOf, plainCrawl, startApp } from '../support/app.ts';
import { createFakeClock } from '../support/clock.ts';
import { createScreen } from '../support/screen.ts';
import { links, page, startSite, type SitePages } from '../support/site.ts';

async function siteOf(pages: SitePages): Promise<string> {
  const site = await startSite(pages);
  afterTest(() => site.close());
  return site.origin;
}

/** Feeds lines to a console in this process and reads what it says. */
async function type(text: string, options: Partial<Parameters<typeof runConsole>[1]> = {}) {
  const app = await startApp();
  const screen = createScreen();
  const input = new PassThrough();
  input.end(text);
  const leave = new AbortController().signal;
  const code = await runConsole(app, { commands, input, screen, common: noCommon, background: [], leave, ...options });
  return { code, ...screen.text };
}

describe('the console on a pipe', () => {
  it('runs one command a line, passes over empty lines and comments, and goes on after a wrong one', async () => {
    const { code, out, err } = await type('\n# a comment\nknowledge lst\n/about\nexit\n/never\n');
    expect(out).toMatch(/^Heimdall \d/);
    expect(out).not.toContain('heimdall>');
    expect(err).toMatch(/^There is no "knowledge lst", but there is: [^\n]+\n$/);
    expect(code).toBe(2);
  });

  it('answers what makes no sense in it with one sentence each', async () => {
    const { err } = await type('/demo\n--version\n/\n/knowledge list data:/tmp\n');
    expect(err.split('\n')).toEqual([
      'The demo runs by itself: npx heimdall demo.',
      'Write a command; "help" lists them.',
      'Write a command; "help" lists them.',
      'The data folder is chosen when Heimdall starts: heimdall --data DIR.',
      '',
    ]);
  });

  it('keeps the common options it was started with', async () => {
    const { err } = await type('/knowledge list guild:../x\n/knowledge list\n', {
      common: { ...noCommon, guild: 'mine' },
    });
    expect(err).toContain('Option guild takes 1 to 64 letters');
    expect(err).toContain('Nothing is known here yet.');
  });

  it('tells the end of a job in the background in one line, and waits for it', async () => {
    const origin = await siteOf({ '/': page('Home') });
    const app = await startApp();
    const started = await app.crawling.crawl(await guildOf(app), [`${origin}/`], plainCrawl, false);
    if (!started.ok) throw new Error(started.sentence);
    const screen = createScreen();
    const input = new PassThrough();
    input.end();
    const leave = new AbortController().signal;
    const code = await runConsole(app, {
      commands,
      input,
      screen,
      common: noCommon,
      background: [started.handle],
      leave,
    });
    expect(code).toBe(0);
    expect(screen.text.err).toBe(
      'Job 1 of local has ended (done): 1 new, 0 updated pages. See: /knowledge jobs job:1\n',
    );
  });

  it('reads no more lines once it is told to leave', async () => {
    const leave = new AbortController();
    leave.abort();
    expect(await type('/about\n', { leave: leave.signal })).toMatchObject({ code: 0, out: '' });
  });

  it('lets go of its input when it is told to leave while a command runs, at a terminal too', async () => {
    const app = await startApp();
    const leave = new AbortController();
    const input = new PassThrough();
    input.write('/leave\n/about\n');
    const leaving = defineCommand({
      path: ['leave'],
      description: '',
      access: 'admin',
      options: {},
      async *run() {
        leave.abort();
        yield { kind: 'result', view: { tone: 'good', title: 'Left' }, data: {} };
      },
    });
    const screen = createScreen({ interactive: true });
    const options = { input, screen, common: noCommon, background: [], leave: leave.signal };
    await runConsole(app, { commands: [leaving, ...commands], ...options });
    expect(screen.text.out).toContain('Left\n');
    expect(screen.text.out.match(/heimdall> /g)).toHaveLength(1);
    expect(input.isPaused()).toBe(true);
  });

  it('survives a mistake in a command, and names it in one line', async () => {
    const broken = defineCommand({ path: ['break'], description: '', access: 'admin', options: {}, run: breaking });
    const { err, code } = await type('/break\n/break\n', { commands: [broken] });
    expect(err).toMatch(/^(?:This is a mistake in Heimdall, please report it: Error: the roof fell in[^\n]*\n){2}$/);
    expect(code).toBe(1);
  });

  it('says when a job has to wait for its turn', async () => {
    const origin = await siteOf({ '/': page('Home', links('/a', '/b')), '/a': page('A'), '/b': page('B') });
    const app = await startApp();
    const guild = await guildOf(app);
    const first = await app.crawling.crawl(guild, [`${origin}/`], plainCrawl, false);
    if (!first.ok) throw new Error(first.sentence);
    const screen = createScreen();
    const input = new PassThrough();
    input.end(`/knowledge crawl url:${origin}/a\n`);
    await runConsole(app, {
      commands,
      input,
      screen,
      common: noCommon,
      background: [],
      leave: new AbortController().signal,
    });
    expect(screen.text.out).toContain('note     Job 2 waits for its turn: it is number 1 in the queue.\n');
    expect(screen.text.out).toContain('Job 2: crawl of');
  });
});

// oxlint-disable-next-line require-yield -- it breaks before it has anything to say
async function* breaking(): AsyncGenerator<Output, void, void> {
  throw new Error('the roof fell in');
}

describe('a terminal', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('draws the progress line over itself, again and again, and leaves the result alone', async () => {
    vi.useFakeTimers();
    async function* outputs(): AsyncGenerator<Output, void, void> {
      yield event({ kind: 'started', jobId: 1, job: 'crawl', guildId: 'local', at: new Date(0), expected: 4 });
      yield event({ kind: 'page', url: 'https://docs.example.org/a', change: 'new' });
      vi.advanceTimersByTime(1000);
      yield event({ kind: 'note', text: 'The sitemap names 4 addresses.' });
      yield { kind: 'result', view: { tone: 'good', title: 'Done' }, data: {} };
    }
    const screen = createScreen({ interactive: true, columns: 120 });
    await show(outputs(), screen, { json: false, file: null, clock: createFakeClock() });
    expect(screen.text.out.split('\r\u001B[2K')).toEqual([
      '',
      '░░░░░░░░░░░░░░░░░░░░ 0/4  0 stored, 0 skipped, 0 failed',
      '█████░░░░░░░░░░░░░░░ 1/4  1 stored, 0 skipped, 0 failed  at most 0:00 left  https://docs.example.org/a',
      'note     The sitemap names 4 addresses.\nDone\n',
    ]);
  });
});

function event(of: JobEvent): Output {
  return { kind: 'event', event: of };
}
