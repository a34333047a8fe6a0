import { collapse, walk, type ElementNode } from './tree.ts';

/** Signs before the second and third part of an element that puts its parts above or below one another. */
const SIGNS: Readonly<Record<string, readonly [string, string]>> = {
  msup: ['^', ''],
  msub: ['_', ''],
  msubsup: ['_', '^'],
  mover: ['^', ''],
  munder: ['_', ''],
  munderover: ['_', '^'],
  mfrac: ['/', ''],
};

/**
 * A formula of MathML in one line: `x^2`, `(a+b)/2`, `√(n)`. Without the signs a power would be read as a digit more.
 * Annotations are another language's words for it, and are not drawn.
 */
export function wordsOfMathml(math: ElementNode): string {
  let words = '';
  walk(math, {
    enter(node) {
      if (/^annotation(?:-xml)?$/.test(node.tag)) return false;
      words += signBefore(node) + (isGroup(node) ? '(' : '');
      return true;
    },
    text({ text }) {
      words += text;
    },
    leave(node) {
      if (isGroup(node)) words += ')';
    },
  });
  return collapse(words).trim();
}

/** What parts a node from those before it in the element around, and a root's sign. */
function signBefore(node: ElementNode): string {
  const signs = SIGNS[node.parent?.tag ?? ''];
  const sign = signs?.[partsBefore(node) - 1] ?? '';
  return node.tag === 'msqrt' ? `${sign}√` : sign;
}

/** How many elements stand before it; more than two are never needed. */
function partsBefore(node: ElementNode): number {
  let count = 0;
  for (let sibling = node.previous; sibling && count < 3; sibling = sibling.previous) {
    if (sibling.kind === 'element') count++;
  }
  return count;
}

/** Parts of more than one sign need brackets when a sign stands before or behind them. */
function isGroup(node: ElementNode): boolean {
  if (node.tag === 'msqrt') return true;
  return node.tag === 'mrow' && node.parent !== null && node.parent.tag in SIGNS && node.textLength > 1;
}
