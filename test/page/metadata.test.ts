import { describe, expect, it } from 'vitest';
import { pageOf } from './reading.ts';

const BODY = '<main><h1>Runs</h1><p>Every run is kept for a week. Then it is dropped.</p></main>';

function withHead(head: string, html = '<html lang="en">', body = BODY): ReturnType<typeof pageOf> {
  return pageOf(`<!doctype html>${html}<head>${head}</head><body>${body}</body></html>`);
}

describe('the title', () => {
  it.each([
    ['is as the page gives it, white space collapsed', '<title> Runs\n  — Docs </title>', 'Runs — Docs'],
    ['falls back to OpenGraph', '<meta property="og:title" content="Runs (og)">', 'Runs (og)'],
    ['falls back to the heading', '', 'Runs'],
    ['is not that of a drawing', '<title>Runs</title><svg><title>Icon</title></svg>', 'Runs'],
  ])('%s', (_name, head, title) => {
    expect(withHead(head).title).toBe(title);
  });
});

describe('the description', () => {
  it.each([
    [
      'is the meta tag',
      '<meta name="Description" content="About  runs."><meta property="og:description" content="og">',
      'About runs.',
    ],
    ['falls back to OpenGraph', '<meta property="og:description" content="About runs (og).">', 'About runs (og).'],
    ['falls back to the first sentence', '<meta name="description" content=" ">', 'Every run is kept for a week.'],
  ])('%s', (_name, head, description) => {
    expect(withHead(head).description).toBe(description);
  });
});

describe('the language', () => {
  it.each([
    ['of html, as written', '<html lang="en-GB">', '', 'en-GB'],
    ['of XHTML', '<html xml:lang="de">', '', 'de'],
    ['of a meta tag', '<html>', '<meta http-equiv="content-language" content="fr, en">', 'fr'],
    ['null when it is none', '<html lang="{{lang}}">', '', null],
  ])('%s', (_name, html, head, language) => {
    expect(withHead(head, html).language).toBe(language);
  });

  it('of the body', () => {
    expect(pageOf(`<html><head></head><body lang="es">${BODY}</body></html>`).language).toBe('es');
  });
});

describe('dates', () => {
  it('of a revision in words, which are no part of the content', () => {
    const fact = (title: string, day: string): string =>
      `<span><span title="${title}"><svg></svg></span> <span class="git-revision-date-localized-plugin">${day}</span></span>`;
    const facts = `<aside class="md-source-file">${fact('Last update', 'March 5, 2024')}${fact('Created', 'January 2, 2024')}</aside>`;
    const page = withHead('', undefined, BODY.replace('</main>', `${facts}</main>`));
    expect([page.publishedAt, page.modifiedAt]).toEqual(['2024-01-02T00:00:00.000Z', '2024-03-05T00:00:00.000Z']);
    expect(page.markdown).not.toContain('2024');
  });

  it.each([
    [
      'of OpenGraph',
      '<meta property="article:published_time" content="2026-01-05T10:00:00+02:00">',
      '2026-01-05T08:00:00.000Z',
      null,
    ],
    [
      'of JSON-LD',
      '<script type="application/ld+json">{"@graph":[{"datePublished":"2026-01-05","dateModified":"2026-02-06T07:00:00Z"}]}</script>',
      '2026-01-05T00:00:00.000Z',
      '2026-02-06T07:00:00.000Z',
    ],
    ['without a zone are UTC', '<meta name="date" content="2026-01-05 10:00">', '2026-01-05T10:00:00.000Z', null],
    ['still to come are wrong', '<meta property="article:modified_time" content="2031-01-01">', null, null],
    ['that are none are null', '<meta name="date" content="soon, in 2026 maybe">', null, null],
  ])('%s', (_name, head, published, modified) => {
    const page = withHead(head);
    expect([page.publishedAt, page.modifiedAt]).toEqual([published, modified]);
  });

  it('of the body are taken where it says which', () => {
    const page = withHead(
      '',
      undefined,
      `${BODY}<p>Since <time datetime="2026-01-01">January</time></p><time itemprop="dateModified" datetime="2026-03-04T00:00:00Z">x</time>`,
    );
    expect([page.publishedAt, page.modifiedAt]).toEqual([null, '2026-03-04T00:00:00.000Z']);
  });
});
