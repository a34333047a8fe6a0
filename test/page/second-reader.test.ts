import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { isSortLink, resolveHttp } from '../../src/page/marks.ts';
import { expectations, readStored, SETS } from './score.ts';

/** Our reader and cheerio, which shares no code of ours, have to find the same links and title on every stored page. */

const folder = join(import.meta.dirname, '../data/pages');
const sets = ['pages', 'built', 'built-deb'] as const;

describe.each(sets)('the set %s, read by cheerio too', (set) => {
  it.each(expectations(set).pages)('$id has the same links and the same title', (expected) => {
    const { file, url } = expected;
    const $ = load(readFileSync(join(folder, SETS[set], file)));
    const base = resolveHttp($('base[href]').first().attr('href') ?? '', url) ?? url;
    const hrefs = $('a[href]')
      .toArray()
      .map((node) => $(node).attr('href') ?? '')
      .filter((href) => !isSortLink(href))
      .map((href) => resolveHttp(href, base))
      .filter((href) => href !== null);
    const reading = readStored(set, expected);
    expect(new Set(reading.marks.links.map((link) => link.url))).toEqual(new Set(hrefs));
    if (reading.kind === 'page' && $('head > title').length > 0) {
      expect(reading.page.title).toBe($('head > title').first().text().replace(/\s+/g, ' ').trim());
    }
  });
});
