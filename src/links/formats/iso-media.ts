import { byteAt, bigEndian, tag, uint32 } from '../bytes.ts';
import { MAX_LINK_BYTES } from '../../promises.ts';
import { file, gif, image, video, type Judgement, type Reading } from '../verdict.ts';

/**
 * MP4, QuickTime, 3GP, AVIF and HEIC: nested boxes, each with its length and type (ISO/IEC 14496-12, section 4.2).
 * Picture formats say by their brands whether they move; films and sound are told apart by their tracks.
 */

/** Boxes that begin a file without brands: old QuickTime, or a part of a fragmented film. */
const FILM_STARTS = new Set(['moov', 'mdat', 'moof', 'styp', 'sidx', 'wide', 'free', 'skip', 'pnot']);
/** Image sequences: AVIF's, and those of HEIF (ISO/IEC 23008-12, annexes B and D). */
const MOVING_BRANDS = ['avis', 'msf1', 'hevc', 'hevx'];
const PICTURE_BRANDS = ['avif', 'mif1', 'mif2', 'miaf', 'heic', 'heix', 'heim', 'heis', 'jxl ', 'crx '];
/** Brands of files that hold sound, and perhaps a cover. */
const SOUND_BRANDS = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ']);
/** Boxes on the way to a track's handler. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
/** Within this many bytes, what is being read is read at most (rule 11.2): the film's table of contents must begin there. */
const REACH = MAX_LINK_BYTES;

export function readIsoMedia(bytes: Uint8Array, ended: boolean, calledSound: boolean): Reading {
  // Text has no such low byte at its beginning, however it goes on.
  if (byteAt(bytes, 0) >= 0x20) return null;
  const type = tag(bytes, 4);
  if (type === 'ftyp') return branded(bytes, ended, calledSound);
  return FILM_STARTS.has(type) ? film(bytes, ended, calledSound) : null;
}

function branded(bytes: Uint8Array, ended: boolean, calledSound: boolean): Reading {
  const end = uint32(bytes, 0);
  if (end > bytes.length && end <= REACH && !ended) return 'more';
  const brands: string[] = [tag(bytes, 8)];
  for (let at = 16; at + 4 <= Math.min(end, bytes.length); at += 4) brands.push(tag(bytes, at));
  const [major = ''] = brands;
  const isPicture = PICTURE_BRANDS.some((brand) => brands.includes(brand));
  if (MOVING_BRANDS.some((brand) => brands.includes(brand))) return gif(`a moving ${pictureName(brands)}`);
  if (isPicture) return image(`an ${pictureName(brands)} picture`);
  return film(bytes, ended, calledSound || SOUND_BRANDS.has(major));
}

function pictureName(brands: readonly string[]): string {
  return brands.some((brand) => brand.startsWith('avi')) ? 'AVIF' : 'HEIF';
}

/** What the tracks met so far are. */
interface Tracks {
  pictures: boolean;
  others: boolean;
  /** The table of contents was read to its end. */
  complete: boolean;
  /** Where the next box begins that has not come yet. */
  next: number;
}

function film(bytes: Uint8Array, ended: boolean, saidSound: boolean): Reading {
  const tracks: Tracks = { pictures: false, others: false, complete: false, next: 0 };
  walk(bytes, 0, Number.MAX_SAFE_INTEGER, tracks, 0);
  if (tracks.pictures) return video('an MP4 or QuickTime film');
  if (tracks.complete && tracks.others) return file('a sound file in an MP4 container');
  const outOfReach = tracks.next >= REACH;
  if (!ended && !outOfReach) return 'more';
  return undecided(saidSound);
}

/** The tracks lie behind all that is read, as in films that were not made for the web: brand and content type are left. */
function undecided(saidSound: boolean): Judgement {
  return saidSound ? file('a sound file by its brand or type') : video('an MP4 or QuickTime film by its first boxes');
}

/** Goes through the boxes from `start` to `end`, into those that hold tracks. */
function walk(bytes: Uint8Array, start: number, end: number, tracks: Tracks, depth: number): void {
  let at = start;
  while (at < end && !tracks.pictures) {
    tracks.next = at;
    if (at + 8 > bytes.length) return;
    const type = tag(bytes, at + 4);
    const { header, size } = extent(bytes, at);
    if (size < header) return;
    const boxEnd = Math.min(end, at + size);
    if (CONTAINERS.has(type) && depth < 3) walk(bytes, at + header, boxEnd, tracks, depth + 1);
    else if (type === 'hdlr' && depth === 3) note(tracks, tag(bytes, at + header + 8));
    if (type === 'moov' && boxEnd <= bytes.length) tracks.complete = true;
    if (tracks.complete) return;
    at = boxEnd;
  }
}

/** Bytes of a box and of its header; a length of 0 means up to the end, of 1 that a longer one follows. */
function extent(bytes: Uint8Array, at: number): { readonly header: number; readonly size: number } {
  const size = uint32(bytes, at);
  if (size === 0) return { header: 8, size: Number.MAX_SAFE_INTEGER / 2 };
  return size === 1 ? { header: 16, size: bigEndian(bytes, at + 8, 8) } : { header: 8, size };
}

function note(tracks: Tracks, handler: string): void {
  if (handler === 'vide') tracks.pictures = true;
  else if (handler.length === 4) tracks.others = true;
}
