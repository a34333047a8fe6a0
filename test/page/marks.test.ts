import { describe, expect, it } from 'vitest';
import { readMarks } from '../../src/page/marks.ts';

const URL = 'https://site.test/docs/page';

function links(body: string, head = ''): string[] {
  return readMarks(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, URL).links.map(
    ({ url }) => url,
  );
}

describe('links', () => {
  it('come in page order, absolute, with fragment, each once', () => {
    expect(links('<a href="b">1</a><area href="/a#x"><a href="b">2</a><a href="#top">3</a>')).toEqual([
      'https://site.test/docs/b',
      'https://site.test/a#x',
      'https://site.test/docs/page#top',
    ]);
  });

  it('carry the words of rel in lower case, split at commas too', () => {
    expect(readMarks('<a rel="NoFollow,ugc  noopener" href="/x">', URL).links[0]?.rel).toEqual([
      'nofollow',
      'ugc',
      'noopener',
    ]);
  });

  it('keep one address apart by its rel', () => {
    expect(links('<a href="/x" rel="nofollow">1</a><a href="/x">2</a>')).toHaveLength(2);
  });

  it('are resolved against the first base, even when it comes late', () => {
    expect(links('<a href="x">', '<base target="_blank"><base href="/v2/"><base href="/v3/">')).toEqual([
      'https://site.test/v2/x',
    ]);
  });

  it('ignore a base that cannot be used', () => {
    expect(links('<a href="x">', '<base href="javascript:1"><base href="/v3/">')).toEqual(['https://site.test/docs/x']);
  });

  it('of drawings count, of link elements, templates, comments and scripts do not', () => {
    const body =
      '<svg><a xlink:href="/drawn"></a></svg><template><a href="/t"></a></template><!-- <a href="/c"></a> --><script>"<a href=/s>"</script>';
    expect(links(body, '<link rel="next" href="/p2">')).toEqual(['https://site.test/drawn']);
  });

  it('of a directory listing do not sort it again', () => {
    expect(links('<a href="?C=N;O=D">Name</a><a href="file.html">f</a>')).toEqual(['https://site.test/docs/file.html']);
  });
});

describe('robots metas', () => {
  it('are read wherever they stand but in templates', () => {
    const html = `<head><noscript><meta name="ROBOTS" content="noindex"></noscript><template><meta name="robots" content="none"></template>
      <meta name="googlebot" content="none"></head><body><meta name="HeimdallBot" content="nofollow"></body>`;
    expect(readMarks(html, URL).robots).toEqual([
      { name: 'robots', content: 'noindex' },
      { name: 'heimdallbot', content: 'nofollow' },
    ]);
  });
});

describe('canonical', () => {
  const canonical = (head: string, body = ''): string | null =>
    readMarks(`<html><head>${head}</head><body>${body}</body></html>`, URL).canonical;

  it.each([
    ['absolute, without fragment', '<link rel="alternate CANONICAL" href="/main#x">', 'https://site.test/main'],
    ['null when empty', '<link rel="canonical" href="">', null],
    ['null when it is no http address', '<link rel="canonical" href="javascript:1">', null],
    [
      'one when two agree',
      '<link rel=canonical href=/a><link rel=canonical href="https://site.test/a">',
      'https://site.test/a',
    ],
    ['null when two disagree', '<link rel=canonical href=/a><link rel=canonical href=/b>', null],
  ])('is %s', (_name, head, expected) => {
    expect(canonical(head)).toBe(expected);
  });

  it('in the body is not believed', () => {
    expect(canonical('', '<div><link rel="canonical" href="/evil"></div>')).toBeNull();
  });
});

it('a page too deep to parse has no marks', () => {
  expect(readMarks('<div>'.repeat(50_000), URL)).toEqual({ links: [], robots: [], canonical: null });
});
