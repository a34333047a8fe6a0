import { html as names, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { parseDocument } from './tokenizer.ts';
import {
  createElement,
  createText,
  detach,
  elementsOf,
  insert,
  type ElementNode,
  type TextNode,
  type TreeNode,
} from './tree.ts';

/**
 * The page's one parse: parse5 (the HTML standard's algorithm, so that tag soup comes out as browsers show it) into a
 * tree of our own, which costs a fifth of cheerio's. Guards keep hostile pages from taking quadratic time.
 */

/** Open elements inside one another; the parser scans that stack for each tag. */
const MAX_DEPTH = 3000;
/** Elements of one page; unclosed formatting elements are opened again in each paragraph and multiply. */
const MAX_ELEMENTS = 500_000;
/** Attributes of one tag; the parser compares each with those before it. */
const MAX_ATTRIBUTES = 1000;
/** A tag shorter than this cannot hold so many attributes. */
const SUSPICIOUS_TAG_LENGTH = 2 * MAX_ATTRIBUTES;

/** Pictures written out in an attribute: megabytes that the parser would copy one character at a time, for nothing. */
const INLINE_DATA = /(=\s*["']?)data:[\w/+.-]*;base64,[\w+/=]{1024,}/g;

interface Nodes extends TreeAdapterTypeMap {
  node: TreeNode;
  parentNode: ElementNode;
  childNode: TreeNode;
  document: ElementNode;
  documentFragment: ElementNode;
  element: ElementNode;
  commentNode: TextNode;
  textNode: TextNode;
  template: ElementNode;
  documentType: TextNode;
}

class TooComplexError extends Error {}

/** Parses a page; null when it is too complex (rule 7.6). Scripting is off, so `noscript` holds elements. */
export function parseHtml(source: string): ElementNode | null {
  const lean = source.replace(INLINE_DATA, '$1data:,');
  if (hasAttributeFlood(lean)) return null;
  try {
    return parseDocument<Nodes>(lean, createAdapter());
  } catch (error) {
    if (error instanceof TooComplexError) return null;
    throw error;
  }
}

const SELF_CLOSED =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][\w:-]*)((?:\s+[^\s<>/="']+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>/gi;

/** XHTML may close an element in its own tag; HTML would take the rest of the page for what is inside. */
export function withoutSelfClosing(xhtml: string): string {
  return xhtml.replace(SELF_CLOSED, '<$1$2></$1>');
}

/** Is there a tag with more attributes than any page needs? Looks only into tags that are long enough. */
function hasAttributeFlood(source: string): boolean {
  let at = source.indexOf('<');
  while (at >= 0) {
    const next = source.indexOf('<', at + 1);
    const length = (next < 0 ? source.length : next) - at;
    if (length > SUSPICIOUS_TAG_LENGTH && countAttributes(source, at) > MAX_ATTRIBUTES) return true;
    at = next;
  }
  return false;
}

/** Counts the attributes of the tag that starts at `start`, up to one more than allowed. */
function countAttributes(source: string, start: number): number {
  const item = /[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?|>|["'=]/g;
  item.lastIndex = start + 1;
  let count = -1;
  for (let match = item.exec(source); match && match[0] !== '>'; match = item.exec(source)) {
    if (++count > MAX_ATTRIBUTES) break;
  }
  return count;
}

/** Builds our tree under the parser's orders. One adapter serves one parse. */
function createAdapter(): TreeAdapter<Nodes> {
  let depth = 0;
  let elements = 0;
  let mode = names.DOCUMENT_MODE.NO_QUIRKS;
  /** Stands for comments and the doctype, which are not kept. */
  const nothing = createText('');
  /** What stands in templates: inert, so outside the tree. */
  const inert = new Map<ElementNode, ElementNode>();
  const add = (parent: ElementNode, node: TreeNode, before: TreeNode | null): void => {
    if (node !== nothing) insert(parent, node, before);
  };
  const addText = (parent: ElementNode, text: string, before: TreeNode | null): void => {
    const previous = before ? before.previous : parent.last;
    if (previous?.kind === 'text') previous.text += text;
    else insert(parent, createText(text), before);
  };
  return {
    createDocument: () => createElement('#document'),
    createDocumentFragment: () => createElement('#fragment'),
    createElement(tag, namespace, attrs) {
      if (++elements > MAX_ELEMENTS) throw new TooComplexError();
      return createElement(tag, namespace, attrs);
    },
    createCommentNode: () => nothing,
    createTextNode: createText,
    appendChild: (parent, node) => add(parent, node, null),
    insertBefore: add,
    insertText: (parent, text) => addText(parent, text, null),
    insertTextBefore: addText,
    detachNode: detach,
    adoptAttributes(element, attrs) {
      const known = new Set(element.attrs.map(({ name }) => name));
      element.attrs.push(...attrs.filter(({ name }) => !known.has(name)));
    },
    setTemplateContent: (template, content) => void inert.set(template, content),
    getTemplateContent: (template) => inert.get(template) ?? template,
    setDocumentType: () => undefined,
    setDocumentMode(_document, value) {
      mode = value;
    },
    getDocumentMode: () => mode,
    getFirstChild: (node) => node.first,
    getChildNodes: elementsOf,
    getParentNode: (node) => node.parent,
    getAttrList: (element) => element.attrs,
    getTagName: (element) => element.tag,
    getNamespaceURI: (element) => element.namespace,
    getTextNodeContent: (node) => node.text,
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isElementNode: (node) => node.kind === 'element',
    isTextNode: (node) => node.kind === 'text',
    isCommentNode: (node): node is TextNode => node === nothing,
    isDocumentTypeNode: (node): node is TextNode => node === nothing,
    getNodeSourceCodeLocation: () => null,
    setNodeSourceCodeLocation: () => undefined,
    updateNodeSourceCodeLocation: () => undefined,
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TooComplexError();
    },
    onItemPop() {
      depth--;
    },
  };
}
