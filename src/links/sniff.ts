import { decode } from '../page/charset.ts';
import { parseUrl } from '../parse-url.ts';
import { readGif } from './formats/gif.ts';
import { readIsoMedia } from './formats/iso-media.ts';
import { readMatroska } from './formats/matroska.ts';
import { readMpeg } from './formats/mpeg.ts';
import { readOgg } from './formats/ogg.ts';
import { readOlderFilm } from './formats/older-films.ts';
import { readPng } from './formats/png.ts';
import { readRiff } from './formats/riff.ts';
import { hasControlByte, readSignature } from './formats/signatures.ts';
import { readText } from './formats/text.ts';
import { judgeKnownHost } from './hosts.ts';
import { mayHoldHints, readPageHints } from './page-hints.ts';
import {
  file,
  image,
  none,
  unknown,
  video,
  type Judgement,
  type Reader,
  type Reading,
  type Verdict,
} from './verdict.ts';

/** An answer's head as the judges read it: header names in any case, one value each. */
export interface AnswerHead {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asked for each format in turn; the last ones only know their first bytes. */
const READERS: readonly Reader[] = [
  readGif,
  readPng,
  readRiff,
  readIsoMedia,
  readMatroska,
  readOgg,
  readMpeg,
  readOlderFilm,
  readSignature,
];

/** Fewer bytes than any signature is long tell nothing while more are coming. */
const LONGEST_SIGNATURE = 16;
/** Bytes of unfinished pages that are parsed for one link, in all. */
const PARSE_BUDGET = 1024 * 1024;

/**
 * What a link shows, by the beginning of the body that it leads to, decoded; `truncated`: there is more of it (rule 11.3).
 * Bytes count before the content type, which counts before nothing. The cap reached without evidence is `none`.
 */
export function sniffLink(answer: AnswerHead & { readonly body: Uint8Array; readonly truncated: boolean }): {
  readonly verdict: Verdict;
  readonly why: string;
} {
  const { verdict, why } = judgeBody(answer, answer.body, answer.truncated);
  return { verdict, why };
}

/** The same with what the blocker needs beyond the verdict. */
export function judgeBody(head: AnswerHead, body: Uint8Array, truncated: boolean): Judgement {
  if (body.length === 0) return truncated ? unknown('nothing of the answer came') : none('an empty answer');
  const reading = readBytes(head, body, true) ?? judgeText(head, body);
  return reading === 'more' ? unknown('the answer was cut off') : reading;
}

/**
 * Judges a body while it comes in: what this returns is asked again and again with all that has come so far, and gives a
 * judgement as soon as more could not change it (rule 11.2).
 */
export function createSniffer(head: AnswerHead): (soFar: Uint8Array) => Judgement | null {
  let budget = PARSE_BUDGET;
  return (soFar) => {
    if (soFar.length < LONGEST_SIGNATURE) return null;
    const reading = readBytes(head, soFar, false);
    if (reading !== null) return reading === 'more' ? null : reading;
    if (kindOf(head, soFar) !== 'page' || soFar.length > budget || !mayHoldHints(asCharacters(soFar))) return null;
    budget -= soFar.length;
    const { judgement, settled } = readPageHints(textOf(head, soFar));
    return settled ? judgement : null;
  };
}

function readBytes(head: AnswerHead, bytes: Uint8Array, ended: boolean): Reading {
  const calledSound = mediaType(head).startsWith('audio/');
  for (const read of READERS) {
    const reading = read(bytes, ended, calledSound);
    if (reading !== null) return reading;
  }
  return null;
}

/** What no reader of bytes knows: text of some kind, or bytes of which the content type is the only witness. */
function judgeText(head: AnswerHead, body: Uint8Array): Judgement {
  const kind = kindOf(head, body);
  switch (kind) {
    case 'page': {
      const url = parseUrl(head.url);
      const known = url === null ? null : judgeKnownHost(url);
      return known ?? readPageHints(textOf(head, body)).judgement;
    }
    case 'text':
      return readText(textOf(head, body)) ?? (isDownload(head) ? file('a text file') : none('text'));
    case 'binary':
      return byType(mediaType(head));
    default:
      return kind satisfies never;
  }
}

function kindOf(head: AnswerHead, body: Uint8Array): 'page' | 'text' | 'binary' {
  const type = mediaType(head);
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) return 'page';
  if (hasControlByte(body) && !isWideText(head, body)) return 'binary';
  const mayBePage = type === '' || /[/+]xml$/.test(type);
  return mayBePage && looksLikeMarkup(textOf(head, body.subarray(0, 4096))) ? 'page' : 'text';
}

/** What begins a page that comes without a type (MIME Sniffing standard, section 7.1), and what a head often begins with. */
const MARKUP =
  /^<(?:!doctype html|html|head|body|meta|title|script|link|style|iframe|h1|div|font|table|a|br|p|b)(?=[\s/>])/i;

function looksLikeMarkup(text: string): boolean {
  const start = text.replace(/^(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)+/i, '');
  return MARKUP.test(start);
}

/** UTF-16 text is full of zero bytes. */
function isWideText({ headers }: AnswerHead, body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return marked || /charset\s*=\s*["']?utf-16/i.test(header(headers, 'content-type'));
}

function byType(type: string): Judgement {
  if (type.startsWith('video/')) return video(`unknown bytes that are called ${type}`);
  if (type.startsWith('image/')) return image(`unknown bytes that are called ${type}`);
  return file(type === '' ? 'a file of an unknown kind' : `a file that is called ${type}`);
}

/** Types that say nothing (MIME Sniffing standard, section 7), and words that are no type. */
const UNTOLD = /^(?:(?:application|binary)\/octet-stream|(?:application|unknown)\/unknown|\*\/\*|[^/]*)$/;

/** The content type without its parameters, in lower case, the last of several; '' where none says anything. */
function mediaType({ headers }: AnswerHead): string {
  const last = header(headers, 'content-type').split(',').at(-1) ?? '';
  const type = last.split(';')[0]?.trim().toLowerCase().slice(0, 100) ?? '';
  return UNTOLD.test(type) ? '' : type;
}

function isDownload({ headers }: AnswerHead): boolean {
  return /^\s*attachment\b/i.test(header(headers, 'content-disposition'));
}

function header(headers: Readonly<Record<string, string>>, name: string): string {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

function textOf({ headers }: AnswerHead, body: Uint8Array): string {
  return decode(body, header(headers, 'content-type')).text;
}

function asCharacters(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
