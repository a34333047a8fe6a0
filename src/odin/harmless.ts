import { visibleText } from '../page/visible-text.ts';

/**
 * Text that may be shown to members, whoever wrote it: nothing in it pings, embeds, hides or leads away (rule 10.4).
 * Pure.
 */

const IMAGE = /!\[([^\]]*)\]\([^)]*\)/gu;
const REFERENCE_IMAGE = /!\[([^\]]*)\]\[[^\]]*\]/gu;
const TARGET = /\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)/u.source;
const LINK = new RegExp(`\\[([^\\][]*)\\]${TARGET}`, 'gu');
/** Its words may be code, or the number of a footnote; what is code already is passed over. */
const LINK_WITH_CODE = new RegExp('(`+[^`\\n]+`+)|!?\\[((?:`[^`\\n]*`|\\[[^\\][]*\\]|[^\\][`])*)\\]' + TARGET, 'gu');
const FOOTNOTE = /^\[?[\d*†‡]{1,3}\]?$/u;
const REFERENCE_LINK = /\[([^\][]+)\]\[[^\]]*\]/gu;
/** Discord's own marks: users, roles, channels, commands, emoji, times, guild navigation. */
const DISCORD_MARK = /<(?:@[!&]?\d+|#\d+|\/[^>]{1,100}:\d+|a?:\w{1,40}:\d+|t:-?\d+(?::\w)?|id:\w+)>/gu;
const EVERYONE = /@(?=everyone|here)|[＠﹫]/giu;
/** Marks that make a line large, small or a quotation, also in a list item. */
const LINE_MARK = /^(\s*(?:(?:[-*+]|\d+[.)])\s+)?)(?:(?:#{1,6}|-#)\s+|>{1,3}\s*)+/gmu;
/** More marks above and below a letter than any script has. */
const STACKED = /(\p{M}{4})\p{M}+/gu;
const INVITE =
  /(?:https?:\/\/)?(?:\w+\.)?(?:discord(?:app)?\.com\/(?:invite|servers|template|gifts)|discord\.(?:gg|gift|new)|dsc\.gg)\/[\w-]+/giu;
const HTML = /<\/?[a-z][^<>\n]{0,200}>/giu;
const SPOILER = /\|\|/gu;

/** Addresses that Discord would link or preview; in a code span it does neither. */
const ADDRESS = /<?(https?:\/\/[^\s<>()[\]"'`]*[^\s<>()[\]"'`.,;:!?*_])>?/giu;
const CODE_SPAN = /(`+[^`\n]+`+)/u;

/** Prose of a page or a model; code spans in it stay code. Blocks of code are shown in fences, see `harmlessCode`. */
export function harmlessProse(text: string): string {
  // Twice: an image may stand in a link.
  const pieces = withoutLinks(withoutLinks(visible(text)).replace(LINE_MARK, '$1')).split(CODE_SPAN);
  return pieces.map((piece, index) => (index % 2 === 1 ? harmlessCode(piece) : harmlessWords(piece))).join('');
}

function visible(text: string): string {
  return visibleText(text).replace(STACKED, '$1');
}

/** Links as their words alone, also where those are code. */
function withoutLinks(text: string): string {
  return text.replace(LINK_WITH_CODE, (_link, code: string | undefined, words = '') =>
    code === undefined ? withoutFootnote(words) : code,
  );
}

function withoutFootnote(words: string): string {
  return FOOTNOTE.test(words) ? '' : words;
}

function harmlessWords(words: string): string {
  return words
    .replace(IMAGE, '$1')
    .replace(REFERENCE_IMAGE, '$1')
    .replace(LINK, '$1')
    .replace(REFERENCE_LINK, '$1')
    .replace(INVITE, '(invite left out)')
    .replace(ADDRESS, '`$1`')
    .replace(DISCORD_MARK, '')
    .replace(HTML, '')
    .replace(SPOILER, '')
    .replace(EVERYONE, '@\u200b');
}

/** Code: nothing in a fence pings, but a fence inside would end it, and hidden characters would be copied along. */
export function harmlessCode(text: string): string {
  return visible(text).replace(/`{3}/gu, "'''").replace(INVITE, '(invite left out)').replace(EVERYONE, '@\u200b');
}
