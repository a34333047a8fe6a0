import { withoutBetween } from './between.ts';
import { isFoldedUnderHeading } from './folded.ts';
import { isFormulaOfPicture } from './formula-picture.ts';
import { attr, classes, has, words, type ElementNode } from './tree.ts';

/**
 * Text that a visitor never sees must not reach the store: it could say anything. Panels that a click opens are seen,
 * and are kept (tabs, accordions, folded sections).
 */
const PANEL =
  /(?:^|[-_])(?:tabs?|tabpanel|panels?|panes?|accordion|collaps\w*|toggle\w*|expand\w*|foldable|spoiler|details|tabbed|slide)(?:$|[-_\d])|tab-?(?:panel|pane|content|item)/i;
/** How panels wait for a click, and much else is hidden. */
const FOLDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden|opacity\s*:\s*(?:0|0?\.0\d*)\s*(?:;|!|$))/i;
/** A box that is pushed off the screen by its margin, and not back by its padding. */
const PUSHED_OFF = /(?:^|;)\s*margin(?:-left|-top|-inline-start)?\s*:[^;]{0,40}-(?:\d{4,}px|\d{3,}(?:r?em|v[wh]|%))/i;
/** How nothing is hidden that a click will show. */
const HIDING_STYLE =
  /(?:^|;)\s*(?:font-size\s*:\s*(?:[012]|[01]?\.\d+)(?:px|pt)\s*(?:;|!|$)|font-size\s*:\s*(?:0?\.0\d*|0+\.?)[a-z%]*\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,}|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)|transform\s*:[^;]{0,200}(?:translate[xy]?\([^)]{0,100}-\d{4,}px|scale[xy]?\(\s*0\s*\))|zoom\s*:\s*0\s*(?:;|!|$)|filter\s*:[^;]{0,200}opacity\(\s*0?(?:\.0\d*)?%?\s*\))/i;
/** Text in no colour; with a background clipped to it, the background shows through. */
const NO_COLOUR = /(?:^|;)\s*color\s*:\s*(?:transparent|rgba\([^)]*,\s*0(?:\.0+)?\s*\))/i;
const ZERO_SIZE = /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*[01](?:px|em|rem|%)?\s*(?:;|!|$)/i;
const OFF_SCREEN = /(?:^|;)\s*(?:left|top|right|bottom|margin-left)\s*:\s*-(?:\d{4,}px|\d{3,}(?:r?em|v[wh]|%))/i;

export function isHidden(node: ElementNode): boolean {
  let style = '';
  let folds = false;
  let isOrnament = false;
  for (const { name, value } of node.attrs) {
    if (name === 'style') style = withoutNotes(value);
    else if (name === 'hidden') folds = value !== 'until-found';
    else if (name === 'aria-hidden') isOrnament = value === 'true';
  }
  if (style !== '' && isUndrawn(node, style)) return true;
  if (folds || (style !== '' && FOLDING_STYLE.test(style))) {
    return !isPanel(node) && !isFoldedUnderHeading(node, isFolded) && !isFormulaOfPicture(node);
  }
  if (isHiddenByClass(node)) return !isPanel(node);
  return isOrnament && !isPanel(node) && isSmall(node);
}

/** Hidden as panels are that wait for a click, and much else. */
function isFolded(node: ElementNode): boolean {
  const hidden = attr(node, 'hidden');
  return FOLDING_STYLE.test(styleOf(node)) || (hidden !== undefined && hidden !== 'until-found');
}

/** What is written in `style`, without the comments in it. */
function styleOf(node: ElementNode): string {
  return withoutNotes(attr(node, 'style') ?? '');
}

function withoutNotes(style: string): string {
  return style.includes('/*') ? withoutBetween(style, '/*', '*/') : style;
}

/** Hidden by its style in a way that no click takes back, but for a box of no height that opens. */
function isUndrawn(node: ElementNode, style: string): boolean {
  if (isHidingStyle(style)) return !(ZERO_SIZE.test(style) && isPanel(node));
  return isOfOneColour(style) && !isPanel(node) && !has(node, (inner) => styleOf(inner).includes('color'));
}

/** Is a word of code one that nobody sees? */
export function isHiddenInCode(node: ElementNode): boolean {
  const style = styleOf(node);
  return attr(node, 'hidden') !== undefined || (style !== '' && (FOLDING_STYLE.test(style) || isUndrawn(node, style)));
}

/** Words in the very colour of what is behind them. */
function isOfOneColour(style: string): boolean {
  if (!style.includes('background')) return false;
  const colour = COLOUR.exec(style)?.[1];
  const behind = BACKGROUND.exec(style)?.[1];
  return colour !== undefined && behind !== undefined && sameColour(colour) === sameColour(behind);
}

const COLOUR = /(?:^|;)\s*color\s*:\s*(#[\da-f]{3,6}|[a-z]+|rgb\([\d\s,]{5,30}\))\s*(?:;|!|$)/i;
const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*(#[\da-f]{3,6}|[a-z]+|rgb\([\d\s,]{5,30}\))\s*(?:;|!|$)/i;

/** One way to write a colour, for the ways that black and white are written in. */
function sameColour(colour: string): string {
  const text = colour.toLowerCase().replace(/\s+/g, '');
  if (text === 'white' || text === 'rgb(255,255,255)') return '#ffffff';
  if (text === 'black' || text === 'rgb(0,0,0)') return '#000000';
  return /^#...$/.test(text) ? text.replace(/[^#]/g, '$&$&') : text;
}

/**
 * Bootstrap's and Primer's name for what is never drawn, unless another class draws it on wider screens. Others are
 * believed of a few words in a line: boxes of that name are often panels.
 */
function isHiddenByClass(node: ElementNode): boolean {
  const names = classes(node);
  if (names.length === 0) return false;
  if (names.includes('d-none')) return !names.some((name) => /^d-(?:sm|md|lg|xl|xxl)-(?!none$)/.test(name));
  if (node.textLength > MAX_HIDDEN_WORDS || !IN_LINE.has(node.tag)) return false;
  return names.some((name) => HIDING_CLASS.test(name)) && !names.some((name) => name.includes(':'));
}

const IN_LINE: ReadonlySet<string> = new Set(['span', 'small', 'em', 'i', 'b', 'label']);
const HIDING_CLASS = /^(?:is-|u-)?(?:hidden|hide)$/;
const MAX_HIDDEN_WORDS = 80;

function isHidingStyle(style: string): boolean {
  if (HIDING_STYLE.test(style) || (NO_COLOUR.test(style) && !/background/i.test(style))) return true;
  if (style.includes('margin') && PUSHED_OFF.test(style) && !/padding/i.test(style)) return true;
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
