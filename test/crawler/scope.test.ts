import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createScope, decideScope } from '../../src/crawler/scope.ts';
import type { ScopeSkip } from '../../src/crawler/skip-reason.ts';
import { vectorsOf } from './vectors.ts';

const REASONS: Readonly<Record<string, ScopeSkip | 'ok'>> = {
  ok: 'ok',
  invalid: 'invalid-url',
  origin: 'other-origin',
  subpath: 'outside-path',
  anchor: 'has-anchor',
  excluded: 'excluded-path',
  visited: 'already-visited',
  social: 'social-media',
  file: 'file-url',
  'trailing-hash': 'ends-with-hash',
  params: 'has-parameters',
};

const cases = vectorsOf(
  'scope',
  null,
  z.object({
    id: z.string(),
    options: z.object({
      baseUrls: z.array(z.string()),
      pathsToExclude: z.array(z.string()),
      excludeFileUrls: z.boolean(),
      includeUrlWithParam: z.boolean(),
    }),
    visited: z.array(z.string()),
    url: z.string(),
    crawl: z.boolean(),
    reasons: z.array(z.string()),
  }),
);

describe('decides what a crawl follows, and by which rule not (rule 5.1)', () => {
  it.each(cases)('$id', ({ options, visited, url, crawl, reasons }) => {
    const decision = decideScope(options, new Set(visited), url);
    expect(decision.crawl).toBe(crawl);
    expect(reasons.map((reason) => REASONS[reason])).toContain(decision.crawl ? 'ok' : decision.reason);
  });
});

const options: Parameters<typeof decideScope>[0] = {
  baseUrls: ['https://example.com/docs'],
  pathsToExclude: [],
  excludeFileUrls: true,
  includeUrlWithParam: true,
};

function reasonFor(url: string, changes: Partial<typeof options> & { visited?: string[] } = {}): string {
  const { visited = [], ...changed } = changes;
  const decision = decideScope({ ...options, ...changed }, new Set(visited), url);
  return decision.crawl ? 'ok' : decision.reason;
}

describe('rules of the scope that others get wrong', () => {
  it('compares visited addresses in their normal form on both sides', () => {
    const changes = { baseUrls: ['https://example.com'], visited: ['HTTPS://EXAMPLE.com'] };
    expect(reasonFor('https://example.com/', changes)).toBe('already-visited');
  });

  it('gives /docs and /docs/ the same scope', () => {
    for (const url of ['https://example.com/docs', 'https://example.com/docs/', 'https://example.com/docs/a']) {
      expect(reasonFor(url, { baseUrls: ['https://example.com/docs'] })).toBe('ok');
      expect(reasonFor(url, { baseUrls: ['https://example.com/docs/'] })).toBe('ok');
    }
  });

  it('opens the folder of a start URL that is a document', () => {
    const changes = { baseUrls: ['https://example.com/docs/intro.html'] };
    expect(reasonFor('https://example.com/docs/guide', changes)).toBe('ok');
    expect(reasonFor('https://example.com/docs', changes)).toBe('ok');
    expect(reasonFor('https://example.com/blog', changes)).toBe('outside-path');
    expect(reasonFor('https://example.com/anything', { baseUrls: ['https://example.com/index.html'] })).toBe('ok');
  });

  it('does not take a foreign address for ours because ours stands in its query', () => {
    expect(reasonFor('https://other.example/?next=https://example.com/docs')).toBe('other-origin');
  });

  it('excludes by path and query when the entry has a query', () => {
    const changes = { pathsToExclude: ['/cart?add='] };
    expect(reasonFor('https://example.com/docs/cart?add=7', changes)).toBe('excluded-path');
    expect(reasonFor('https://example.com/docs/cart?show', changes)).toBe('ok');
  });

  it('anchors an excluded path: the same word deeper down is not meant', () => {
    expect(reasonFor('https://example.com/docs/guide/admin', { pathsToExclude: ['/admin'] })).toBe('ok');
    expect(reasonFor('https://example.com/docs/admin', { pathsToExclude: ['admin'] })).toBe('excluded-path');
  });

  it('knows no page of another origin just because a second start URL has that sub-path', () => {
    const changes = { baseUrls: ['https://example.com/docs', 'http://example.com/blog'] };
    expect(reasonFor('https://example.com/blog', changes)).toBe('outside-path');
    expect(reasonFor('http://example.com/blog', changes)).toBe('ok');
  });
});

it('judges for a running crawl by the same rules', () => {
  const scope = createScope({
    startUrls: ['https://example.com/docs'],
    exclude: ['/old'],
    excludeFiles: true,
    allowParameters: false,
  });
  expect(scope.judge('https://example.com/docs/a')).toBeNull();
  expect(scope.judge('https://example.com/docs/old/a')).toBe('excluded-path');
  expect(scope.judge('https://example.com/docs/a?b')).toBe('has-parameters');
  expect(scope.judge('https://example.com/docs/a.pdf')).toBe('file-url');
  expect(scope.judge('nonsense')).toBe('invalid-url');
});
