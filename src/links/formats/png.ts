import { hasBytes, tag, uint32 } from '../bytes.ts';
import { gif, image, type Reading } from '../verdict.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum of a chunk (PNG specification, section 5.3). */
const CHUNK_OVERHEAD = 12;

/** A PNG moves when an `acTL` chunk that announces several frames stands before the picture's data (APNG specification). */
export function readPng(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasBytes(bytes, 0, SIGNATURE)) return null;
  let at = SIGNATURE.length;
  while (at + 8 <= bytes.length) {
    const type = tag(bytes, at + 4);
    if (type === 'IDAT' || type === 'IEND') return image('a PNG without animation');
    if (type === 'acTL' && at + 12 <= bytes.length) {
      return uint32(bytes, at + 8) > 1 ? gif('an animated PNG') : image('an animated PNG of one frame');
    }
    at += uint32(bytes, at) + CHUNK_OVERHEAD;
  }
  return ended ? image('a PNG, cut off before its picture') : 'more';
}
