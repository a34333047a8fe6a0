import { readFileSync } from 'node:fs';
import { read } from '../../src/page/read.ts';
import type { Page } from '../../src/page/page.ts';

/** Checks what was read of a stored page against what is expected of it, as `test/data/pages/README.md` says. */

export interface Expected {
  readonly id: string;
  readonly file: string;
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly lang?: string;
  readonly heading?: string;
  readonly headingInDocumentTitleOnly?: boolean;
  readonly headings?: readonly string[];
  readonly mustContain?: readonly string[];
  readonly mustNotContain?: readonly string[];
  readonly codeBlocks?: readonly {
    readonly lang: string | null;
    readonly firstLine: string;
    readonly nextLine?: string;
  }[];
  readonly tablesMin?: number;
  readonly links?: readonly { readonly text: string; readonly href: string }[];
  readonly imageAlts?: readonly string[];
  readonly math?: readonly string[];
  readonly videos?: readonly string[];
  readonly expectRefused?: string;
}

export interface Thin {
  readonly id: string;
  readonly file: string;
  readonly url: string;
  readonly maxChars: number;
  readonly mustNotContain: readonly string[];
}

export interface Score {
  readonly id: string;
  readonly passed: number;
  readonly failures: readonly string[];
}

export const SETS = { pages: '', built: 'built/', 'built-deb': 'built-deb/' } as const;
const DATA = new URL('../data/pages/', import.meta.url);

function readJson(file: string) {
  return JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));
}

export function expectations(set: keyof typeof SETS): { pages: readonly Expected[]; thin?: readonly Thin[] } {
  return readJson(`${SETS[set]}expected.json`);
}

export function readStored(
  set: keyof typeof SETS,
  { file, url }: { file: string; url: string },
): ReturnType<typeof read> {
  const body = readFileSync(new URL(SETS[set] + file, DATA));
  return read({ body, url, contentType: 'text/html', fetchedAt: new Date('2026-06-01T00:00:00Z') });
}

/** The plain text of a Markdown text, step by step as the rules have it. */
export function plain(markdown: string): string {
  return markdown
    .replace(/!\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g, '$1')
    .replace(/\[((?:\\.|[^[\]\\]|\[[^\]]*\])*)\]\((?:\\.|[^()\\]|\([^()]*\))*\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[*_`|~\u200b\ufeff]/g, '')
    .replace(/^(?:[ \t]*>)+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Fence {
  readonly info: string;
  readonly lines: string[];
}

/** Fenced blocks, and the text outside them. Markers of lists and quotes may stand before a fence. */
export function fences(markdown: string): { blocks: Fence[]; outside: string } {
  const blocks: Fence[] = [];
  const outside: string[] = [];
  let open: { mark: string; quoted: boolean; fence: Fence } | null = null;
  for (const line of markdown.split('\n')) {
    const bare = line.replace(/^(?:\s*(?:>|[-*+] |\d+[.)] ))*\s*/, '');
    const fence = /^(`{3,}|~{3,})((?:(?!`)[^\n])*)$/.exec(open ? line.replace(/^[\s>]*/, '') : bare);
    if (open && fence?.[1]?.startsWith(open.mark) && !fence[2]?.trim()) open = null;
    else if (open) open.fence.lines.push((open.quoted ? line.replace(/^(?:\s*>)*/, '') : line).trim());
    else if (fence?.[1]) {
      open = {
        mark: fence[1],
        quoted: line.trimStart().startsWith('>'),
        fence: { info: (fence[2] ?? '').trim(), lines: [] },
      };
      blocks.push(open.fence);
    } else outside.push(line);
  }
  return { blocks, outside: outside.join('\n') };
}

/** All checks of one page; a failure names its field and the string. */
export function score(expected: Expected, page: Page | { refused: string }): Score {
  const failures: string[] = [];
  let passed = 0;
  const check = (ok: boolean, name: string): void => {
    if (ok) passed++;
    else failures.push(name);
  };
  if (expected.expectRefused !== undefined) {
    check('refused' in page && page.refused === expected.expectRefused, `refused as ${expected.expectRefused}`);
    return { id: expected.id, passed, failures };
  }
  if ('refused' in page)
    return { id: expected.id, passed: 0, failures: [`refused: ${page.refused}`, ...Array(20).fill('-')] };

  const { markdown } = page;
  const text = plain(markdown);
  const { blocks, outside } = fences(markdown);
  const heads = new Set(
    [...outside.matchAll(/^(?:\s*(?:>|[-*+] |\d+[.)] ))*\s*#{1,6} (.*)$/gm)].map(([, head = '']) => plain(head)),
  );
  if (expected.title !== undefined) check(page.title === expected.title, `title: ${page.title}`);
  if (expected.description !== undefined)
    check(page.description === plain2(expected.description), `description: ${page.description}`);
  if (expected.lang !== undefined) check(page.language === expected.lang, `lang: ${page.language}`);
  if (expected.heading !== undefined) {
    const wanted = plain(expected.heading);
    const somewhere = expected.headingInDocumentTitleOnly && (text.includes(wanted) || page.title.includes(wanted));
    check(heads.has(wanted) || Boolean(somewhere), `heading: ${wanted}`);
  }
  for (const head of expected.headings ?? []) check(heads.has(plain(head)), `headings: ${head}`);
  for (const part of expected.mustContain ?? []) check(text.includes(plain(part)), `mustContain: ${part}`);
  for (const part of expected.mustNotContain ?? []) check(!text.includes(plain(part)), `mustNotContain: ${part}`);
  for (const { lang, firstLine, nextLine } of expected.codeBlocks ?? []) {
    const holds = ({ info, lines }: Fence): boolean => {
      const at = lines.findIndex(
        (line, i) => line === firstLine.trim() && (nextLine === undefined || lines[i + 1] === nextLine.trim()),
      );
      return at >= 0 && (lang === null || info === lang);
    };
    check(blocks.some(holds), `code: ${lang} ${firstLine}`);
  }
  const tables = outside.match(/^[\s>]*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*$/gm)?.length ?? 0;
  if (expected.tablesMin) check(tables >= expected.tablesMin, `tables: ${tables} of ${expected.tablesMin}`);
  for (const { href } of expected.links ?? []) check(markdown.includes(`](${href})`), `link: ${href}`);
  for (const alt of expected.imageAlts ?? []) {
    const alts = [...markdown.matchAll(/!\[((?:\\.|[^\]\\])*)\]\(/g)].map(([, found = '']) => plain(found));
    check(alts.includes(plain(alt)), `image: ${alt}`);
  }
  for (const tex of expected.math ?? []) {
    const flat = markdown.replace(/\s+/g, ' ');
    check(flat.includes(tex) || flat.replace(/\\([!-/:-@[-`{-~])/g, '$1').includes(tex), `math: ${tex}`);
  }
  for (const video of expected.videos ?? [])
    check(
      page.videos.some(({ url }) => url === video),
      `video: ${video}`,
    );
  check(!/\[\s*\]\(/.test(outside), 'always: empty link');
  check(!/data:[a-z]+\//.test(outside), 'always: data address');
  check(!/(?<!\\)<(?:script|style)\b/.test(outside.replace(/(`+).+?\1/gs, '')), 'always: script or style');
  return { id: expected.id, passed, failures };
}

function plain2(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Scores of a whole set. */
export function scoreSet(set: keyof typeof SETS): Score[] {
  return expectations(set).pages.map((expected) => {
    const reading = readStored(set, expected);
    return score(expected, reading.kind === 'page' ? reading.page : { refused: reading.reason });
  });
}

export function share(scores: readonly Score[]): number {
  const passed = scores.reduce((sum, score) => sum + score.passed, 0);
  const all = scores.reduce((sum, score) => sum + score.passed + score.failures.length, 0);
  return passed / all;
}
