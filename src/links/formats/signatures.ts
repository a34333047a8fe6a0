import { byteAt, hasBytes, hasTag } from '../bytes.ts';
import { file, image, type Judgement, type Reading } from '../verdict.ts';

/** Formats that their first bytes tell, with nothing more to find out. */
const SIGNATURES: readonly (readonly [start: string, judgement: Judgement])[] = [
  ['\xff\xd8\xff', image('a JPEG picture')],
  ['II*\0', image('a TIFF picture')],
  ['MM\0*', image('a TIFF picture')],
  ['\xff\x0a', image('a JPEG XL picture')],
  ['\0\0\0\x0cJXL \r\n\x87\n', image('a JPEG XL picture')],
  ['\0\0\0\x0cjP  \r\n\x87\n', image('a JPEG 2000 picture')],
  ['\0\0\x01\0', image('an icon')],
  ['qoif', image('a QOI picture')],
  ['%PDF-', file('a PDF document')],
  ['PK\x03\x04', file('a ZIP archive or office document')],
  ['PK\x05\x06', file('an empty ZIP archive')],
  ['Rar!\x1a\x07', file('a RAR archive')],
  ['7z\xbc\xaf\x27\x1c', file('a 7-Zip archive')],
  ['\x1f\x8b', file('a gzip archive')],
  ['BZh', file('a bzip2 archive')],
  ['\xfd7zXZ\0', file('an xz archive')],
  ['\x28\xb5\x2f\xfd', file('a zstd archive')],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', file('an office document')],
  ['\x7fELF', file('a program')],
  ['MZ', file('a program')],
  ['ID3', file('MP3 sound')],
  ['fLaC', file('FLAC sound')],
  ['MThd', file('MIDI sound')],
  ['#!AMR', file('AMR sound')],
  ['FORM', file('an IFF file')],
  ['wOFF', file('a font')],
  ['wOF2', file('a font')],
];

/** Words that begin like a signature are no file. */
const NEEDS_BINARY = /^(?:MZ|BZh|ID3|FORM|qoif|fLaC|MThd)$/;

export function readSignature(bytes: Uint8Array): Reading {
  const found = SIGNATURES.find(([start]) => hasTag(bytes, 0, start));
  if (found !== undefined && (!NEEDS_BINARY.test(found[0]) || hasControlByte(bytes))) return found[1];
  if (isBitmap(bytes)) return image('a BMP picture');
  return isMpegAudio(bytes) ? file('MPEG sound') : null;
}

/** Two letters alone would take words for pictures: the header's length has to be one of those there are. */
function isBitmap(bytes: Uint8Array): boolean {
  return (
    hasTag(bytes, 0, 'BM') && [12, 40, 52, 56, 64, 108, 124].includes(byteAt(bytes, 14)) && byteAt(bytes, 15) === 0
  );
}

/** A frame's header: eleven bits of sync, then a layer and a bit rate that exist; ADTS (AAC) has no layer. */
function isMpegAudio(bytes: Uint8Array): boolean {
  if (hasBytes(bytes, 0, [0xff, 0xf1]) || hasBytes(bytes, 0, [0xff, 0xf9])) return true;
  const second = byteAt(bytes, 1);
  const rate = byteAt(bytes, 2) >> 4;
  return byteAt(bytes, 0) === 0xff && (second & 0xe6) > 0xe0 && second < 0xfe && rate > 0 && rate < 15;
}

/** Whether the beginning holds a byte that no text has. */
export function hasControlByte(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 512).some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}
