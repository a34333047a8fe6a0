import { attr, collapse, find, rawText, type ElementNode } from './tree.ts';

/**
 * Formulas that are drawn as a picture, with their MathML hidden beside it for screen readers (MediaWiki). The words
 * of both are the same, so that what is hidden says nothing that is not seen: the formula stays, the picture goes.
 */

/** A hidden box that holds nothing but the formula which the picture behind it shows. */
export function isFormulaOfPicture(box: ElementNode): boolean {
  const { first, next } = box;
  if (first?.kind !== 'element' || first.tag !== 'math' || first !== box.last) return false;
  if (next?.kind !== 'element' || next.tag !== 'img') return false;
  const alt = letters(attr(next, 'alt') ?? '');
  return alt !== '' && alt === letters(texOf(first));
}

/** A picture of the formula that stands hidden right before it. */
export function isPictureOfFormula(image: ElementNode): boolean {
  const { previous } = image;
  return previous?.kind === 'element' && previous.first?.kind === 'element' && isFormulaOfPicture(previous);
}

function texOf(math: ElementNode): string {
  const [annotation] = find(math, ({ tag }) => tag === 'annotation');
  return annotation ? rawText(annotation) : '';
}

function letters(tex: string): string {
  return collapse(tex).trim();
}
