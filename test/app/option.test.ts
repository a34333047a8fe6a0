import { describe, expect, it } from 'vitest';
import { flag, integer, required, text } from '../../src/app/option.ts';
import { paths, sitemap, url, urls } from '../../src/app/url-option.ts';

const described = { description: 'x' };
const one = url(described);
const some = urls({ ...described, most: 2 });

describe('an address', () => {
  it('comes in the normal form, without its fragment', () => {
    expect(one.parse(' HTTPS://Docs.Example.org:443/a/../b#c ')).toEqual({
      ok: true,
      value: 'https://docs.example.org/b',
    });
  });

  it.each([
    ['ftp://a.example', 'takes an address that starts with https:// or http://, not "ftp://a.example"'],
    ['javascript:alert(1)', 'takes an address that starts with https:// or http://, not "javascript:alert(1)"'],
    [
      'docs.example.org/x',
      'takes an address that starts with https:// or http://, not "docs.example.org/x" (perhaps https://docs.example.org/x)',
    ],
    ['https://', 'takes a whole address, like https://docs.example.org/guide, not "https://"'],
    [
      'https://a.example:99999/',
      'takes a whole address, like https://docs.example.org/guide, not "https://a.example:99999/"',
    ],
    ['https://a.example https://b.example', 'takes one address, not "https://a.example https://b.example"'],
  ])('refuses %s and says what would be right', (written, problem) => {
    expect(one.parse(written)).toEqual({ ok: false, problem });
  });

  it('refuses a password without repeating it', () => {
    const parsed = one.parse('https://admin:secret@a.example/');
    expect(parsed).toEqual({ ok: false, problem: 'takes an address without user name and password' });
  });

  it('may be several, each once, up to a bound', () => {
    expect(some.parse('https://a.example  https://a.example/ https://b.example')).toEqual({
      ok: true,
      value: ['https://a.example/', 'https://b.example/'],
    });
    expect(some.parse('https://a.example https://b.example https://c.example')).toEqual({
      ok: false,
      problem: 'takes at most 2 addresses, not 3',
    });
    expect(some.parse('https://a.example b')).toMatchObject({ ok: false });
  });
});

describe('the other kinds', () => {
  it.each(['0', '101', 'x', '1.5', '1e1', '-1', ''])('a number from 1 to 100 is not "%s"', (written) => {
    expect(integer({ ...described, min: 1, max: 100 }).parse(written)).toEqual({
      ok: false,
      problem: `takes a whole number from 1 to 100, not "${written}"`,
    });
  });

  it.each([
    [undefined, false],
    ['', true],
    ['Yes', true],
    ['off', false],
  ])('a flag given as %s is %s', (written, value) => {
    expect(flag(described).parse(written)).toEqual({ ok: true, value });
  });

  it('paths start with a slash', () => {
    expect(paths(described).parse('/a, /b/c')).toEqual({ ok: true, value: ['/a', '/b/c'] });
    expect(paths(described).parse('/a,blog')).toEqual({
      ok: false,
      problem: 'takes paths that start with /, separated by commas, not "blog"',
    });
  });

  it('a sitemap is searched for, left out, or named', () => {
    expect(sitemap(described).parse(undefined)).toEqual({ ok: true, value: 'auto' });
    expect(sitemap(described).parse('https://a.example/s.xml')).toEqual({
      ok: true,
      value: { url: 'https://a.example/s.xml' },
    });
    expect(sitemap(described).parse('maybe')).toEqual({
      ok: false,
      problem: 'is auto, off, or the sitemap\'s address, not "maybe"',
    });
    expect(sitemap(described).parse('ftp://a.example/s.xml')).toMatchObject({ ok: false });
  });

  it('what is required is missed, also when it is empty', () => {
    for (const written of [undefined, '', '  ']) {
      expect(required(text(described)).parse(written)).toEqual({ ok: false, problem: 'is required' });
    }
  });
});
