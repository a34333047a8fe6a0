import { describe, expect, it } from 'vitest';
import { diffSitemap, type SitemapView } from '../../src/jobs/sitemap-diff.ts';
import type { CheckedPage } from '../../src/knowledge/freshness.ts';

const NOW = new Date('2026-06-10T06:00:00Z');

function knownPage(url: string, checkedAt: Date): CheckedPage {
  return {
    pageId: 1,
    url,
    contentHash: '',
    validators: {},
    fetchedFrom: null,
    fetchedAt: checkedAt,
    checkedAt,
    missingSince: null,
    frozenSince: null,
    sitemapLastmod: null,
    checkedLastmod: '2026-01-01T00:00:00.000Z',
    sitemapLastSeenAt: null,
    sources: [],
  };
}

/** What is asked for of a sitemap that names these, in order. */
function wanted(urls: readonly string[], view: Partial<SitemapView>): readonly string[] {
  const entries = urls.map((loc) => ({ loc, lastmod: '2026-06-09T00:00:00.000Z' }));
  const rest = { pages: new Map(), tries: new Map(), withheld: new Set<string>(), trust: { right: 9, wrong: 0 } };
  return diffSitemap({ entries, now: NOW, ...rest, ...view }).wanted.map(({ url }) => url);
}

describe('what a sync asks for first', () => {
  it('lets neither changed pages nor new ones wait until the others are done', () => {
    const changed = ['c1', 'c2', 'c3', 'c4'];
    const pages = new Map(changed.map((url) => [url, knownPage(url, new Date('2026-06-01'))]));
    expect(wanted([...changed, 'n1', 'n2'], { pages })).toEqual(['c1', 'n1', 'c2', 'n2', 'c3', 'c4']);
  });

  it('begins with the changed page that was checked longest ago, so that each has its day', () => {
    const pages = new Map([
      ['late', knownPage('late', new Date('2026-06-08'))],
      ['early', knownPage('early', new Date('2026-06-02'))],
    ]);
    expect(wanted(['late', 'early'], { pages })).toEqual(['early', 'late']);
  });

  it('takes what never was asked for before what came to nothing once', () => {
    const tries = new Map([['again', { lastmod: null, at: new Date('2026-06-01') }]]);
    expect(wanted(['again', 'new'], { tries })).toEqual(['new', 'again']);
  });
});
