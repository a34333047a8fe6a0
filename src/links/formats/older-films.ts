import { byteAt, hasBytes, hasTag } from '../bytes.ts';
import { file, video, type Reading } from '../verdict.ts';

/** The GUIDs that begin a Windows Media file and name a stream of pictures (ASF specification, sections 10.1 and 10.4). */
const HEADER = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];
const PICTURES = [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11];
const SOUND = [0x40, 0x9e, 0x69, 0xf8, 0x4d, 0x5b, 0xcf, 0x11];
/** The header lies at the beginning and is small. */
const SEARCHED = 16 * 1024;

/** Windows Media and Flash video: films and sound in one container. */
export function readOlderFilm(bytes: Uint8Array, ended: boolean): Reading {
  // The version behind the letters keeps words that begin with them apart.
  if (hasTag(bytes, 0, 'FLV\x01')) {
    if (bytes.length < 5 && !ended) return 'more';
    return (byteAt(bytes, 4) & 1) === 1 ? video('a Flash film') : file('sound in a Flash container');
  }
  if (!hasBytes(bytes, 0, HEADER)) return null;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SEARCHED));
  if (head.includes(Buffer.from(PICTURES))) return video('a Windows Media film');
  if (!ended && bytes.length < SEARCHED) return 'more';
  return head.includes(Buffer.from(SOUND)) ? file('Windows Media sound') : video('a Windows Media film');
}
