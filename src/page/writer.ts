import { createBlockWriter, type BlockWriter } from './blocks.ts';
import { createInline, escapeLineStarts, type Inline } from './inline.ts';
import { createMediaCollector, type MediaCollector } from './media.ts';
import type { TableBuilder } from './table.ts';
import type { ElementNode } from './tree.ts';

/** What all rules of the Markdown writer write to, and what they must know of the elements around. */
export interface Writer {
  /** What relative addresses are resolved against. */
  readonly base: string;
  readonly blocks: BlockWriter;
  readonly inline: Inline;
  readonly media: MediaCollector;
  /** Data tables and lists that are open, the innermost last; `next` numbers an ordered list's next item. */
  readonly tables: { readonly node: ElementNode; readonly builder: TableBuilder }[];
  readonly lists: { readonly node: ElementNode; next: number | null }[];
  /** Admonitions that are open. */
  readonly boxes: { readonly node: ElementNode; readonly title: ElementNode | null; readonly quoted: boolean }[];
  /** What has to stay on one line, if anything is open that must: a heading, a term, a cell. */
  line: Line | null;
  /** Letters and digits of the text met so far, for the self-check. */
  letters: number;
}

export interface Line {
  readonly node: ElementNode;
  /** Headings and terms hold no links; a term is bold as a whole, so nothing in it is bold again. */
  readonly kind: 'heading' | 'term' | 'cell';
  readonly done: (text: string) => void;
}

/** How one kind of element is written. */
export interface Rule {
  /** Before the children; false when they are written already, or never are. */
  readonly enter: (writer: Writer, node: ElementNode) => boolean;
  readonly leave?: (writer: Writer, node: ElementNode) => void;
}

export function createWriter(base: string): Writer {
  return {
    base,
    blocks: createBlockWriter(),
    inline: createInline(),
    media: createMediaCollector(),
    tables: [],
    lists: [],
    boxes: [],
    line: null,
    letters: 0,
  };
}

/** Dots that stood between links which are gone, as in `1.0.0 · source`. */
const SEPARATORS = /^(?:[·•|]\s*)+$|(?:\s*[·•])+$/u;

/** Ends the paragraph that is being written; within a line there are none, and words are only kept apart. */
export function endParagraph(writer: Writer): void {
  if (writer.line) return writer.inline.space();
  const taken = writer.inline.take();
  const text = /[·•|]/.test(taken) ? taken.replace(SEPARATORS, '') : taken;
  if (text) writer.blocks.emit('paragraph', escapeLineStarts(text));
}

/** Takes what comes until `node` ends as one line. Inside another line it is only a boundary. */
export function startLine(writer: Writer, node: ElementNode, kind: Line['kind'], done: Line['done']): void {
  endParagraph(writer);
  writer.line ??= { node, kind, done };
}

/** Ends the line that began with `node`, if one did. */
export function endLine(writer: Writer, node: ElementNode): boolean {
  if (writer.line?.node !== node) return false;
  const { done } = writer.line;
  writer.line = null;
  done(writer.inline.take());
  return true;
}

/** Starts a line of its own in bold: a term, a summary, the title of a box. */
export function startBoldLine(writer: Writer, node: ElementNode): void {
  startLine(writer, node, 'term', (text) => {
    if (text) writer.blocks.emit('paragraph', `**${text}**`);
  });
}

/** A box of its own lines, with nothing else to it. */
export const blockRule: Rule = {
  enter(writer) {
    endParagraph(writer);
    return true;
  },
  leave: endParagraph,
};

/** Left out with everything inside. */
export const silentRule: Rule = { enter: () => false };

/** Elements that have no words for a reader; frames show other pages, and a film in one is written by its own rule. */
export const SILENT_TAGS: ReadonlySet<string> = new Set(
  (
    'script style template noscript head title select textarea canvas audio map rp datalist noembed noframes annotation ' +
    'annotation-xml'
  ).split(' '),
);

export function isHeading({ tag }: ElementNode): boolean {
  return /^h[1-6]$/.test(tag);
}
