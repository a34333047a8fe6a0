import { MAX_ROBOTS_BYTES } from '../promises.ts';

/** One line that says something: the field in our spelling, the value without blanks around it, one character a byte. */
export interface RobotsLine {
  readonly field: RobotsField;
  readonly value: string;
  /** Where it stands in the file, the first line being 1. */
  readonly number: number;
}

export type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap' | 'content-signal';

/** Fields as site owners write them; the misspellings are those that the usual parsers take as meant. */
const FIELDS: ReadonlyMap<string, RobotsField> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['content-signal', 'content-signal'],
]);

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/**
 * Splits robots.txt into the lines that say something (RFC 9309 2.2). Works on bytes, because a rule's bytes are
 * compared with a URL's escapes whatever their charset; lines that cannot be read are passed over.
 */
export function readRobotsLines(body: Uint8Array): RobotsLine[] {
  const lines: RobotsLine[] = [];
  const text = withoutByteOrderMark(boundedText(body)).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  let number = 1;
  let end = 0;
  for (const { 0: written, index } of text.matchAll(/[^\n]+/g)) {
    // Between two lines that are not blank stand line ends alone, so their number is that of the lines in between.
    number += index - end;
    end = index + written.length;
    const line = readLine(written);
    if (line) lines.push({ ...line, number });
  }
  return lines;
}

/**
 * The first 500 KiB (rule 2.1) as text, one character a byte. What is cut is cut after a whole line: half a
 * `Disallow: /drafts` would block the site, half an `Allow: /open` would open it.
 */
function boundedText(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MAX_ROBOTS_BYTES));
  const text = bytes.toString('latin1');
  if (body.byteLength < MAX_ROBOTS_BYTES) return text;
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
}

/** Drops a UTF-8 byte order mark at the start, or the part of one that an editor left. */
function withoutByteOrderMark(text: string): string {
  let at = 0;
  for (const byte of BYTE_ORDER_MARK) if (text[at] === byte) at++;
  return text.slice(at);
}

function readLine(text: string): Omit<RobotsLine, 'number'> | null {
  const comment = text.indexOf('#');
  const line = trimBlanks(comment === -1 ? text : text.slice(0, comment));
  if (line === '') return null;
  const [name, value] = splitAtColon(line) ?? splitTwoWords(line) ?? [];
  if (name === undefined || value === undefined) return null;
  const field = FIELDS.get(name.toLowerCase());
  return field ? { field, value } : null;
}

function splitAtColon(line: string): [string, string] | null {
  const colon = line.indexOf(':');
  return colon === -1 ? null : [trimBlanks(line.slice(0, colon)), trimBlanks(line.slice(colon + 1))];
}

/** `Disallow /private`: the colon was forgotten. More than two words are a sentence, not a rule. */
function splitTwoWords(line: string): [string, string] | null {
  const [name, value, ...more] = line.split(/[\t ]+/);
  return name === undefined || value === undefined || more.length > 0 ? null : [name, value];
}

/** Trims ASCII blanks only: other white space is made of bytes that may be part of a path. Linear, unlike a `\s+$`. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
