import { byteAt, hasTag } from '../bytes.ts';
import { file, video, type Reading } from '../verdict.ts';

/** Bytes of a page before the lengths of its segments (RFC 3533 section 6). */
const PAGE_HEADER = 27;
const BEGINNING_OF_STREAM = 0x02;
/** How the first packet of a stream of pictures begins: Theora, Dirac, and the films of the OGM days. */
const PICTURES = ['\x80theora', 'BBCD\0', '\x01video'];

/** Ogg: the first page of each of its streams comes before all others, and says what the stream is. */
export function readOgg(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasTag(bytes, 0, 'OggS')) return null;
  let at = 0;
  while (at + PAGE_HEADER <= bytes.length) {
    if (!hasTag(bytes, at, 'OggS') || (byteAt(bytes, at + 5) & BEGINNING_OF_STREAM) === 0) return file('Ogg sound');
    const segments = byteAt(bytes, at + 26);
    const body = at + PAGE_HEADER + segments;
    if (PICTURES.some((start) => hasTag(bytes, body, start))) return video('an Ogg film');
    at = body + bytes.subarray(at + PAGE_HEADER, body).reduce((sum, length) => sum + length, 0);
  }
  return ended ? file('Ogg sound') : 'more';
}
