import type { Block } from './blocks.ts';
import { fencedCode } from './code.ts';
import { readComponent } from './component.ts';
import { rewriteInline } from './markdown-inline.ts';
import { withoutColumns } from './columns.ts';
import { closesFence, createFenceWatch, fenceAt } from './markdown-fences.ts';
import { blockTagOf, holdsMarkdown, readHtml, withoutTableTags } from './markdown-html.ts';
import { readLines } from './markdown-lines.ts';
import type { Found, LinkContext } from './markdown-links.ts';
import { moduleCodeAt } from './module-code.ts';

/**
 * A page that arrives as Markdown, as blocks: code and tables as they are, addresses made absolute, what only a site
 * generator understands (imports, components, template tags) left out or turned into words.
 */
export interface MarkdownSource extends Found {
  readonly blocks: readonly Block[];
}

interface Scan {
  readonly lines: readonly string[];
  readonly context: LinkContext;
  readonly blocks: Block[];
  at: number;
  /** Id of an empty `<a id="…">` that stood just before. */
  anchor: string | null;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const QUOTE = /^ {0,3}>/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** A list that may follow a line of text at once: one with words that, where it has numbers, begins with 1. */
const FOLLOWING_ITEM = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/;
const TAG_LINE = /^\s*(?:\{%.*%\}|:::+.*|\{\/\*.*\*\/\}|\[\[?toc\]\]?|\{\{.*\}\})\s*$/i;

export function readMarkdownSource(markdown: string, base: string): MarkdownSource {
  const { lines, definitions } = readLines(markdown);
  const found: Found = { links: [], images: [] };
  const scan: Scan = { lines, context: { base, definitions, found }, blocks: [], at: 0, anchor: null };
  while (scan.at < lines.length) readBlock(scan);
  return { blocks: withoutInstructions(scan.blocks), ...found };
}

function readBlock(scan: Scan): void {
  const line = scan.lines[scan.at] ?? '';
  const following = scan.lines[scan.at + 1] ?? '';
  const moduleCode = moduleCodeAt(scan.lines, scan.at);
  if (!line.trim() || RULE.test(line)) scan.at++;
  else if (opensFence(line)) readFence(scan);
  else if (HEADING.test(line)) readHeading(scan);
  else if (TAG_LINE.test(line)) readComponent(scan, rewrite, push);
  else if (moduleCode > 0) scan.at += moduleCode;
  else if (isAnchor(line)) readAnchor(scan);
  else if (blockTagOf(line) !== null) readHtmlBlock(scan);
  else if (QUOTE.test(line))
    push(
      scan,
      'quote',
      takeWhile(scan, (next) => next.trim() !== ''),
    );
  else if (ITEM.test(line)) readList(scan);
  else if (line.includes('|') && DELIMITER.test(following))
    push(
      scan,
      'table',
      takeWhile(scan, (next) => next.includes('|')),
    );
  else if (/^ {4}/.test(line)) readIndented(scan);
  else readParagraph(scan);
}

/** Lines from here on, as long as `test` holds; at least one. */
function takeWhile(scan: Scan, test: (line: string) => boolean): string[] {
  const start = scan.at++;
  while (scan.at < scan.lines.length && test(scan.lines[scan.at] ?? '')) scan.at++;
  return scan.lines.slice(start, scan.at);
}

function opensFence(line: string): boolean {
  const fence = fenceAt(line);
  return fence !== null && fence.indent <= 3 && !fence.isQuoted && !fence.isItem;
}

/** What a site shows above code: its file, as generators are told it. */
const CODE_TITLE = /(?:^|[\s{])(?:title|filename|file|name)=(?:"([^"]+)"|'([^']+)')|^[\w+#.-]*\s*\[([^[\]]+)\]/;

function readFence(scan: Scan): void {
  const fence = fenceAt(scan.lines[scan.at++] ?? '');
  if (!fence) return;
  const start = scan.at;
  while (scan.at < scan.lines.length && !closesFence(scan.lines[scan.at] ?? '', fence)) scan.at++;
  const lines = scan.lines.slice(start, scan.at++).map((line) => withoutColumns(line, fence.indent));
  const text = lines.join('\n').trimEnd().replace(/^\n+/, '');
  if (!text.trim()) return;
  const language = /^(?:\{\s*\.)?([\w+#-][\w+#.-]*)/.exec(fence.info)?.[1]?.toLowerCase() ?? '';
  const [, double, single, bracketed] = CODE_TITLE.exec(fence.info.slice(0, MAX_TITLE)) ?? [];
  const title = (double ?? single ?? bracketed ?? '').trim();
  if (title) push(scan, 'paragraph', [`**${title}**`]);
  scan.blocks.push({ kind: 'code', text: fencedCode(text, language), level: 0, anchor: null });
}

function readIndented(scan: Scan): void {
  const lines = takeWhile(scan, (line) => /^ {4}/.test(line) || !line.trim());
  const text = lines
    .map((line) => line.slice(4))
    .join('\n')
    .trimEnd();
  scan.blocks.push({ kind: 'code', text: fencedCode(text, ''), level: 0, anchor: null });
}

function readHeading(scan: Scan): void {
  const [, marks = '#', title = ''] = HEADING.exec(scan.lines[scan.at++] ?? '') ?? [];
  pushHeading(
    scan,
    marks.length,
    title
      .trimEnd()
      .replace(/[ \t]#+$/, '')
      .trimEnd(),
  );
}

/** A longer heading is not searched for its id. */
const MAX_TITLE = 1000;
const GIVEN_ID = /\s{0,9}\{#([\w:.-]{1,200})[^}]{0,200}\}\s{0,9}$/;
const ANCHOR = /<a\s[^<>]*?\b(?:id|name)=["']([^"'<>]+)["'][^<>]*>\s*<\/a>/i;

/** A heading, with the id that `{#id}` or an anchor element gives it. */
function pushHeading(scan: Scan, level: number, title: string): void {
  const id = title.length > MAX_TITLE ? null : (GIVEN_ID.exec(title) ?? ANCHOR.exec(title));
  const text = rewrite(scan, id ? title.replace(id[0], '') : title).trim();
  if (text)
    scan.blocks.push({ kind: 'heading', text: `${'#'.repeat(level)} ${text}`, level, anchor: id?.[1] ?? scan.anchor });
  scan.anchor = null;
}

/** A list with everything indented below its items. */
function readList(scan: Scan): void {
  let blank = false;
  const lines = takeWhile(scan, (line) => {
    if (!line.trim()) return (blank = true);
    const goesOn = /^ {2,}/.test(line) || ITEM.test(line) || (!blank && !isInterruption(line));
    blank = false;
    return goesOn;
  });
  push(scan, 'list', lines);
}

function readParagraph(scan: Scan): void {
  const start = scan.at;
  while (++scan.at < scan.lines.length) {
    const line = scan.lines[scan.at] ?? '';
    const underline = /^ {0,3}(=+|-+)\s*$/.exec(line)?.[1];
    if (underline !== undefined) {
      const title = scan.lines
        .slice(start, scan.at++)
        .join(' ')
        .trim();
      return pushHeading(scan, underline.startsWith('=') ? 1 : 2, title);
    }
    if (!line.trim() || isInterruption(line) || FOLLOWING_ITEM.test(line)) break;
  }
  push(scan, 'paragraph', scan.lines.slice(start, scan.at));
}

function isInterruption(line: string): boolean {
  const tag = blockTagOf(line);
  const startsBlock = tag !== null && INTERRUPTING_TAG.test(tag);
  return (
    opensFence(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || TAG_LINE.test(line) || startsBlock
  );
}

const INTERRUPTING_TAG = /^(?:[A-Z]|(?:div|details|summary|table|pre|ul|ol|p|h\d|iframe|center)$)/;

const ANCHOR_ALONE = /^\s*<a\s[^<>]*?\b(?:id|name)=["']([^"'<>]+)["'][^<>]*>\s*(?:<\/a>)?\s*$/i;

/** An element that only gives the next heading its id. */
function isAnchor(line: string): boolean {
  return line.length <= MAX_TITLE && ANCHOR_ALONE.test(line);
}

function readAnchor(scan: Scan): void {
  scan.anchor = ANCHOR_ALONE.exec(scan.lines[scan.at++] ?? '')?.[1] ?? null;
}

/** HTML up to the next blank line, read as a page's is; components by rules of their own. */
function readHtmlBlock(scan: Scan): void {
  const tag = blockTagOf(scan.lines[scan.at] ?? '') ?? '';
  if (/^[A-Z]/.test(tag)) return readComponent(scan, rewrite, push);
  const end = /^(?:pre|script|style|table|textarea)$/i.test(tag) ? new RegExp(`</${tag}>`, 'i') : null;
  const start = scan.at;
  while (scan.at < scan.lines.length) {
    const line = scan.lines[scan.at++] ?? '';
    if (end ? end.test(line) : !(scan.lines[scan.at] ?? '').trim()) break;
  }
  const lines = scan.lines.slice(start, scan.at);
  if (tag.toLowerCase() === 'table' && holdsMarkdown(lines)) readCells(scan, lines);
  else for (const block of readHtml(lines.join('\n'), scan.context)) scan.blocks.push(block);
}

/** Reads a table of HTML with Markdown in its cells as if the tags were not there. */
function readCells(scan: Scan, lines: readonly string[]): void {
  const inner: Scan = { ...scan, lines: withoutTableTags(lines), at: 0 };
  while (inner.at < inner.lines.length) readBlock(inner);
}

function rewrite(scan: Scan, text: string): string {
  return rewriteInline(text, scan.context);
}

/** Adds lines as one block, everything but fenced code in them rewritten. */
function push(scan: Scan, kind: Block['kind'], lines: readonly string[]): void {
  const parts: string[] = [];
  let prose: string[] = [];
  const isCode = createFenceWatch();
  const flush = (): void => {
    if (prose.length > 0) parts.push(rewrite(scan, prose.join('\n')));
    prose = [];
  };
  for (const line of lines) {
    if (isCode(line)) {
      flush();
      parts.push(line);
    } else prose.push(line);
  }
  flush();
  const text = parts.join('\n').trimEnd().replace(/^\n+/, '');
  if (text.trim()) scan.blocks.push({ kind, text: kind === 'paragraph' ? text.trim() : text, level: 0, anchor: null });
}

/** Platforms tell language models where to look first; that is no part of the page. */
function withoutInstructions(blocks: readonly Block[]): Block[] {
  /** Level of the heading under which machines are spoken to, 0 elsewhere. */
  let level = 0;
  return blocks.filter((block, i) => {
    if (block.kind === 'heading' && (level === 0 || block.level <= level)) {
      level = /^#+ (?:agent|ai|llm) instructions/i.test(block.text) ? block.level : 0;
    }
    const isAtEdge = i < 3 || i >= blocks.length - 2;
    return level === 0 && !(isAtEdge && isPointer(block));
  });
}

function isPointer({ kind, text }: Block): boolean {
  return (kind === 'paragraph' || kind === 'quote') && text.length < 1000 && /\bllms(?:-full)?\.txt\b/.test(text);
}
