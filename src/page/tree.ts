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
  const visitor: Visitor = {
    enter(node) {
      if (node !== root && test(node)) found.push(node);
      return true;
    },
  };
  walk(root, visitor, { dropped });
  return found;
}

/** Is there such an element inside `root`? */
export function has(root: ElementNode, test: (node: ElementNode) => boolean): boolean {
  let found = false;
  walk(root, {
    enter(node) {
      found ||= node !== root && test(node);
      return !found;
    },
  });
  return found;
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
  return value ? (value.toLowerCase().match(/\S+/g) ?? []) : [];
}

/** Words of the `class` attribute in lower case. */
export function classes(node: ElementNode): readonly string[] {
  node.classes ??= words(node, 'class');
  return node.classes;
}

/** Text inside an element, as it stands. */
export function rawText(root: ElementNode): string {
  let text = '';
  walk(root, {
    enter: () => true,
    text(node) {
      text += node.text;
    },
  });
  return text;
}

/** Each run of white space one space. Most text needs no change, and the look is cheaper than the replacement. */
export function collapse(text: string): string {
  return /[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text;
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
