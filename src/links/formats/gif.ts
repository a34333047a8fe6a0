import { byteAt, hasTag } from '../bytes.ts';
import { gif, image, type Reading } from '../verdict.ts';

/** Bytes of header and logical screen descriptor (GIF89a specification, sections 17 and 18). */
const SCREEN_END = 13;
/** Bytes of an image descriptor (section 20). */
const DESCRIPTOR = 10;

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const APPLICATION = 0xff;
/** Both ask for the animation to be repeated. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

interface Walk {
  readonly frames: number;
  readonly loops: boolean;
  /** How the walk ended: two frames were enough, the trailer came, something that is no block, or the bytes ran out. */
  readonly end: 'enough' | 'trailer' | 'foreign' | 'cut';
}

/**
 * A GIF moves when a second frame follows the first; the first alone may be larger than what is read, and then a loop
 * block is the next best witness. Text may begin like a GIF: what follows its header has to be a block.
 */
export function readGif(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasTag(bytes, 0, 'GIF87a') && !hasTag(bytes, 0, 'GIF89a')) return null;
  const { frames, loops, end } = walk(bytes);
  switch (end) {
    case 'enough':
      return gif('a GIF of several frames');
    case 'trailer':
      return image('a GIF of one frame');
    case 'foreign':
      return frames === 0 ? null : image('a GIF of one frame');
    case 'cut':
      if (!ended) return 'more';
      return loops ? gif('a GIF that repeats, cut off within its first frame') : image('a GIF of one frame, cut off');
    default:
      return end satisfies never;
  }
}

function walk(bytes: Uint8Array): Walk {
  let frames = 0;
  let loops = false;
  let at = SCREEN_END + colourTable(byteAt(bytes, 10));
  const ended = (end: Walk['end']): Walk => ({ frames, loops, end });
  while (at < bytes.length) {
    switch (bytes[at]) {
      case TRAILER:
        return ended('trailer');
      case IMAGE:
        frames += 1;
        if (frames > 1) return ended('enough');
        // The byte before the data blocks is the code size of their compression.
        at = afterBlocks(bytes, at + DESCRIPTOR + colourTable(byteAt(bytes, at + DESCRIPTOR - 1)) + 1);
        break;
      case EXTENSION:
        loops ||= bytes[at + 1] === APPLICATION && LOOPS.some((name) => hasTag(bytes, at + 3, name));
        at = afterBlocks(bytes, at + 2);
        break;
      default:
        return ended('foreign');
    }
  }
  return ended('cut');
}

/** Bytes of the colour table that a flags byte announces (sections 18 and 20). */
function colourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Where a chain of data blocks ends: each says its length, the last is empty (section 15). */
function afterBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let size = bytes[at]; size !== undefined; size = bytes[at]) {
    at += size + 1;
    if (size === 0) return at;
  }
  return Math.max(at, bytes.length);
}
