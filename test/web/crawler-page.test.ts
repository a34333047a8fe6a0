import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRobots } from '../../src/crawler/robots.ts';
import { robotsExamples } from '../../src/web/crawler-page/limiting.ts';
import { crawlerPage } from '../../src/web/crawler-page/page.ts';
import { promises } from '../../src/web/crawler-page/promises.ts';
import { emptyForm } from '../../src/web/form.ts';
import { pageToHtml } from '../../src/web/shell.ts';
import { inlineToHtml } from '../../src/web/to-html.ts';
import { toMarkdown } from '../../src/web/to-markdown.ts';

const html = pageToHtml(crawlerPage(null), emptyForm);
const markdown = toMarkdown(crawlerPage(null));

describe('the crawler page', () => {
  it('stands in the repository as it is served: `npm run docs` writes it', () => {
    const file = resolve(import.meta.dirname, '../../docs/crawler.md');
    expect(readFileSync(file, 'utf8')).toBe(markdown);
  });

  it.each(promises.map(({ id, sentence }) => [id, sentence] as const))('says what is promised: %s', (id, sentence) => {
    expect(html.split(inlineToHtml(sentence))).toHaveLength(2);
    // The form is on the served page alone.
    if (id !== 'check-form') expect(markdown.split(sentence)).toHaveLength(2);
  });

  it('has each of its links and marks once, and leads nowhere on the page that is not there', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(html).not.toMatch(/undefined|NaN|\[object/);
  });

  it.each(robotsExamples)('gives an example that does what it says: $intent', (example) => {
    const policy = readRobots(Buffer.from(example.robots.join('\n')), new URL('https://example.org/'));
    const outcome = Object.fromEntries(
      Object.keys(example.outcome).map((path) => [path, policy.allows(new URL(path, 'https://example.org/'))]),
    );
    expect(outcome).toEqual(example.outcome);
    expect(policy.crawlDelaySeconds).toBe(example.crawlDelaySeconds ?? null);
    expect(policy.aiInput).toBe(example.aiInput ?? null);
  });

  it.each([
    ['crawler@example.org', 'href="mailto:crawler@example.org"'],
    ['https://example.org/contact', 'href="https://example.org/contact"'],
  ])('says how to reach the operator: %s', (operator, link) => {
    expect(pageToHtml(crawlerPage(operator), emptyForm)).toContain(link);
  });
});

it('writes marks as tags and everything else as it is', () => {
  expect(inlineToHtml('a < b, `c & d`, **e**, [f](https://g.example/?h=1&i=2) "j"')).toBe(
    'a &#60; b, <code>c &#38; d</code>, <strong>e</strong>, <a href="https://g.example/?h=1&#38;i=2">f</a> &#34;j&#34;',
  );
});
