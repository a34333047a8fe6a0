import { codeLanguage, codeText, fencedCode, isGutter, numbersBehind } from './code.ts';
import { hasFilmNumber } from './film.ts';
import { anchorOf } from './heading.ts';
import { countLetters } from './self-check.ts';
import { attr, classes, createText, drop, has, insert, type ElementNode } from './tree.ts';
import { filmRule } from './write-inline.ts';
import {
  blockRule,
  endLine,
  endParagraph,
  isHeading,
  startBoldLine,
  startLine,
  type Rule,
  type Writer,
} from './writer.ts';

/** Rules for blocks other than tables. */

const headingRule: Rule = {
  enter(writer, node) {
    const level = Number(node.tag.slice(1));
    startLine(writer, node, 'heading', (text) => {
      if (text) writer.blocks.emit('heading', `${'#'.repeat(level)} ${text}`, level, anchorOf(node));
    });
    return true;
  },
  leave: leaveLine,
};

function leaveLine(writer: Writer, node: ElementNode): void {
  if (!endLine(writer, node)) endParagraph(writer);
}

/** Terms and summaries are lines in bold; a summary that holds a heading is that heading. */
export const termRule: Rule = {
  enter(writer, node) {
    if (has(node, isHeading)) endParagraph(writer);
    else startBoldLine(writer, node);
    return true;
  },
  leave: leaveLine,
};

const preRule: Rule = {
  enter(writer, node) {
    const text = codeText(node);
    endParagraph(writer);
    if (!text || isGutter(node, text)) return false;
    const numbers = numbersBehind(node);
    if (numbers) drop(numbers);
    writer.letters += countLetters(text);
    if (writer.line) {
      if (writer.line.kind === 'cell') writeLines(writer, text);
      else writer.inline.code(text);
      endParagraph(writer);
    } else writer.blocks.emit('code', fencedCode(text, codeLanguage(node)));
    return false;
  },
};

/** A cell has no lines of its own: each line of code in it is a span of its own. */
function writeLines({ inline }: Writer, code: string): void {
  for (const line of code.split('\n')) if (line.trim()) inline.codeLine(line);
}

const quoteRule: Rule = {
  enter(writer) {
    endParagraph(writer);
    if (!writer.line) writer.blocks.open('quote', '> ', '> ');
    return true;
  },
  leave(writer) {
    endParagraph(writer);
    if (!writer.line) writer.blocks.close();
  },
};

const listRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    // Items with headings in them are sections, and the list is only their frame.
    if (writer.line || has(node, ({ tag }) => /^h[1-4]$/.test(tag))) return true;
    const start = Number.parseInt(attr(node, 'start') ?? '1', 10);
    const next = start >= 0 && start < 1e8 ? start : 1;
    writer.lists.push({ node, next: node.tag === 'ol' ? next : null });
    writer.blocks.open('list', '', '');
    return true;
  },
  leave(writer, node) {
    endParagraph(writer);
    if (writer.lists.at(-1)?.node !== node) return;
    writer.lists.pop();
    writer.blocks.close();
  },
};

const itemRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    if (writer.line) {
      if (!writer.inline.isEmpty()) writer.inline.raw('• ');
      return true;
    }
    if (isFrame(writer, node)) return true;
    const marker = markerOf(writer, node);
    writer.blocks.open('list', marker, ' '.repeat(marker.length));
    return true;
  },
  leave(writer, node) {
    endParagraph(writer);
    if (!writer.line && !isFrame(writer, node)) writer.blocks.close();
  },
};

/** An item of a list that is not written as one. */
function isFrame({ lists }: Writer, node: ElementNode): boolean {
  const list = node.parent;
  return list !== null && /^(?:ul|ol|menu|dir)$/.test(list.tag) && lists.at(-1)?.node !== list;
}

function markerOf({ lists }: Writer, node: ElementNode): string {
  const list = lists.at(-1);
  if (!list || list.next === null) return '- ';
  const value = Number.parseInt(attr(node, 'value') ?? '', 10);
  if (value >= 0 && value < 1e8) list.next = value;
  return `${list.next++}. `;
}

/** A rule has no words; one across a table parts its head from its body. */
const ruleRule: Rule = {
  enter(writer) {
    if (writer.line?.kind === 'cell') writer.tables.at(-1)?.builder.underline();
    else endParagraph(writer);
    return false;
  },
};

/** An empty box may be a film's place, where a script or a click puts the player; one with the film's id is. */
const boxRule: Rule = {
  enter(writer, node) {
    endParagraph(writer);
    partBadge(node);
    if (node.attrs.length > 0 && (node.textLength === 0 || hasFilmNumber(node))) filmRule.enter(writer, node);
    return true;
  },
  leave: endParagraph,
};

const BADGE_CLASS = /(?:^|[-_])(?:label|badge|pill|chip)s?(?:$|[-_])/;

/** A name and a value that only colours keep apart: `<div class="badge"><span>API</span><span>stable</span></div>`. */
function partBadge(node: ElementNode): void {
  const name = node.first;
  const value = name?.next;
  if (name?.kind !== 'element' || value?.kind !== 'element' || name.tag !== 'span' || value.tag !== 'span') return;
  if (classes(node).some((word) => BADGE_CLASS.test(word))) insert(node, createText(' '), value);
}

const BOXES =
  'address article aside body center dd details dialog dl fieldset figcaption figure footer form header hgroup html ' +
  'legend main nav p search section frameset optgroup';

export const blockRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(BOXES.split(' ').map((tag) => [tag, blockRule])),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, headingRule])),
  div: boxRule,
  hr: ruleRule,
  pre: preRule,
  listing: preRule,
  xmp: preRule,
  blockquote: quoteRule,
  ul: listRule,
  ol: listRule,
  menu: listRule,
  dir: listRule,
  li: itemRule,
  dt: termRule,
  summary: termRule,
};
