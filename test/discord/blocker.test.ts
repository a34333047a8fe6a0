import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBE_DATA } from '../links/probe-cases.ts';
import { gifOf, mp4, png } from '../links/make.ts';
import type { Kind } from '../../src/links/policy.ts';
import { media, startBlocking, type Saying } from './blocking.ts';

const still = png('IDAT');
const article = readFileSync(join(PROBE_DATA, 'page-article.html'), 'utf8');

describe('a GIF, with no list written by the admin', () => {
  it.each([
    ['a Tenor page', { content: 'look https://tenor.com/view/cat-gif-123' }, 'the table of known hosts'],
    ['a masked link', { content: '[a page](https://giphy.com/gifs/cat-abc)' }, 'the table of known hosts'],
    ['a link in angle brackets', { content: '<https://klipy.com/gifs/cat>' }, 'the table of known hosts'],
    [
      'the second of several links',
      { content: 'https://discord.com/channels/1/2 and https://tenor.com/view/x-1' },
      'the table of known hosts',
    ],
    [
      'a preview that says gifv',
      { content: 'x', embeds: [{ type: 'gifv', url: 'https://own.example/x' }] },
      'own word',
    ],
    [
      'a preview whose picture moves',
      {
        content: 'x',
        embeds: [
          { type: 'image', url: 'https://own.example/x', thumbnail: { url: 'https://own.example/x', flags: 32 } },
        ],
      },
      'own word',
    ],
    [
      'a forwarded one',
      {
        content: '',
        fields: {
          message_reference: { type: 1, channel_id: '100000000000000001', message_id: '100000000000000002' },
          message_snapshots: [{ message: { content: 'https://tenor.com/view/x-1', embeds: [], attachments: [] } }],
        },
      },
      'the table of known hosts',
    ],
    [
      'one of a link button',
      {
        content: 'press',
        fields: {
          components: [
            { type: 1, components: [{ type: 2, style: 5, label: 'go', url: 'https://tenor.com/view/x-1' }] },
          ],
        },
      },
      'the table of known hosts',
    ],
    [
      'one in a gallery',
      {
        content: '',
        fields: {
          components: [
            { type: 12, items: [{ media: { url: 'https://own.example/x', content_type: 'image/webp', flags: 32 } }] },
          ],
        },
      },
      'own word',
    ],
    [
      'one in a section of a container',
      {
        content: '',
        fields: {
          components: [
            {
              type: 17,
              components: [
                {
                  type: 9,
                  components: [{ type: 10, content: 'https://tenor.com/view/x-1' }],
                  accessory: { type: 11, media: { url: 'https://own.example/y' } },
                },
              ],
            },
          ],
        },
      },
      'the table of known hosts',
    ],
    [
      'one in a poll',
      {
        content: '',
        fields: {
          poll: {
            question: { text: 'https://tenor.com/view/x-1 ?' },
            answers: [],
            expiry: null,
            allow_multiselect: false,
            layout_type: 1,
          },
        },
      },
      'the table of known hosts',
    ],
  ])('is deleted as %s, and the log says which layer saw it', async (_, say, layer) => {
    const { gone, log, discord, logId } = await startBlocking();
    const { deleted } = await gone(say);
    expect(deleted).toBe(true);
    await discord.waitFor(() => discord.messagesIn(logId).length > 0 || null);
    expect(log().join()).toContain(layer);
  });

  it('is deleted as an upload that calls itself a JPEG, by its bytes', async () => {
    const { gone, log, discord, logId } = await startBlocking();
    await gone({ attachments: [{ filename: 'cat.jpg', content: gifOf(), contentType: 'image/jpeg' }] });
    await discord.waitFor(() => discord.messagesIn(logId).length > 0 || null);
    expect(log().join()).toMatch(/a look at the first bytes.*several frames/);
  });

  it('is deleted as an upload of no type, and as one that Discord marks', async () => {
    const { gone } = await startBlocking();
    await gone({ attachments: [{ filename: 'blob', content: gifOf(), contentType: 'application/octet-stream' }] });
    const marked = {
      id: '1',
      filename: 'a.webp',
      size: 1,
      url: 'https://cdn.example/a',
      proxy_url: 'https://cdn.example/a',
      content_type: 'image/webp',
      flags: 32,
    };
    await gone({ content: 'x', fields: { attachments: [marked] } });
  });

  it('is deleted when a preview comes later, and what was remembered is corrected', async () => {
    const site = await media({ '/x': article });
    const { gone, stays, app } = await startBlocking();
    const url = `${site.origin}/x`;
    expect((await stays({ content: url })).deleted).toBe(false);
    await gone({ content: url, unfurl: [{ type: 'gifv', url }], unfurlAfterMs: 30 });
    // Now it is known, without a preview.
    await gone({ user: 'other', content: url });
    expect(site.hits).toEqual(['/x']);
    expect(await app.attachments.check(new URL(url), 'any')).toMatchObject({
      fromMemory: true,
      judgement: { verdict: 'gif' },
    });
  });

  it('is deleted when an edit adds it, with one fetch for all', async () => {
    const site = await media({ '/cat': gifOf() });
    const { stays, gone, discord } = await startBlocking();
    const said = await stays({ content: 'nothing yet' });
    discord.edit(said.message.id, { content: `now: ${site.origin}/cat` });
    await discord.waitFor(() => discord.view(said.message.id)?.deleted || null);
    await Promise.all(Array.from({ length: 5 }, (_, n) => gone({ user: `u${n}`, content: `${site.origin}/cat#${n}` })));
    expect(site.hits).toEqual(['/cat']);
  });
});

describe('what is no GIF', () => {
  it('stays: still pictures, still GIFs, articles, code, films, what cannot be reached', async () => {
    const site = await media({
      '/still.png': still,
      '/one.gif': gifOf({ frames: 1 }),
      '/article': article,
      '/v': mp4(),
    });
    const { stays, log, discord } = await startBlocking();
    const ids: string[] = [];
    for (const say of [
      { content: `${site.origin}/still.png` },
      { content: `${site.origin}/one.gif` },
      { content: `${site.origin}/article` },
      { content: `${site.origin}/v and https://youtu.be/AAAAAAAAAAA` },
      { content: '`https://tenor.com/view/x-1`' },
      { content: 'http://10.0.0.1/x and https://no-such-host.invalid/' },
      { content: '<:still:123456789012345678> <a:moves:123456789012345678>' },
      { attachments: [{ filename: 'a.png', content: still, contentType: 'image/png' }] },
      { attachments: [{ filename: 'one.gif', content: gifOf({ frames: 1 }), contentType: 'image/gif' }] },
      {
        content: 'x',
        embeds: [{ type: 'article', url: 'https://own.example/', thumbnail: { url: 'https://own.example/a.gif' } }],
      },
    ]) {
      const { message, deleted } = await stays(say);
      expect({ say, deleted }).toEqual({ say, deleted: false });
      ids.push(message.id);
    }
    await discord.quiet(200);
    expect(ids.filter((id) => discord.view(id)?.deleted)).toEqual([]);
    expect(log().filter((entry) => !entry.includes('marker'))).toEqual([]);
  });
});

describe('kinds', () => {
  const blocked: readonly (readonly [kind: Kind, say: Saying])[] = [
    ['video', { content: 'https://youtu.be/AAAAAAAAAAA' }],
    ['video', { attachments: [{ filename: 'v.mp4', content: 'x', contentType: 'video/mp4' }] }],
    ['image', { attachments: [{ filename: 'a.png', content: still, contentType: 'image/png' }] }],
    ['file', { attachments: [{ filename: 'a.pdf', content: '%PDF-1', contentType: 'application/pdf' }] }],
    [
      'sticker',
      { content: '', fields: { sticker_items: [{ id: '123456789012345678', name: 'wave', format_type: 1 }] } },
    ],
    ['emoji', { content: 'hi <a:party:123456789012345678>' }],
    ['emoji', { content: 'https://cdn.discordapp.com/emojis/123456789012345678.gif?size=48' }],
  ];

  it.each(blocked)('%s is blocked where it is said', async (kind, say) => {
    const { gone } = await startBlocking({ kinds: [kind] });
    expect((await gone(say)).deleted).toBe(true);
  });

  it('are told apart by way: uploads only, links only', async () => {
    const { stays, gone } = await startBlocking({
      policy: (policy) => ({
        ...policy,
        places: { server: { marks: { 'gif:link': 'block', 'video:attachment': 'block' } } },
      }),
    });
    await gone({ attachments: [{ filename: 'v.mp4', content: 'x', contentType: 'video/mp4' }] });
    expect((await stays({ content: 'https://youtu.be/AAAAAAAAAAA' })).deleted).toBe(false);
    expect(
      (await stays({ attachments: [{ filename: 'a.jpg', content: gifOf(), contentType: 'image/jpeg' }] })).deleted,
    ).toBe(false);
  });
});
