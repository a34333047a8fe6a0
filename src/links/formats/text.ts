import { file, image, video, type Judgement } from '../verdict.ts';

/** How far into a document its root element is looked for. */
const SEARCHED = 4096;

/** Text that stands for something else: the lists of parts by which films are streamed, and drawings. */
export function readText(text: string): Judgement | null {
  const start = text.slice(0, SEARCHED).trimStart();
  // A list of songs has the same first line, and none of these (RFC 8216 section 4.3).
  if (start.startsWith('#EXTM3U')) return start.includes('#EXT-X-') ? video('an HLS playlist') : file('a playlist');
  const root = /<(?!\?|!)(?:\w+:)?(\w+)/.exec(start)?.[1];
  if (!start.startsWith('<')) return null;
  if (root === 'MPD') return video('a DASH playlist');
  if (root === 'svg') return image('an SVG drawing');
  return null;
}
