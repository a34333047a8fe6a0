import { byteAt, hasBytes } from '../bytes.ts';
import { video, type Reading } from '../verdict.ts';

/** MPEG's own containers. A transport stream has no signature: a sync byte begins each of its packets (ISO/IEC 13818-1). */
const SYNC = 0x47;
const PACKET = 188;
/** Blu-ray and cameras put a time stamp of four bytes before each packet. */
const STAMPED_PACKET = 192;

/** Pack header, sequence header. */
const PROGRAM_STARTS = [
  [0, 0, 1, 0xba],
  [0, 0, 1, 0xb3],
];

export function readMpeg(bytes: Uint8Array, ended: boolean): Reading {
  if (PROGRAM_STARTS.some((start) => hasBytes(bytes, 0, start))) return video('an MPEG film');
  for (const [first, packet] of [
    [0, PACKET],
    [4, STAMPED_PACKET],
  ] as const) {
    const syncs = [first, first + packet, first + 2 * packet];
    const seen = syncs.filter((at) => at < bytes.length);
    if (seen.length === 0 || seen.some((at) => byteAt(bytes, at) !== SYNC)) continue;
    if (seen.length === syncs.length) return video('an MPEG transport stream');
    if (!ended) return 'more';
  }
  return null;
}
