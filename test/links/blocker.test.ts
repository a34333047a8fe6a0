import { describe, expect, it } from 'vitest';
import { addressesIn, animatedEmojiIn } from '../../src/links/addresses.ts';
import { firstBlocked, weigh } from '../../src/links/blocker.ts';
import type { Checked } from '../../src/links/check.ts';
import { KNOWN_HOSTS, judgeKnownHost } from '../../src/links/hosts.ts';
import { judge } from '../../src/links/judge.ts';
import type { PostedMessage } from '../../src/links/message.ts';
import {
  isExempt,
  isInUse,
  KINDS,
  NO_POLICY,
  PRESETS,
  rulesAt,
  WAYS,
  withExempt,
  withHost,
  withMarks,
  withoutPlace,
} from '../../src/links/policy.ts';
import { gif, none, unknown, type Judgement } from '../../src/links/verdict.ts';

const message = (parts: Partial<PostedMessage> = {}): PostedMessage => ({
  id: '1',
  guildId: 'g',
  places: ['channel', 'category'],
  member: { id: 'm', roleIds: ['r'] },
  byMachine: false,
  media: [],
  embeds: [],
  texts: [],
  addresses: [],
  stickers: [],
  animatedEmoji: 0,
  ...parts,
});

const noGifs = withMarks(NO_POLICY, 'server', 'block', PRESETS['no-gifs'], WAYS);

async function decided(texts: readonly string[], brings: (url: URL) => Promise<Judgement>, policy = noGifs) {
  const asked: string[] = [];
  const check = async (url: URL): Promise<Checked> => {
    const known = judgeKnownHost(url);
    if (known === null) asked.push(url.href);
    return {
      judgement: known ?? (await brings(url)),
      layer: known === null ? 'bytes' : 'host',
      bytesRead: 0,
      fromMemory: false,
    };
  };
  const rules = rulesAt(policy, ['channel']);
  const decision = await judge({ check, correct: async () => {} }, message({ texts }), rules);
  return { decision, asked };
}

describe('addresses in a text', () => {
  it.each([
    ['see https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x)', ['https://a.example/x']],
    ['https://en.example/Cat_(animal)', ['https://en.example/Cat_(animal)']],
    ['[words](https://a.example/x) and <https://b.example/y>', ['https://a.example/x', 'https://b.example/y']],
    ['[https://a.example/](https://b.example/)', ['https://a.example/', 'https://b.example/']],
    ['||https://a.example/x||', ['https://a.example/x']],
    ['**https://a.example/x**', ['https://a.example/x']],
    ['HTTPS://A.EXAMPLE/x https://a.example/x', ['https://a.example/x']],
    ['`https://a.example/` ```\nhttps://b.example/\n```', []],
    ['\\` https://a.example/ \\`', ['https://a.example/']],
    ['ftp://a.example/ a.example/x', []],
  ])('%s', (text, expected) => expect(addressesIn(text).map(({ href }) => href)).toEqual(expected));

  it('counts emoji that move', () => {
    expect(animatedEmojiIn('<a:x1:123456789012345678> <:y1:123456789012345678>')).toBe(1);
    expect(animatedEmojiIn('`<a:x1:123456789012345678>`')).toBe(0);
  });
});

describe('known hosts', () => {
  it.each([
    ['https://tenor.com/view/cat-gif-1', 'gif'],
    ['https://tenor.com/de/view/cat-gif-1', 'gif'],
    ['https://media1.tenor.com/m/AAA/cat.gif', 'gif'],
    ['https://giphy.com/gifs/cat-abc', 'gif'],
    ['https://media3.giphy.com/media/v1.abc/id/giphy.gif', 'gif'],
    ['https://klipy.com/gifs/cat', 'gif'],
    ['https://i.imgur.com/AAAAAAA.gifv', 'gif'],
    ['https://gfycat.com/SomeAnimal', 'gif'],
    ['https://www.redgifs.com/watch/abc', 'gif'],
    ['https://video.twimg.com/tweet_video/A.mp4', 'gif'],
    ['https://preview.redd.it/a.gif?format=mp4&s=1', 'gif'],
    ['https://cdn.discordapp.com/emojis/1.webp?size=48&animated=true', 'gif'],
    ['https://v.redd.it/abc', 'video'],
    ['https://x.com/a/status/1/video/1', 'video'],
    ['https://video.twimg.com/ext_tw_video/1/pu/vid/a.mp4', 'video'],
    ['https://www.tiktok.com/@a.b/video/1', 'video'],
    ['https://vm.tiktok.com/ZM1/', 'video'],
    ['https://www.youtube.com/watch?v=A', 'video'],
    ['https://m.youtube.com/watch?app=desktop&v=A', 'video'],
    ['https://youtube.com/shorts/A', 'video'],
    ['https://www.youtube-nocookie.com/embed/A', 'video'],
    ['https://youtu.be/AAAAAAAAAAA', 'video'],
    ['https://vimeo.com/123', 'video'],
    ['https://player.vimeo.com/video/123', 'video'],
    ['https://vimeo.com/channels/staffpicks/123', 'video'],
    ['https://clips.twitch.tv/A', 'video'],
    ['https://www.twitch.tv/someone/clip/A', 'video'],
    ['https://www.twitch.tv/videos/1', 'video'],
    ['https://streamable.com/abc123', 'video'],
    ['https://medal.tv/games/some-game/clips/A', 'video'],
    ['https://discord.com/channels/1/2/3', 'none'],
    ['https://tenor.com/', null],
    ['https://giphy.com/explore/cat', null],
    ['https://media.giphy.com/media/a/giphy_s.gif', null],
    ['https://i.imgur.com/AAAAAAA.png', null],
    ['https://www.youtube.com/@channel', null],
    ['https://vimeo.com/about', null],
    ['https://www.twitch.tv/someone', null],
    ['https://streamable.com/login', null],
    ['https://www.reddit.com/r/cats/comments/1/x/', null],
    ['https://x.com/a/status/1', null],
    ['https://cdn.discordapp.com/attachments/1/2/a.gif?ex=1', null],
    ['https://nottenor.com/view/x', null],
    ['https://tenor.com.evil.example/view/x', null],
  ])('%s is %s', (url, verdict) => expect(judgeKnownHost(new URL(url))?.verdict ?? null).toBe(verdict));

  it('are written in lower case, without a port', () => {
    expect(
      KNOWN_HOSTS.flatMap(({ hosts }) => hosts).filter((host) => new URL(`https://${host}`).host !== host),
    ).toEqual([]);
  });
});

describe('a policy', () => {
  const policy = withMarks(
    withMarks(noGifs, 'category', 'allow', ['gif'], ['link']),
    'channel',
    'block',
    ['video'],
    WAYS,
    'log',
  );

  it('takes the nearest word on each thing', () => {
    const rules = rulesAt(policy, ['channel', 'category']);
    expect(WAYS.map((way) => rules.blocks('gif', way))).toEqual([true, false]);
    expect([rules.blocks('video', 'link'), rulesAt(policy, ['other']).blocks('video', 'link')]).toEqual([true, false]);
    expect([rules.action, rulesAt(policy, ['other']).action]).toEqual(['log', 'delete']);
  });

  it('forgets a place, exempts, and knows whether it is used at all', () => {
    expect(isInUse(withoutPlace(noGifs, 'server'))).toBe(false);
    expect(isInUse(withMarks(noGifs, 'server', 'allow', ['gif'], WAYS))).toBe(false);
    expect(isInUse(policy)).toBe(true);
    expect(rulesAt(withExempt(policy, 'channels', 'category', true), ['channel', 'category']).active).toBe(false);
    const exempt = withExempt(policy, 'roles', 'r', true);
    expect([
      isExempt(exempt, { id: 'x', roleIds: ['r'] }),
      isExempt(withExempt(exempt, 'roles', 'r', false), { id: 'x', roleIds: ['r'] }),
    ]).toEqual([true, false]);
  });

  it('has presets that block what they say', () => {
    const all = rulesAt(withMarks(NO_POLICY, 'server', 'block', PRESETS['text-only'], WAYS), []);
    expect(KINDS.every((kind) => WAYS.every((way) => all.blocks(kind, way)))).toBe(true);
  });
});

describe('the ladder', () => {
  const rules = rulesAt(noGifs, ['channel']);

  it('believes Discord before anything is asked, and corrects what was remembered', () => {
    const { evidence, corrections, questions } = weigh(
      message({ embeds: [{ url: 'https://a.example/x', shows: 'gif', genuine: true }] }),
      rules,
    );
    expect(firstBlocked(evidence, rules)).toMatchObject({ kind: 'gif', evidence: { layer: 'discord' } });
    expect(corrections.map(({ url, judgement }) => [url.href, judgement.verdict])).toEqual([
      ['https://a.example/x', 'gif'],
    ]);
    expect(questions).toEqual([]);
  });

  it('lets no app say of an address what it shows', () => {
    const embeds = [{ url: 'https://docs.example/', shows: 'gif' as const, genuine: false }];
    expect(weigh(message({ embeds }), rules)).toMatchObject({ evidence: [{ kinds: ['gif'] }], corrections: [] });
  });

  it('goes by a server’s own word on a host before the table, and lets allowed ones through, previews too', () => {
    const allowed = rulesAt(withHost(noGifs, 'tenor.com', 'allowed'), ['channel']);
    const posted = message({
      texts: ['https://tenor.com/view/x'],
      embeds: [{ url: 'https://tenor.com/view/x', shows: 'gif', genuine: true }],
    });
    expect(weigh(posted, allowed)).toEqual({ evidence: [], questions: [], corrections: [] });
    const own = rulesAt(withHost(noGifs, 'own.example', 'gif'), ['channel']);
    expect(weigh(message({ texts: ['https://a.own.example/x'] }), own).evidence[0]).toMatchObject({
      layer: 'rule',
      kinds: ['gif'],
    });
  });

  it.each([
    ['image/gif', true, 'certain'],
    ['video/mp4', false, 'certain'],
    ['application/pdf', false, 'certain'],
    ['image/gif', false, 'open'],
    ['image/jpeg', false, 'open'],
    [null, false, 'open'],
  ])('takes an upload of %s, animated %s, for %s', (contentType, animated, expected) => {
    const media = [
      {
        way: 'attachment' as const,
        name: 'x',
        url: 'https://cdn.discordapp.com/attachments/1/2/x',
        contentType,
        animated,
      },
    ];
    const { evidence, questions } = weigh(message({ media }), rules);
    expect([evidence.length, questions.length]).toEqual(expected === 'certain' ? [1, 0] : [0, 1]);
  });

  it('acts on the first that is forbidden, without waiting for the others', async () => {
    const { decision } = await decided(['https://slow.example/ https://tenor.com/view/x'], () => new Promise(() => {}));
    expect(decision).toMatchObject({ kind: 'blocked', what: 'gif', evidence: { layer: 'host' } });
  });

  it('leaves what cannot be judged, and counts it', async () => {
    const { decision } = await decided(['https://a.example/ https://b.example/'], async ({ hostname }) =>
      hostname === 'a.example' ? unknown('it is down') : none('a page'),
    );
    expect(decision).toEqual({ kind: 'left', unknown: 1, limited: 0, why: 'it is down' });
  });

  it('looks at ten links of a message, and judges known hosts beyond', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `https://a${n}.example/`);
    const { decision, asked } = await decided(many, async () => none('a page'));
    expect([asked.length, decision]).toMatchObject([10, { kind: 'left', limited: 1 }]);
    expect((await decided([...many, 'https://tenor.com/view/x'], async () => none('a page'))).decision.kind).toBe(
      'blocked',
    );
  });

  it('asks nothing where nothing of it is forbidden', async () => {
    const uploadsOnly = withMarks(NO_POLICY, 'server', 'block', ['gif'], ['attachment']);
    expect((await decided(['https://a.example/'], async () => gif('x'), uploadsOnly)).asked).toEqual([]);
    const stickersOnly = withMarks(NO_POLICY, 'server', 'block', ['sticker'], WAYS);
    expect((await decided(['https://a.example/'], async () => gif('x'), stickersOnly)).asked).toEqual([]);
  });
});
