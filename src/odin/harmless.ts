import { visibleText } from '../page/visible-text.ts';
import { replaceMarks } from './code-spans.ts';

/**
 * Text that may be shown to members, whoever wrote it: nothing in it pings, embeds, hides or leads away (rule 10.4).
 * Pure.
 */

/** Stand for code spans and for escaped marks while the words around them are looked at; no page's text has them. */
const [FIRST_CODE, FIRST_ESCAPE] = [0x100000, 0xf0000];
const HELD_CODE = /[\u{100000}-\u{10ffff}]/gu;
const HELD_ESCAPE = /[\u{f0000}-\u{f007f}]/gu;
const HELD = /[\u{f0000}-\u{10ffff}]/gu;
const OPEN = '[<\u{f003c}]';
const CLOSE = '[>\u{f003e}]';
/** Marks that Discord reads; before others a backslash only hides an address or a name from the looks below. */
const READ_BY_DISCORD = new Set('*_~`|<>[]()\\#+-');

const IMAGE = /!\[([^\]]*)\]\([^)]*\)/gu;
const REFERENCE_IMAGE = /!\[([^\]]*)\]\[[^\]]*\]/gu;
const TARGET = /\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/u.source;
/** Its words may be the number of a footnote. */
const LINK = new RegExp(`!?\\[((?:\\[[^\\][]*\\]|[^\\][])*)\\]${TARGET}`, 'gu');
const FOOTNOTE = /^\[?[\d*†‡]{1,3}\]?$/u;
const REFERENCE_LINK = /\[([^\][]+)\]\[[^\]]*\]/gu;
/** Discord's own marks: users, roles, channels, commands, emoji, times, guild navigation. */
const DISCORD_MARK = new RegExp(
  `${OPEN}(?:@[!&]?\\d+|#\\d+|\\/[^>]{1,100}:\\d+|a?:[\\w\u{f005f}]{1,40}:\\d+|t:[-\u{f002d}]?\\d+(?::\\w)?|id:\\w+)${CLOSE}`,
  'gu',
);
const EVERYONE = /@(?=everyone|here)|[＠﹫]/giu;
/** Marks that make a line large, small or a quotation, also in a list item. */
const LINE_MARK = /^(\s*(?:(?:[-*+]|\d+[.)])\s+)?)(?:(?:#{1,6}|-#)\s+|>{1,3}\s*)+/gmu;
/** More marks above and below a letter than any script has. */
const STACKED = /(\p{M}{4})\p{M}+/gu;
const INVITE =
  /(?:https?:\/\/)?(?:\w{1,40}\.)?(?:discord(?:app)?\.com\/(?:invite|servers|template|gifts)|discord\.(?:gg|gift|new)|dsc\.gg)\/[\w-]+/giu;
const HTML = /<\/?[a-z][^<>\n]{0,200}>/giu;
const SPOILER = /\|\|/gu;
/** Addresses, which Discord might link or preview; in a code span it does neither. */
const ADDRESS = new RegExp(
  `${OPEN}?((?<![a-z])[a-z][a-z\\d+.-]{1,30}://(?:[^\\s<>()[\\]"'\u{100000}-\u{10ffff}\u{f003c}\u{f003e}\u{f0060}]*[^\\s<>()[\\]"'.,;:!?*_\u{f0000}-\u{10ffff}])?)${CLOSE}?`,
  'giu',
);

/** Prose of a page or a model; code spans in it stay code. Blocks of code are shown in fences, see `harmlessCode`. */
export function harmlessProse(text: string): string {
  const codes: string[] = [];
  const hold = (code: string): string => String.fromCodePoint(FIRST_CODE + codes.push(code) - 1);
  const held = replaceMarks(visible(text).replace(HELD, ''), (mark) => {
    if (mark.kind === 'code') return hold(harmlessCode(mark.code));
    if (mark.kind === 'stray') return heldEscapes(mark.written);
    return READ_BY_DISCORD.has(mark.mark) ? heldEscapes(mark.mark) : mark.mark;
  });
  // Twice: an image may stand in a link.
  const words = harmlessWords(withoutLinks(withoutLinks(held).replace(LINE_MARK, '$1')));
  return words
    .replace(ADDRESS, (_, address: string) => hold(address.replace(HELD_ESCAPE, escapedMark)))
    .replace(HELD_ESCAPE, (escape) => `\\${escapedMark(escape)}`)
    .replace(HELD_CODE, (code, at: number, all: string) => {
      const span = codeSpan(codes[(code.codePointAt(0) ?? 0) - FIRST_CODE] ?? '');
      // Two spans side by side would be read as one, or as none.
      return (all.codePointAt(at + code.length) ?? 0) >= FIRST_CODE ? `${span} ` : span;
    });
}

function visible(text: string): string {
  return visibleText(text).replace(STACKED, '$1');
}

function heldEscapes(marks: string): string {
  return marks.replace(/[\s\S]/gu, (mark) => String.fromCodePoint(FIRST_ESCAPE + (mark.codePointAt(0) ?? 0)));
}

function escapedMark(held: string): string {
  return String.fromCodePoint((held.codePointAt(0) ?? FIRST_ESCAPE) - FIRST_ESCAPE);
}

function codeSpan(code: string): string {
  const line = code.replace(/\s*\n\s*/gu, ' ');
  return line.includes('`') ? `\`\` ${line.replace(/`{2,}/gu, "''").trim()} \`\`` : `\`${line}\``;
}

/** Links as their words alone, and as nothing where those only number a footnote. */
function withoutLinks(text: string): string {
  return text.replace(LINK, (_link, words: string) => (FOOTNOTE.test(words) ? '' : words));
}

function harmlessWords(words: string): string {
  return words
    .replace(IMAGE, '$1')
    .replace(REFERENCE_IMAGE, '$1')
    .replace(REFERENCE_LINK, '$1')
    .replace(INVITE, '(invite left out)')
    .replace(DISCORD_MARK, '')
    .replace(HTML, (tag) => (/^<[a-z][a-z\d+.-]*:\/\//iu.test(tag) ? tag : ''))
    .replace(SPOILER, '')
    .replace(EVERYONE, '@\u200b');
}

/** Code: nothing in a fence pings, but a fence inside would end it, and hidden characters would be copied along. */
export function harmlessCode(text: string): string {
  return visible(text).replace(/`{3}/gu, "'''").replace(INVITE, '(invite left out)').replace(EVERYONE, '@\u200b');
}
