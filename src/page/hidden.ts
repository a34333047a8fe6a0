import { attr, classes, words, type ElementNode } from './tree.ts';

/**
 * Text that a visitor never sees must not reach the store: it could say anything. Panels that a click opens are seen,
 * and are kept (tabs, accordions, folded sections).
 */
const PANEL =
  /(?:^|[-_])(?:tabs?|tabpanel|panels?|panes?|accordion|collaps\w*|toggle\w*|expand\w*|foldable|spoiler|details|tabbed|slide)(?:$|[-_\d])|tab-?(?:panel|pane|content|item)/i;
/** How panels wait for a click, and much else is hidden. */
const FOLDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|opacity\s*:\s*(?:0|0?\.0\d*)\s*(?:;|!|$))/i;
/** How nothing is hidden that a click will show. */
const HIDING_STYLE =
  /(?:^|;)\s*(?:font-size\s*:\s*(?:[012]|[01]?\.\d+)(?:px|pt)\s*(?:;|!|$)|font-size\s*:\s*0?(?:\.0\d*)?0(?:em|rem|%)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,}|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|transform\s*:[^;]{0,200}(?:translate[xy]?\([^)]{0,100}-\d{4,}px|scale[xy]?\(\s*0\s*\))|zoom\s*:\s*0\s*(?:;|!|$)|filter\s*:[^;]{0,200}opacity\(\s*0?(?:\.0\d*)?%?\s*\))/i;
/** Text in no colour; with a background clipped to it, the background shows through. */
const NO_COLOUR = /(?:^|;)\s*color\s*:\s*(?:transparent|rgba\([^)]*,\s*0(?:\.0+)?\s*\))/i;
const ZERO_SIZE = /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px|em|rem|%)?\s*(?:;|!|$)/i;
const OFF_SCREEN = /(?:^|;)\s*(?:left|top|right|bottom|margin-left)\s*:\s*-(?:\d{4,}px|\d{3,}(?:r?em|v[wh]|%))/i;

export function isHidden(node: ElementNode): boolean {
  if (node.attrs.length === 0) return false;
  if (isUndrawn(node)) return true;
  const hidden = attr(node, 'hidden');
  const isFolded = FOLDING_STYLE.test(attr(node, 'style') ?? '') || (hidden !== undefined && hidden !== 'until-found');
  if (isFolded || isHiddenByClass(node)) return !isPanel(node);
  return attr(node, 'aria-hidden') === 'true' && !isPanel(node) && isSmall(node);
}

/** Hidden by its style in a way that no click takes back, but for a box of no height that opens. */
function isUndrawn(node: ElementNode): boolean {
  const style = attr(node, 'style');
  return style !== undefined && isHidingStyle(style) && !(ZERO_SIZE.test(style) && isPanel(node));
}

/** Is a word of code one that nobody sees? */
export function isHiddenInCode(node: ElementNode): boolean {
  return attr(node, 'hidden') !== undefined || FOLDING_STYLE.test(attr(node, 'style') ?? '') || isUndrawn(node);
}

/** Bootstrap's and Primer's name for what is never drawn, unless another class draws it on wider screens. */
function isHiddenByClass(node: ElementNode): boolean {
  const names = classes(node);
  return names.includes('d-none') && !names.some((name) => /^d-(?:sm|md|lg|xl|xxl)-(?!none$)/.test(name));
}

function isHidingStyle(style: string): boolean {
  if (HIDING_STYLE.test(style) || (NO_COLOUR.test(style) && !/background/i.test(style))) return true;
  const clipped = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i.test(style);
  // A box of no height with padding keeps the place of a film.
  return (
    (clipped && ZERO_SIZE.test(style) && !/padding/i.test(style)) ||
    (/position\s*:\s*(?:absolute|fixed)/i.test(style) && OFF_SCREEN.test(style))
  );
}

/** Opened by a click: by its role, its name, or what is known of it from the element before. */
function isPanel(node: ElementNode): boolean {
  if (attr(node, 'role') === 'tabpanel' || attr(node, 'aria-labelledby') !== undefined) return true;
  return [...classes(node), ...words(node, 'id')].some((word) => PANEL.test(word));
}

/** `aria-hidden` marks ornaments; larger parts that carry it are drawn all the same. */
function isSmall(node: ElementNode): boolean {
  return node.textLength <= 40 || node.tag === 'img' || node.tag === 'svg';
}
