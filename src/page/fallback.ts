import { createRequire } from 'node:module';
import type TurndownService from 'turndown';
import { codeLanguage, codeText, isCodeBox, isGutter } from './code.ts';
import { escapeLineStarts, escapeText } from './inline.ts';
import { resolveHttp } from './marks.ts';
import { createTable } from './table.ts';
import { attr, walk, type ElementNode } from './tree.ts';
import { visibleText } from './visible-text.ts';

/**
 * The second opinion: turndown, for a page on which our writer's self-check fails. It recurses over the page, so only
 * pages of common depth and size are given to it.
 */
const MAX_DEPTH = 200;
const MAX_TEXT = 400_000;

/** The content as Markdown by turndown, or null when it should not be asked. */
export function writeWithTurndown(root: ElementNode, base: string): string | null {
  if (root.textLength > MAX_TEXT || depthOf(root) > MAX_DEPTH) return null;
  return createService().turndown(serialise(root, base));
}

function depthOf(root: ElementNode): number {
  let depth = 0;
  let deepest = 0;
  walk(root, {
    enter() {
      deepest = Math.max(deepest, ++depth);
      return true;
    },
    leave() {
      depth--;
    },
  });
  return deepest;
}

/** Few pages need it, and it brings a whole DOM along: it is loaded when the first of them comes. */
function createService(): TurndownService {
  const Turndown: typeof TurndownService = createRequire(import.meta.url)('turndown');
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.escape = (text) => escapeLineStarts(escapeText(text));
  // Cells and rows become lines that the table rule sorts: linear, where turndown's own plug-ins are not.
  service.addRule('cell', { filter: 'td', replacement: (content) => `${CELL}${content}` });
  service.addRule('head', { filter: 'th', replacement: (content) => `${CELL}${HEAD}${content}` });
  service.addRule('row', { filter: 'tr', replacement: (content) => `${ROW}${content}` });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${tableOf(content)}\n\n` });
  return service;
}

/** Control characters cannot be in the text: the parser takes them out. */
const CELL = '\u0001';
const HEAD = '\u0002';
const ROW = '\u0003';

function tableOf(content: string): string {
  const table = createTable();
  for (const row of content.split(ROW).slice(1)) {
    table.startRow(false);
    for (const cell of row.split(CELL).slice(1)) {
      table.addCell(cell.replaceAll(HEAD, '').trim(), cell.startsWith(HEAD), 1, 1);
    }
  }
  return table.finish();
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The tree as HTML again: code plain and with its language, addresses absolute, what was dropped left out. */
function serialise(root: ElementNode, base: string): string {
  const parts: string[] = [];
  walk(root, {
    enter(node) {
      if (/^(?:script|style|svg|template|noscript)$/.test(node.tag)) return false;
      if (node.tag === 'pre' || isCodeBox(node)) {
        const text = codeText(node);
        const language = codeLanguage(node);
        if (!isGutter(node, text))
          parts.push(`<pre><code class="language-${language}">${escapeHtml(text)}</code></pre>`);
        return false;
      }
      parts.push(`<${node.tag}${attributes(node, base)}>`);
      return !VOID.test(node.tag);
    },
    text: ({ text }) => void parts.push(escapeHtml(visibleText(text))),
    leave: ({ tag }) => void parts.push(`</${tag}>`),
  });
  return parts.join('');
}

function attributes(node: ElementNode, base: string): string {
  const kept: string[] = [];
  for (const name of ['href', 'src', 'alt', 'start'] as const) {
    const value = attr(node, name);
    const safe = value !== undefined && (name === 'href' || name === 'src') ? resolveHttp(value, base) : value;
    if (safe) kept.push(` ${name}="${escapeHtml(safe)}"`);
  }
  return kept.join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
