import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** What a Markdown parser that shares no code with ours sees in a Markdown text. */
export interface Structure {
  readonly codes: { readonly language: string; readonly text: string }[];
  /** Cells of each row, the head first. */
  readonly tables: string[][][];
  readonly headings: { readonly depth: number; readonly text: string }[];
  readonly links: { readonly url: string; readonly text: string }[];
  readonly images: { readonly url: string; readonly alt: string }[];
  /** Kinds of nodes that our writer never writes: HTML, rules, definitions, footnotes. */
  readonly strange: string[];
}

export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

const STRANGE: ReadonlySet<string> = new Set([
  'html',
  'thematicBreak',
  'definition',
  'footnoteDefinition',
  'footnoteReference',
  'linkReference',
  'imageReference',
]);

export function structureOf(markdown: string): Structure {
  const found: Structure = { codes: [], tables: [], headings: [], links: [], images: [], strange: [] };
  const root = parseMarkdown(markdown);
  const waiting: Nodes[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    addNode(found, node);
    if ('children' in node) waiting.push(...node.children.toReversed());
  }
  return found;
}

function addNode(found: Structure, node: Nodes): void {
  const text = (): string => wordsOf(node).replace(/\s+/g, ' ').trim();
  if (node.type === 'code') found.codes.push({ language: node.lang ?? '', text: node.value });
  else if (node.type === 'heading') found.headings.push({ depth: node.depth, text: text() });
  else if (node.type === 'link') found.links.push({ url: node.url, text: text() });
  else if (node.type === 'image') found.images.push({ url: node.url, alt: node.alt ?? '' });
  else if (node.type === 'table')
    found.tables.push(node.children.map((row) => row.children.map((cell) => wordsOf(cell))));
  else if (STRANGE.has(node.type)) found.strange.push(`${node.type} ${'value' in node ? node.value : text()}`);
}

/** Words of a node as a reader of the drawn Markdown sees them: code as it is, pictures by their alt. */
function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}
