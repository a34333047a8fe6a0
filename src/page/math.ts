import { attr, classes, find, has, rawText, type ElementNode } from './tree.ts';
import { wordsOfMathml } from './mathml.ts';

/** Formulas: the TeX source as it stands in the page, between dollar signs, never escaped (rule 7.2). */

/** Elements that hold a whole formula, whatever is drawn inside. */
const FORMULA_CLASSES: ReadonlySet<string> = new Set([
  'katex',
  'katex-display',
  'mathjax',
  'mathjax_display',
  'arithmatex',
]);

/** A formula element: its TeX between dollar signs, or the words of its MathML; null when the element is none. */
export function mathOf(node: ElementNode): TextPiece | null {
  const tex = texOf(node);
  if (tex !== undefined) return tex === null ? null : { text: tex, math: true };
  const [mathml] = node.tag === 'math' ? [node] : find(node, ({ tag }) => tag === 'math');
  return mathml ? { text: wordsOfMathml(mathml), math: false } : null;
}

/** TeX of a formula element; null for other elements, undefined for a formula that has none. */
function texOf(node: ElementNode): string | null | undefined {
  if (node.attrs.length === 0 && node.tag !== 'math' && node.tag !== 'mjx-container') return null;
  if (node.tag === 'script') {
    const type = attr(node, 'type') ?? '';
    if (!type.startsWith('math/tex')) return null;
    return dollars(rawText(node), type.includes('display'));
  }
  const isFormula =
    node.tag === 'mjx-container' || node.tag === 'math' || classes(node).some((word) => FORMULA_CLASSES.has(word));
  if (!isFormula) return null;
  const [annotation] = find(
    node,
    ({ tag, attrs }) =>
      tag === 'annotation' && attrs.some(({ value }) => /(?:^|[^a-z])(?:la)?tex(?:$|[^a-z])/i.test(value)),
  );
  const display =
    classes(node).includes('katex-display') ||
    attr(node, 'display') === 'block' ||
    attr(node, 'display') === 'true' ||
    has(node, (inner) => attr(inner, 'display') === 'block');
  if (annotation) return dollars(rawText(annotation), display);
  if (classes(node).includes('arithmatex') && !has(node, ({ tag }) => tag === 'script')) return bareMath(rawText(node));
  return undefined;
}

/** Math written with delimiters, or without any, as one formula in dollar signs. */
function bareMath(text: string): string | null {
  const source = text.trim();
  const match = /^(\\\(|\\\[|\$\$?)(.*?)(\\\)|\\\]|\$\$?)$/s.exec(source);
  if (!match) return null;
  return dollars(match[2] ?? '', match[1] === '\\[' || match[1] === '$$');
}

function dollars(tex: string, display: boolean): string {
  const source = tex.replace(/\s+/g, ' ').trim();
  return display ? `$$${source}$$` : `$${source}$`;
}

/** A stretch of text: a formula ready to be written, or words. */
export interface TextPiece {
  readonly text: string;
  readonly math: boolean;
}

/**
 * Finds formulas that wait in the text for a script to draw them: `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` where it holds
 * what only TeX has, so that prices stay prices.
 */
const FORMULA =
  /\\\(((?:[^\\]|\\[^()])+?)\\\)|\\\[((?:[^\\]|\\[^[\]])+?)\\\]|\$\$([^$]+)\$\$|\$(?=\S)([^$\n\\^_{]*[\\^_{][^$\n]*)(?<=\S)\$(?!\d)/g;

export function splitMath(text: string): readonly TextPiece[] {
  if (!text.includes('$') && !text.includes('\\')) return [{ text, math: false }];
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [whole, round, square, double, single] = match;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), math: false });
    const display = square ?? double;
    pieces.push({ text: dollars(display ?? round ?? single ?? '', display !== undefined), math: true });
    at = match.index + whole.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), math: false });
  return pieces;
}
