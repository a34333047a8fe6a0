import { byteAt, hasTag, tag } from '../bytes.ts';
import { file, gif, image, video, type Reading } from '../verdict.ts';

/** Where the flags of a WebP's extended header stand (RFC 9649 section 2.7), and the one for animation. */
const FLAGS_AT = 20;
const ANIMATION = 0x02;

/** WebP, AVI and WAVE share one container (RIFF). A WebP moves when its header says so: decoders ignore frames without it. */
export function readRiff(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasTag(bytes, 0, 'RIFF')) return null;
  if (bytes.length < 16 && !ended) return 'more';
  switch (tag(bytes, 8)) {
    case 'AVI ':
      return video('an AVI film');
    case 'WAVE':
      return file('WAVE sound');
    case 'WEBP':
      return webp(bytes, ended);
    default:
      return file('a RIFF file');
  }
}

function webp(bytes: Uint8Array, ended: boolean): Reading {
  if (!hasTag(bytes, 12, 'VP8X')) return image('a WebP picture');
  if (bytes.length <= FLAGS_AT && !ended) return 'more';
  return (byteAt(bytes, FLAGS_AT) & ANIMATION) === 0 ? image('a WebP picture') : gif('an animated WebP');
}
