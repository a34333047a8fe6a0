import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { App } from '../../src/app/app.ts';
import { runCommand } from '../../src/console/console.ts';
import { parseArguments } from '../../src/console/parse.ts';
import { media } from '../discord/blocking.ts';
import { gifOf, mp4 } from '../links/make.ts';
import { startApp } from '../support/app.ts';
import { createScreen } from '../support/screen.ts';

async function run(app: App, ...words: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  const screen = createScreen();
  const line = parseArguments(['attachments', ...words], commands);
  if (line.kind !== 'command') throw new Error(line.kind === 'wrong' ? line.sentence : line.kind);
  const code = await runCommand(line, app, screen, new AbortController().signal);
  return { code, out: screen.text.out + screen.text.err };
}

describe('attachments, on the command line', () => {
  it('check: says what a link shows, and remembers it', async () => {
    const site = await media({ '/cat.jpg': gifOf() });
    const app = await startApp();
    const url = `${site.origin}/cat.jpg`;
    const first = JSON.parse((await run(app, 'check', '--url', url, '--json')).out);
    expect(first).toEqual({
      kind: 'result',
      verdict: 'gif',
      why: 'a GIF of several frames',
      bytesRead: expect.any(Number),
      fromMemory: false,
    });
    expect(first.bytesRead).toBe(gifOf().length);
    const second = await run(app, 'check', '--url', `${url}#again`, '--json');
    expect(JSON.parse(second.out)).toEqual({ ...first, bytesRead: 0, fromMemory: true });
    expect(site.hits).toEqual(['/cat.jpg']);
  });

  it('check: tells what cannot be judged from what is nothing, and makes no file', async () => {
    const site = await media({ '/v': mp4() });
    const app = await startApp();
    expect((await run(app, 'check', '--url', `${site.origin}/v`)).out).toContain('A video');
    expect((await run(app, 'check', '--url', 'http://10.0.0.1/')).out).toContain(
      'it leads to no public address on a usual port',
    );
    expect((await run(app, 'check', '--url', 'https://youtu.be/AAAAAAAAAAA')).out).toContain(
      'the table of known hosts',
    );
    expect(await app.store.guildIds()).toEqual([]);
  });

  it('block, allow, exempt, hosts, status: change the policy and show it', async () => {
    const app = await startApp();
    const channel = '123456789012345678';
    expect((await run(app, 'block', '--what', 'no-gifs,file', '--as', 'link', '--action', 'tell')).out).toContain(
      'Whole server: blocks GIFs (links only), other files (links only); action: delete and tell the author',
    );
    expect((await run(app, 'allow', '--what', 'gif', '--where', channel)).out).toContain(`${channel}: allows GIFs`);
    expect((await run(app, 'exempt', '--role', '223456789012345678')).out).toContain('223456789012345678');
    expect((await run(app, 'hosts', '--host', 'https://media.example.org/x', '--shows', 'gif')).out).toContain(
      'media.example.org: shows GIFs',
    );
    expect((await run(app, 'hosts')).out).toMatch(/Tenor: tenor\.com/);
    const status = JSON.parse((await run(app, 'status', '--json')).out);
    expect(status).toMatchObject({
      places: {
        server: { marks: { 'gif:link': 'block', 'file:link': 'block' }, action: 'tell' },
        [channel]: { marks: { 'gif:link': 'allow' } },
      },
      hosts: [{ host: 'media.example.org', shows: 'gif' }],
      counts: { deleted: 0, unknown: 0 },
    });
    await run(app, 'allow');
    expect((await run(app, 'status')).out).not.toContain('Whole server');
  });

  it.each([
    [['block'], 'Say what to block'],
    [['block', '--what', 'gifs'], 'takes some of gif, video'],
    [['block', '--what', 'gif', '--where', 'general'], 'takes the id of a channel or category'],
    [['exempt'], 'Name a role, a member or a channel'],
    [['hosts', '--host', 'localhost', '--shows', 'gif'], 'Name a host and what it shows'],
    [['hosts', '--host', 'a.example', '--shows', 'cats'], 'is one of gif, video, image, allowed, forget'],
  ])('%j is told in a sentence what is missing', async (words, sentence) => {
    const { code, out } = await run(await startApp(), ...words);
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining(sentence) });
  });
});
