import { byteAt, hasBytes, tag } from '../bytes.ts';
import { file, video, type Reading } from '../verdict.ts';

/** WebM and Matroska: EBML elements, each with an id, a length, and what is in it (RFC 8794 section 4; RFC 9559). */

const MAGIC = [0x1a, 0x45, 0xdf, 0xa3];
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const PICTURES = 1;
const UNKNOWN_SIZE = Number.MAX_SAFE_INTEGER;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

export function readMatroska(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasBytes(bytes, 0, MAGIC)) return null;
  const head = elementAt(bytes, 0);
  if (head === null || head.end > bytes.length) return ended ? video('a Matroska film, cut off') : 'more';
  const docType = docTypeOf(bytes, head);
  if (docType !== 'webm' && docType !== 'matroska') return file('an EBML file');
  const types = trackTypes(bytes, head.end);
  const name = docType === 'webm' ? 'WebM' : 'Matroska';
  if (types === 'more' && !ended) return 'more';
  const soundOnly = types !== 'more' && types.length > 0 && !types.includes(PICTURES);
  return soundOnly ? file(`${name} sound`) : video(`a ${name} film`);
}

function docTypeOf(bytes: Uint8Array, head: Element): string {
  const found = children(bytes, head).find(({ id }) => id === DOC_TYPE);
  return found === undefined ? '' : tag(bytes, found.start, found.end - found.start).replace(/\0+$/, '');
}

/** What each track is; none where the film begins without them; `more` while they have not come. */
function trackTypes(bytes: Uint8Array, from: number): readonly number[] | 'more' {
  for (let at = from, element = elementAt(bytes, at); element !== null; element = elementAt(bytes, at)) {
    if (element.id === CLUSTER) return [];
    if (element.id === TRACKS) return element.end > bytes.length ? 'more' : typesIn(bytes, element);
    at = element.id === SEGMENT ? element.start : element.end;
  }
  return 'more';
}

function typesIn(bytes: Uint8Array, tracks: Element): readonly number[] {
  return children(bytes, tracks)
    .filter(({ id }) => id === TRACK_ENTRY)
    .flatMap((entry) => children(bytes, entry).filter(({ id }) => id === TRACK_TYPE))
    .map(({ end }) => byteAt(bytes, end - 1));
}

function children(bytes: Uint8Array, { start, end }: Element): readonly Element[] {
  const found: Element[] = [];
  let at = start;
  for (let child = elementAt(bytes, at); child !== null && child.end <= end; child = elementAt(bytes, at)) {
    found.push(child);
    at = child.end;
  }
  return found;
}

/** The element that begins there; null where its head has not come whole. */
function elementAt(bytes: Uint8Array, at: number): Element | null {
  const idLength = widthOf(byteAt(bytes, at));
  const sizeAt = at + idLength;
  const sizeLength = widthOf(byteAt(bytes, sizeAt));
  const start = sizeAt + sizeLength;
  if (idLength > 4 || sizeLength > 8 || start > bytes.length) return null;
  let id = 0;
  for (let i = at; i < sizeAt; i += 1) id = id * 256 + byteAt(bytes, i);
  // All ones: the element goes on until another of its level begins.
  let size = byteAt(bytes, sizeAt) & (0xff >> sizeLength);
  let open = size === 0xff >> sizeLength;
  for (let i = sizeAt + 1; i < start; i += 1) {
    size = size * 256 + byteAt(bytes, i);
    open &&= byteAt(bytes, i) === 0xff;
  }
  return { id, start, end: open ? UNKNOWN_SIZE : start + size };
}

/** How many bytes a number has whose first one is this: one more than it has leading zeros; 9 for none. */
function widthOf(first: number): number {
  return first === 0 ? 9 : Math.clz32(first) - 23;
}
