import { inSlashNotation } from './groups.ts';

/** Text on its way to Discord. Titles, addresses and passages are other people's: nothing in them may format or ping. */

/** Marks and isolates of writing direction turn the order of what stands beside them (Unicode TR 9). */
const STEERING = /\p{Bidi_Control}/gu;
/** Discord formats nothing inside an address or a code span. */
const AS_IT_IS = /https?:\/\/[^\s<>]+|`[^`\n]+`/g;
/** Emphasis, spoilers, links, mentions and code blocks, wherever they stand; headings, quotes and lists at a line's begin. */
const FORMATTING = /[\\*_~|[\]<]|```|@(?=everyone|here)|^(?:#{1,3}|>{1,3}|-#?|\+)(?= )/gm;

/** The text as it is, shown by Discord as it is. Addresses stay links, `code` stays code. */
export function plain(text: string): string {
  const clean = text.replace(STEERING, '');
  let result = '';
  let at = 0;
  for (const { 0: kept, index } of clean.matchAll(AS_IT_IS)) {
    result += escaped(clean.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return result + escaped(clean.slice(at));
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plain(text.replace(/\s+/g, ' ').trim());
}

function escaped(text: string): string {
  return text.replace(FORMATTING, (mark) => (mark === '```' ? '\\`\\`\\`' : mark === '@' ? '@\u200B' : `\\${mark}`));
}

/** A text that links to an address, or the text alone where the address cannot be linked to. */
export function linked(text: string, url: string): string {
  // Discord ends the address at the first bracket that closes.
  const target = url.replace(/[()\s<>]/g, (character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`);
  return /^https?:\/\//i.test(target) && target.length <= MAX_LINK ? `[${text}](${target})` : text;
}

/** Characters of a message's own text at most (Discord's documentation, "Create Message"). */
const MAX_CONTENT = 2000;

/** A sentence as a message: what it repeats of what somebody wrote may be longer than a message. */
export function said(sentence: string): string {
  return shortened(inSlashNotation(sentence), MAX_CONTENT);
}

/** A longer address would take the room of the text around it. */
const MAX_LINK = 300;

/** The text, or its beginning and `…`, at most so many UTF-16 units long and never with half a character. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\\$/, '')}…`;
}
