import { html, type Token } from 'parse5';

/** The namespaces an element can be in, as the parser names them. */
export const NS = html.NS;

/** Neighbours of a node; siblings are linked, so that adding, moving and passing by cost the same on any page. */
interface Linked {
  parent: ElementNode | null;
  previous: TreeNode | null;
  next: TreeNode | null;
}

/** An element, or the document itself (tag `#document`). Comments and the insides of templates are not kept. */
export interface ElementNode extends Linked {
  readonly kind: 'element';
  /** Lower case for HTML elements. */
  readonly tag: string;
  readonly namespace: html.NS;
  readonly attrs: Token.Attribute[];
  first: TreeNode | null;
  last: TreeNode | null;
  /** Not part of the content: walks pass it by. */
  dropped: boolean;
  /** Class words, once they were asked for. */
  classes: readonly string[] | null;
  /** Characters of text inside, and those of them inside links; kept by the survey and `drop`. */
  textLength: number;
  linkLength: number;
}

export interface TextNode extends Linked {
  readonly kind: 'text';
  text: string;
}

export type TreeNode = ElementNode | TextNode;

/** What a walk does at each node. */
export interface Visitor {
  /** Before the children; false passes them (and `leave`) by. */
  enter(node: ElementNode): boolean;
  text?(node: TextNode): void;
  leave?(node: ElementNode): void;
}

export function createElement(tag: string, namespace = NS.HTML, attrs: Token.Attribute[] = []): ElementNode {
  return {
    kind: 'element',
    tag,
    namespace,
    attrs,
    parent: null,
    previous: null,
    next: null,
    first: null,
    last: null,
    dropped: false,
    classes: null,
    textLength: 0,
    linkLength: 0,
  };
}

export function createText(text: string): TextNode {
  return { kind: 'text', text, parent: null, previous: null, next: null };
}

/** Adds a node to the children of `parent`, before one of them or, with null, at the end. */
export function insert(parent: ElementNode, node: TreeNode, before: TreeNode | null): void {
  const previous = before ? before.previous : parent.last;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous) previous.next = node;
  else parent.first = node;
  if (before) before.previous = node;
  else parent.last = node;
}

/** Takes a node from where it is. */
export function detach(node: TreeNode): void {
  const { parent, previous, next } = node;
  if (previous) previous.next = next;
  else if (parent) parent.first = next;
  if (next) next.previous = previous;
  else if (parent) parent.last = previous;
  node.parent = null;
  node.previous = null;
  node.next = null;
}

/**
 * Visits what is inside `root` in page order, `root` itself included; what was dropped only when asked for. It goes
 * from node to node in a loop, so that no nesting overflows the call stack (rule 7.6).
 */
export function walk(root: ElementNode, visitor: Visitor, { dropped = false } = {}): void {
  if ((root.dropped && !dropped) || !visitor.enter(root)) return;
  let parent = root;
  let node = root.first;
  for (;;) {
    if (node === null) {
      visitor.leave?.(parent);
      if (parent === root || !parent.parent) return;
      node = parent.next;
      parent = parent.parent;
    } else if (node.kind === 'text') {
      visitor.text?.(node);
      node = node.next;
    } else if ((dropped || !node.dropped) && visitor.enter(node)) {
      parent = node;
      node = node.first;
    } else node = node.next;
  }
}

/** Elements inside `root` for which `test` holds, in page order; dropped ones only when asked for. */
export function find(root: ElementNode, test: (node: ElementNode) => boolean, { dropped = false } = {}): ElementNode[] {
  const found: ElementNode[] = [];
  for (let node = firstInside(root, dropped); node; node = elementAfter(node, root, dropped)) {
    if (test(node)) found.push(node);
  }
  return found;
}

/** Is there such an element inside `root`? */
export function has(root: ElementNode, test: (node: ElementNode) => boolean): boolean {
  for (let node = firstInside(root, false); node; node = elementAfter(node, root, false)) if (test(node)) return true;
  return false;
}

function firstInside(root: ElementNode, dropped: boolean): ElementNode | null {
  return root.dropped && !dropped ? null : elementAfter(root, root, dropped);
}

/** The next element inside `root` in page order, dropped ones and what is in them only when asked for. */
function elementAfter(from: ElementNode, root: ElementNode, dropped: boolean): ElementNode | null {
  let parent = from;
  let node = from.first;
  for (;;) {
    if (node === null) {
      if (parent === root || !parent.parent) return null;
      node = parent.next;
      parent = parent.parent;
    } else if (node.kind === 'element' && (dropped || !node.dropped)) return node;
    else node = node.next;
  }
}

/** Children that are elements and were not dropped. */
export function elementsOf(node: ElementNode): ElementNode[] {
  const elements: ElementNode[] = [];
  for (let child = node.first; child; child = child.next) {
    if (child.kind === 'element' && !child.dropped) elements.push(child);
  }
  return elements;
}

/** The next element with text to one side; null where there is none, or bare text stands between. */
export function neighbour(node: ElementNode, side: 'previous' | 'next'): ElementNode | null {
  for (let sibling = node[side]; sibling; sibling = sibling[side]) {
    if (sibling.kind === 'text') {
      if (sibling.text.trim()) return null;
    } else if (!sibling.dropped && sibling.textLength > 0) return sibling;
  }
  return null;
}

/** Value of an attribute, or undefined; names are lower case (`xlink:href` counts as `href`). */
export function attr(node: ElementNode, name: string): string | undefined {
  for (const attribute of node.attrs) if (attribute.name === name) return attribute.value;
  return undefined;
}

/** Words of an attribute in lower case. */
export function words(node: ElementNode, name: string): readonly string[] {
  const value = attr(node, name);
  return value ? wordsOf(value) : NO_WORDS;
}

const NO_WORDS: readonly string[] = [];
/** Words of values met before: pages use the same few hundred again and again. */
const knownWords = new Map<string, readonly string[]>();
const MAX_KNOWN_WORDS = 5000;
const MAX_KNOWN_LENGTH = 100;

function wordsOf(value: string): readonly string[] {
  const known = knownWords.get(value);
  if (known) return known;
  if (value.length > MAX_KNOWN_LENGTH) return value.toLowerCase().match(/\S+/g) ?? NO_WORDS;
  const own = ownCopy(value);
  const found = own.toLowerCase().match(/\S+/g) ?? NO_WORDS;
  if (knownWords.size >= MAX_KNOWN_WORDS) knownWords.clear();
  knownWords.set(own, found);
  return found;
}

/** For what outlives its page: V8 keeps a slice as a view of the text it was cut from, and with it all of that text. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** Words of the `class` attribute in lower case. */
export function classes(node: ElementNode): readonly string[] {
  node.classes ??= words(node, 'class');
  return node.classes;
}

/** Text inside an element, as it stands. */
export function rawText(root: ElementNode): string {
  if (root.first?.kind === 'text' && root.first === root.last && !root.dropped) return root.first.text;
  let text = '';
  walk(root, {
    enter: () => true,
    text(node) {
      text += node.text;
    },
  });
  return text;
}

/** Each run of white space one space; single spaces, the most of them, are not touched. */
export function collapse(text: string): string {
  return text.replace(/(?: \s|[^\S ])\s*/g, ' ');
}

/** Text inside an element, each run of white space one space. */
export function plainText(root: ElementNode): string {
  return collapse(rawText(root)).trim();
}

/** Is the node inside `root`, or `root` itself? */
export function isInside(node: ElementNode, root: ElementNode): boolean {
  for (let up: ElementNode | null = node; up; up = up.parent) if (up === root) return true;
  return false;
}

/** Is the node, or an element around it, out of the content? */
export function isDropped(node: ElementNode): boolean {
  for (let up: ElementNode | null = node; up; up = up.parent) if (up.dropped) return true;
  return false;
}

/** Takes an element out of the content. */
export function drop(node: ElementNode): void {
  if (node.dropped) return;
  node.dropped = true;
  for (let up = node.parent; up; up = up.parent) {
    up.textLength -= node.textLength;
    up.linkLength -= node.linkLength;
  }
}
