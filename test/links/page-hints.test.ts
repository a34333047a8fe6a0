import { describe, expect, it } from 'vitest';
import { readPageHints } from '../../src/links/page-hints.ts';
import { createSniffer, sniffLink } from '../../src/links/sniff.ts';

const VIDEO = '<meta property="og:video" content="https://x.example/v.mp4">';
const head = { url: 'https://pages.example/a', headers: { 'content-type': 'text/html' } };
const verdictOf = (html: string, url = head.url): string =>
  sniffLink({ ...head, url, body: Buffer.from(html), truncated: false }).verdict;

const cases: readonly (readonly [what: string, html: string, verdict: string])[] = [
  ['a video of the article kind', `<meta property="og:type" content="article">${VIDEO}`, 'video'],
  ['a video named with a reference', '<meta property="og&#58;video" content="/v.mp4">', 'video'],
  ['a video in the body', `<body><p>text</p>${VIDEO}</body>`, 'video'],
  ['a video in noscript', `<noscript>${VIDEO}</noscript>`, 'video'],
  ['a video without an address', '<meta property="og:video" content="  ">', 'none'],
  ['a player', '<meta name="twitter:player" content="https://x.example/p">', 'video'],
  ['a stream', '<meta name="twitter:player:stream" content="https://x.example/p.mp4">', 'video'],
  [
    'a player of music',
    '<meta name="twitter:player" content="p"><meta property="og:type" content="music.album">',
    'none',
  ],
  [
    'music with a film',
    `<meta property="og:type" content="music.song"><meta property="og:video:type" content="video/mp4">${VIDEO}`,
    'video',
  ],
  ['an episode', '<meta property="og:type" content="video.episode">', 'video'],
  ['a GIF by its type', `<meta property="og:video:type" content="image/gif">${VIDEO}`, 'gif'],
  ['a GIF site under another name', `<meta property="og:site_name" content="Tenor">${VIDEO}`, 'gif'],
  [
    'a site that writes of Tenor',
    '<meta property="og:site_name" content="Tenor"><meta property="og:image" content="a.gif">',
    'none',
  ],
  ['a large picture', '<meta name="twitter:card" content="summary_large_image">', 'none'],
  ['a video element', '<video src="v.mp4"></video><meta property="og:type" content="website">', 'none'],
  ['a video in a nested template', `<template><div><template>${VIDEO}</template></div></template>`, 'none'],
  ['a video in a frame of text', `<iframe>${VIDEO}</iframe>`, 'none'],
  ['a video in a text field', `<textarea>${VIDEO}</textarea>`, 'none'],
  ['a video in a title', `<title>${VIDEO}</title>`, 'none'],
  ['a video in a comment that is never closed', `<!-- ${VIDEO}`, 'none'],
  ['a video behind a script that holds a comment', `<script>"<!--"</script>${VIDEO}`, 'video'],
  ['a video behind a comment in a value', `<a title="<!--">x</a>${VIDEO}`, 'video'],
  ['a video behind a stray quote', `<meta ">${VIDEO}`, 'video'],
  ['a video in a value', `<a title='${VIDEO}'>x</a>`, 'none'],
  ['a video behind an empty comment', `<!-->${VIDEO}`, 'video'],
  ['a sound alone', '<meta property="og:audio" content="a.mp3">', 'none'],
];

describe('what pages present', () => {
  it.each(cases)('%s', (_, html, verdict) => expect(verdictOf(html)).toBe(verdict));

  it.each(['text/html, text/html; charset=utf-8', 'html', 'unknown/unknown', '*/*', ''])(
    'is read where the type is "%s"',
    (type) => {
      const body = Buffer.from(`<div>x</div>${VIDEO}`);
      const headers = { 'content-type': type };
      expect(sniffLink({ url: head.url, headers, body, truncated: false }).verdict).toBe('video');
    },
  );

  it('is told by the host where that is known', () => {
    expect(verdictOf('<title>x</title>', 'https://www.youtube.com/watch?v=abc')).toBe('video');
  });

  it('is read in time, however the page is built', () => {
    const size = 262_144;
    const floods = [
      '<b>',
      '<p><i><b><u>',
      '<a x=1 ',
      '<',
      '<!--',
      '<template>',
      '&#',
      '</b>',
      '<meta property=og:x content=y>',
      '<li><ul>',
      '<meta "',
      "<meta content='",
    ];
    for (const flood of floods) {
      const html = `${flood.repeat(size / flood.length)}<meta property="og:image" content="x">`;
      const started = performance.now();
      readPageHints(html);
      expect({ flood, slow: performance.now() - started > 400 }).toEqual({ flood, slow: false });
    }
  });

  it('is known as soon as its head is over, or before', () => {
    const sniff = createSniffer(head);
    expect(sniff(Buffer.from(`<!doctype html><html><head><title>a</title>${VIDEO}`))).toBeNull();
    expect(sniff(Buffer.from(`<!doctype html><html><head><title>a</title>${VIDEO}</head>`))?.verdict).toBe('video');
    const typed = `<!doctype html><html><head><meta property="og:type" content="video.other">${VIDEO}`;
    expect(createSniffer(head)(Buffer.from(typed))?.verdict).toBe('video');
  });

  it('is not parsed again and again for a page that keeps promising', () => {
    const sniff = createSniffer(head);
    const page = Buffer.from(`<meta property="og:image" content="x">${'<p>text'.repeat(37_000)}`);
    const started = performance.now();
    for (let n = 0; n < 400; n += 1) sniff(page);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
