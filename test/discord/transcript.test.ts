import { expect, it } from 'vitest';
import { serve } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import { ADMIN, fileOf, startBot } from './bot.ts';

it('crawls a site by slash command, and finds, shows and removes what it read', async () => {
  const site = await serve({
    '/guide': page('Guide', links('/guide/keys', '/guide/rotate', '/guide/gone', '/guide/secret', '/blog')),
    '/guide/keys': page('Keys', '<p>A keyring holds the keys.</p>'),
    '/guide/rotate': page('Rotate', '<p>Rotate the keyring once a year.</p>'),
    '/guide/secret': { status: 403, body: 'no' },
  });
  const { discord } = await startBot();
  const crawl = await discord.slash({
    ...ADMIN,
    command: 'knowledge crawl',
    options: { url: `${site.origin}/guide` },
    until: ({ text }) => text.includes('3 pages stored'),
  });
  expect(crawl).toMatchObject({ ackKind: 'defer', ephemeral: false, refused: [], pinged: false });
  expect(crawl.messages).toHaveLength(1);
  expect(crawl.text).toContain('3 new, 0 updated, 0 unchanged, 0 removed; 6 URLs met');
  expect(crawl.text).toContain('1 × is outside the start path');
  expect(crawl.text).toContain('its owner can allow the user agent "HeimdallBot"');
  expect(crawl.buttons.map(({ label }) => label)).toEqual(['Retry failed']);
  expect(await fileOf(crawl)).toMatch(/^url,ending,meaning,[^]*\/guide\/gone,http-404,/);

  const ask = (command: string, options: Record<string, unknown> = {}) => discord.slash({ ...ADMIN, command, options });
  const search = await ask('knowledge search', { query: 'rotate keyring', limit: 1 });
  expect(search).toMatchObject({ ephemeral: true, ackKind: 'defer' });
  expect(search.text).toContain(`[Rotate](${site.origin}/guide/rotate)`);

  expect((await ask('knowledge list')).text).toContain(`1 ${site.origin}/guide**\nsite, 3 pages`);
  expect((await ask('knowledge pages')).text).toContain('Pages 1 to 3 of 3');
  expect((await ask('knowledge jobs')).text).toContain('1 job, newest first');
  const receipt = await ask('knowledge jobs', { job: 1 });
  expect(receipt.text).toContain('3 × new');
  expect(await fileOf(receipt)).toContain('outside-path');

  const shown = await ask('knowledge show', { page: '2' });
  expect(shown.text).toContain('Keys\nAddress\n');
  expect(shown.original?.attachments[0].filename).toBe('keys.md');
  expect(await fileOf(shown)).toContain('A keyring holds the keys.');

  expect((await ask('knowledge check', { url: `${site.origin}/guide/secret` })).text).toContain('would not be stored');
  const preview = await ask('knowledge crawl', { url: `${site.origin}/guide`, preview: true });
  expect(preview).toMatchObject({ ephemeral: true });
  expect(preview.text).toContain('nothing was stored');
  expect(preview.buttons.map(({ label }) => label)).toEqual(['Import', 'Change scope']);

  const question = await ask('knowledge remove', { source: '1' });
  expect(question.text).toContain('with 3 pages?');
  expect((await ask('knowledge pages')).text).toContain('Pages 1 to 3');
  const removed = ({ text }: { text: string }): boolean => text.startsWith('Removed');
  const gone = await discord.press('Remove', { ...ADMIN, on: question, until: removed });
  expect(gone.text).toContain('and 3 pages');
  expect(gone.text).toContain('put back with: /knowledge restore source:1');
  expect((await ask('knowledge pages')).text).toContain('No pages');
  expect((await ask('knowledge list', { removed: true })).text).toContain('3 pages, can be put back until');
  const suggested = await discord.autocomplete({ ...ADMIN, command: 'knowledge restore', focused: 'source' });
  expect(suggested.choices).toEqual([{ name: `1  ${site.origin}/guide (3 pages)`, value: '1' }]);
  const back = ({ text }: { text: string }): boolean => text.includes('is back');
  expect((await discord.press('Undo', { ...ADMIN, on: gone, until: back })).text).toContain('It has 3 pages.');
  expect((await ask('knowledge pages')).text).toContain('Pages 1 to 3 of 3');
  expect((await ask('knowledge search', { query: 'rotate keyring' })).text).toContain('Rotate');
  expect((await discord.slash({ user: 'eve', command: 'about' })).text).toContain('Heimdall');
});
