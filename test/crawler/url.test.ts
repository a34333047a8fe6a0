import { describe, expect, it } from 'vitest';
import { normaliseUrl, withoutFragment } from '../../src/crawler/url.ts';

describe('one normal form for every address (rule 5.7)', () => {
  it.each([
    ['HTTP://Example.COM:80', 'http://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['https://example.com/a/./b/../c', 'https://example.com/a/c'],
    ['https://example.com/%7euser/%41%2d%2f', 'https://example.com/~user/A-%2F'],
    ['https://example.com/%e4%bd%a0?q=%7e%3d', 'https://example.com/%E4%BD%A0?q=~%3D'],
    ['https://example.com/ä?ö', 'https://example.com/%C3%A4?%C3%B6'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com/a?#x', 'https://example.com/a#x'],
    ['https://example.com/a/', 'https://example.com/a/'],
    ['https://example.com/A', 'https://example.com/A'],
    ['https://example.com/100%', 'https://example.com/100%'],
    ['  https://example.com/a\n', 'https://example.com/a'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('%j: %s', (raw, expected) => {
    const url = normaliseUrl(raw);
    expect(url?.href).toBe(expected);
    expect(normaliseUrl(expected)?.href).toBe(expected);
  });

  it.each(['', 'a/b', 'ftp://example.com/', 'javascript:alert(1)', 'https://user@example.com/', 'https://[bad'])(
    '%j has none',
    (raw) => expect(normaliseUrl(raw)).toBeNull(),
  );

  it('resolves against a base', () => {
    expect(normaliseUrl('../d#e', 'https://example.com/a/b/c')?.href).toBe('https://example.com/a/d#e');
  });
});

it('drops a fragment, and the # alone, without touching the address it was given', () => {
  const url = new URL('https://example.com/a#b');
  expect(withoutFragment(url).href).toBe('https://example.com/a');
  expect(withoutFragment(new URL('https://example.com/a#')).href).toBe('https://example.com/a');
  expect(url.hash).toBe('#b');
});
