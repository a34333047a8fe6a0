import { describe, expect, it } from 'vitest';
import { documentOf as document, refusalOf } from './reading.ts';
import { shortPages } from './short-pages.ts';

/** Rule 7.5: what is refused for its address alone, and what is kept though it is short. */

describe('an echo of the home page is refused', () => {
  const home = document(
    'Kestvik',
    '<main><h1>Kestvik</h1><p>Backups that can be proven, for small offices with one server.</p></main>',
    '<link rel="canonical" href="https://docs.test/">',
  );

  it('at a deep address', () => {
    expect(refusalOf(home, 'https://docs.test/guide/retention')).toBe('home-echo');
  });

  it('but not at the home page itself, with or without a query', () => {
    expect(refusalOf(home, 'https://docs.test/')).toBeNull();
    expect(refusalOf(home, 'https://docs.test/?ref=nav')).toBeNull();
    expect(refusalOf(home, 'https://docs.test/en/')).toBeNull();
  });

  it('nor where the page is what its address says, and only the canonical is wrong', () => {
    const page = document(
      'Retention rules',
      '<main><h1>Retention rules</h1><p>Rules are counted from the newest run backwards.</p></main>',
      '<link rel="canonical" href="https://docs.test/">',
    );
    expect(refusalOf(page, 'https://docs.test/guide/retention')).toBeNull();
  });
});

describe('short real pages are kept', () => {
  it('there are at least 50', () => {
    expect(shortPages.length).toBeGreaterThanOrEqual(50);
  });

  it.each(shortPages)('$title', ({ title, body, url }) => {
    expect(refusalOf(document(title, body), url ?? 'https://docs.test/page')).toBeNull();
  });
});
