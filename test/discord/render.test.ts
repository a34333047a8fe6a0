import { describe, expect, it } from 'vitest';
import type { View } from '../../src/app/view.ts';
import { textFile } from '../../src/discord/body.ts';
import { cardBody } from '../../src/discord/card-view.ts';
import { renderView } from '../../src/discord/render.ts';
import { plain, shortened } from '../../src/discord/text.ts';
import { noProgress, progressed, type Progress } from '../../src/app/progress.ts';
import type { JobEvent } from '../../src/jobs/event.ts';
import type { APIEmbed } from 'discord.js';

/** Lengths around every limit that Discord has, and far beyond them. */
const LENGTHS = [0, 1, 99, 255, 256, 257, 1023, 1024, 1025, 4095, 4097, 6001, 20_000];
const NUMBERS = [0, 1, 24, 25, 26, 300];

function sizeOf({ title = '', description = '', fields = [], footer }: APIEmbed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  return title.length + description.length + inFields + (footer?.text.length ?? 0);
}

function expectWithinLimits(embeds: readonly APIEmbed[]): void {
  expect(embeds.length).toBeLessThanOrEqual(10);
  expect(embeds.reduce((sum, embed) => sum + sizeOf(embed), 0)).toBeLessThanOrEqual(6000);
  for (const { title = '', description = '', fields = [] } of embeds) {
    expect(title.length).toBeLessThanOrEqual(256);
    expect(title).toMatch(/\S/);
    expect(description.length).toBeLessThanOrEqual(4096);
    expect(fields.length).toBeLessThanOrEqual(25);
    for (const { name, value } of fields) {
      expect(name.length).toBeLessThanOrEqual(256);
      expect(value.length).toBeLessThanOrEqual(1024);
      expect(name + value).not.toMatch(/\p{Surrogate}/u);
    }
    expect(title + description).not.toMatch(/\p{Surrogate}/u);
  }
}

describe('a view', () => {
  const views = LENGTHS.flatMap((length) => NUMBERS.map((number) => [length, number] as const));

  it.each(views)('with texts of %i characters, %i of each, keeps within the limits', (length, number) => {
    const text = '🦉*'
      .repeat(length)
      .slice(0, length)
      .replace(/[\uD800-\uDBFF]$/, 'x');
    const times = <T>(item: T): T[] => Array.from({ length: number }, () => item);
    const view: View = {
      tone: 'neutral',
      title: text,
      text: times(text),
      fields: times([text || 'name', text] as const),
      items: times({ title: text, url: `https://docs.example.org/${text}`, lines: [text], rows: [[text, text]] }),
    };
    const { embeds = [], files = [] } = renderView(view);
    expectWithinLimits(embeds);
    const cut = embeds.some(({ description = '' }) => description.includes('more lines; the file has all of it'));
    expect(files.length).toBe(cut ? 1 : 0);
  });

  it('that is cut comes whole as a file, unless it brings one of its own', () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index} of many`);
    const view: View = { tone: 'neutral', title: 'Long', items: [{ title: 'Lines', lines }] };
    const [file] = renderView(view).files ?? [];
    expect(file?.data.toString()).toContain('line 499 of many');
    const answer: View = { tone: 'neutral', title: 'Long', markdown: lines.join('\n') };
    expect(renderView(answer).files?.[0]?.data.toString()).toContain('line 499 of many');
    expect(renderView(view, { name: 'own.csv', text: 'x' }).files?.map(({ name }) => name)).toEqual(['own.csv']);
  });

  it('leaves out a field that has no room, and not those after it', () => {
    const long = 'x'.repeat(1024);
    const fields = ['a', 'b', 'c'].map((name) => [name, long] as const);
    const [embed] = renderView({ tone: 'neutral', title: 't', fields: [...fields, ['last', 'short']] }).embeds ?? [];
    expect(embed?.fields?.map(({ name }) => name)).toEqual(['a', 'b', 'last']);
  });

  it('links to addresses with brackets and spaces, and shows others as text', () => {
    const item = (url: string): View => ({ tone: 'neutral', title: 't', items: [{ title: 'A [b]', url }] });
    const shown = (url: string): string => renderView(item(url)).embeds?.[0]?.description ?? '';
    expect(shown('https://a.example/x_(y)')).toBe('**[A \\[b\\]](https://a.example/x_%28y%29)**');
    expect(shown('ftp://a.example/')).toBe('**A \\[b\\]**');
  });
});

describe('text of other people', () => {
  it.each([
    ['**bold** _it_ ~~no~~ ||spoiler||', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\|\\|spoiler\\|\\|'],
    ['[click](https://evil.example/)', '\\[click\\](https://evil.example/)'],
    ['<@123> <#4> <@&5>', '\\<@123> \\<#4> \\<@&5>'],
    ['@everyone and @here', '@\u200Beveryone and @\u200Bhere'],
    ['# heading\n> quote\n- item', '\\# heading\n\\> quote\n\\- item'],
    ['see https://a.example/_x_*y* there_', 'see https://a.example/_x_*y* there\\_'],
    ['the option `url_of_it`', 'the option `url_of_it`'],
    ['```js', '\\`\\`\\`js'],
    ['\u202Egnp.exe', 'gnp.exe'],
  ])('formats nothing: %j', (text, shown) => expect(plain(text)).toBe(shown));

  it('is shortened between characters', () => {
    expect(shortened('🦉🦉🦉', 4)).toBe('🦉…');
    expect(shortened('a\\*b', 3)).toBe('a…');
    expect(shortened('abc', 3)).toBe('abc');
  });
});

describe('a file', () => {
  it('too large for Discord is cut at a line, and says so', () => {
    const { data } = textFile('job-1.csv', `${'x'.repeat(99)}\n`.repeat(100_000));
    expect(data.byteLength).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(data.toString()).toMatch(/x\n… cut here: the whole of it is too large for Discord\.\n$/);
  });
});

describe('a job card', () => {
  const startedAt = new Date('2026-03-01T12:00:00Z');
  const started: JobEvent = { kind: 'started', jobId: 1, job: 'crawl', guildId: 'g', at: startedAt, expected: 100 };
  const robots = {
    kind: 'robots',
    at: startedAt,
    host: 'a.example',
    status: 200,
    verdict: 'rules',
    group: '*',
    sitemaps: [],
    aiInput: null,
  } as const;
  const fold = (...events: readonly JobEvent[]): Progress =>
    events.reduce((soFar, event) => progressed(soFar, event, 10_000), noProgress);
  const shown = (progress: Progress, url = 'https://a.example/'): APIEmbed => {
    const options = { pages: 100, exclude: [], excludeFiles: true, allowParameters: false, sitemap: 'auto' } as const;
    const spec = { kind: 'crawl', startUrls: [url], options } as const;
    const [embed] = cardBody({ jobId: 1, spec, place: 0, progress }, 20_000, startedAt).embeds ?? [];
    return embed ?? {};
  };

  it.each<[string, readonly JobEvent[], string]>([
    ['by default', [started], 'Pace: at most 2 requests a second'],
    [
      'for robots.txt',
      [started, { ...robots, crawlDelaySeconds: 10 }],
      'Pace: one request every 10 s, as robots.txt asks',
    ],
    ['for a delay of nothing', [started, { ...robots, crawlDelaySeconds: 0 }], 'Pace: at most 2 requests a second'],
    [
      'for Retry-After',
      [started, { kind: 'waiting', host: 'a.example', untilMs: startedAt.getTime() + 30_000, why: 'retry-after' }],
      'Pace: paused, a.example asked for it (Retry-After); goes on <t:1772366430:R>',
    ],
  ])('says how fast it goes and why: %s', (_why, events, line) => {
    expect(shown(fold(...events)).description?.split('\n')).toContainEqual(expect.stringContaining(line));
  });

  it('says what is left at the pace so far, and never more than the time limit', () => {
    const page: JobEvent = { kind: 'page', url: 'https://a.example/', change: 'new' };
    expect(shown(fold(started, ...Array.from({ length: 50 }, () => page))).description).toContain(
      'Time left: at most 0:10',
    );
    expect(shown(fold(started, page)).description).toContain('Time left: at most 4:50');
  });

  it('keeps within the limits whatever the address', () => {
    const url = `https://a.example/${'x_'.repeat(3000)}`;
    expectWithinLimits([shown(fold(started, { kind: 'page', url, change: 'new' }), url)]);
  });
});
