import { describe, expect, it } from 'vitest';
import { createSniffer, judgeBody, sniffLink } from '../../src/links/sniff.ts';
import type { Verdict } from '../../src/links/verdict.ts';
import {
  apng,
  box,
  concat,
  ftyp,
  GIF_LOOP,
  gifOf,
  matroska,
  moov,
  mp4,
  ogg,
  png,
  riff,
  transportStream,
  u32,
  webp,
} from './make.ts';

const GUID_START = [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11];
const PICTURES = [0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11];
const SOUND = [0x40, 0x9e, 0x69, 0xf8, 0x4d, 0x5b, 0xcf, 0x11];

/** What it is, its bytes, the verdict, and the content type that it comes with. */
const cases: readonly (readonly [what: string, body: Uint8Array, verdict: Verdict, type?: string])[] = [
  ['a GIF of two frames with colour tables', gifOf({ tables: true }), 'gif'],
  ['a GIF of two frames behind a comment', gifOf({ comment: 'made by hand' }), 'gif'],
  ['a GIF of two frames that does not repeat', gifOf({ loop: false }), 'gif'],
  ['a GIF of two frames in the old version', gifOf({ version: '87a' }), 'gif'],
  ['a GIF of one frame with colour tables', gifOf({ frames: 1, tables: true }), 'image'],
  ['a GIF of one frame that asks to be repeated', gifOf({ frames: 1, loop: true }), 'image'],
  ['a GIF of one frame without its end', gifOf({ frames: 1, trailer: false }), 'image'],
  ['a GIF that repeats, cut off in its first frame', gifOf({ loop: true, frameBytes: 3000 }).subarray(0, 900), 'gif'],
  ['a GIF that does not, cut off in its first frame', gifOf({ frameBytes: 3000 }).subarray(0, 900), 'image'],
  ['a GIF of which only the screen came', gifOf().subarray(0, 13), 'image'],
  ['a GIF with rubbish behind its first frame', concat(gifOf({ frames: 1, trailer: false }), 'rubbish'), 'image'],
  [
    'a loop block of the other spelling',
    concat(gifOf({ frames: 0, trailer: false }), [0x21, 0xff, 11], 'ANIMEXTS1.0', GIF_LOOP.subarray(14)),
    'gif',
  ],
  [
    'prose that begins like a GIF of the old version',
    concat('GIF87a was the first version, in 1987.'),
    'none',
    'text/plain',
  ],
  ['an animated PNG of forty frames', apng({ frames: 40 }), 'gif'],
  ['an animated PNG behind much text', apng({ textBytes: 9000 }), 'gif', 'image/png'],
  ['an animated PNG of one frame', apng({ frames: 1 }), 'image'],
  ['a PNG', png('IDAT'), 'image'],
  ['a PNG whose animation comes too late', png('IDAT', 'acTL'), 'image'],
  ['a PNG cut off in its text', apng({ textBytes: 9000 }).subarray(0, 4000), 'image'],
  ['a WebP with every flag', webp(0xff), 'gif'],
  ['a WebP with alpha and colour profile', webp(0x30), 'image'],
  ['a lossy WebP', riff('WEBP', ['VP8 ', new Uint8Array(20)]), 'image'],
  ['an AVI', riff('AVI ', ['LIST', 'hdrl']), 'video', 'application/octet-stream'],
  ['a WAVE', riff('WAVE', ['fmt ', new Uint8Array(16)]), 'none', 'video/mp4'],
  ['an unknown RIFF', riff('RMID', ['data', 'MThd']), 'none'],
  ['an AVIF sequence by its major brand', concat(ftyp('avis', 'avif', 'msf1'), moov('pict')), 'gif', 'image/avif'],
  ['an AVIF', concat(ftyp('avif', 'mif1', 'miaf')), 'image', 'image/avif'],
  ['a HEIC sequence', concat(ftyp('hevc', 'msf1', 'mif1')), 'gif', 'image/heic-sequence'],
  ['a HEIC', concat(ftyp('heic', 'mif1', 'heic')), 'image'],
  ['an MP4 with sound before pictures', mp4({ tracks: ['soun', 'vide'] }), 'video'],
  ['an MP4 with sound alone', mp4({ tracks: ['soun'] }), 'none', 'video/mp4'],
  ['an MP4 with sound and subtitles', mp4({ tracks: ['soun', 'text'] }), 'none', 'video/mp4'],
  ['a film that calls itself sound', mp4({ brand: 'M4A ', tracks: ['soun', 'vide'] }), 'video', 'audio/mp4'],
  [
    'an audiobook without its table of contents',
    concat(ftyp('M4B ', 'M4B '), u32(1), 'mdat', u32(0), u32(9000)),
    'none',
  ],
  ['a film of which the data come first', mp4({ moovLast: true, dataBytes: 5000 }), 'video'],
  ['a film cut off in its data', mp4({ moovLast: true, dataBytes: 5000 }).subarray(0, 2000), 'video'],
  ['old QuickTime', concat(box('wide'), box('mdat', new Uint8Array(40)), moov('vide')), 'video'],
  ['QuickTime that begins with its contents', moov('vide', 'soun'), 'video'],
  ['QuickTime sound', concat(moov('soun'), box('mdat', [1])), 'none', 'audio/x-m4a'],
  [
    'a part of a stream',
    concat(box('styp', 'msdh', u32(0)), box('sidx', new Uint8Array(20)), box('moof', [])),
    'video',
  ],
  ['a 3GP', mp4({ brand: '3gp5', tracks: ['vide'] }), 'video', 'video/3gpp'],
  ['prose that speaks of free boxes', concat('The free boxes, and wide ones'), 'none', 'text/plain'],
  ['a WebM', matroska('webm', [1, 2]), 'video', 'application/octet-stream'],
  ['a WebM of sound alone', matroska('webm', [2]), 'none', 'video/webm'],
  ['a WebM of sound alone, streamed', matroska('webm', [2], true), 'none', 'video/webm'],
  ['a Matroska film', matroska('matroska', [2, 1], true), 'video'],
  ['a WebM without tracks', matroska('webm', []), 'video'],
  ['another document of the same language', matroska('teabag', [1]), 'none'],
  ['an Ogg of Vorbis', ogg('\x01vorbis'), 'none', 'video/ogg'],
  ['an Ogg of Opus', ogg('OpusHead'), 'none', 'application/ogg'],
  ['an Ogg with sound before Theora', ogg('\x01vorbis', '\x80theora'), 'video', 'audio/ogg'],
  ['an Ogg with a skeleton before Theora', ogg('fishead\0', '\x80theora'), 'video'],
  ['an Ogg of Dirac', ogg('BBCD\0'), 'video'],
  ['a transport stream with time stamps', transportStream(192), 'video'],
  ['a transport stream of two packets', transportStream(188, 2), 'none'],
  ['a DVD film', concat([0, 0, 1, 0xba], new Uint8Array(40)), 'video'],
  ['words that begin like a Flash film', concat('FLV is an old format of films.'), 'none', 'text/plain'],
  ['sound of a film brand, its tracks out of reach', concat(ftyp('isom'), u32(9e6), 'mdat'), 'none', 'audio/mp4'],
  ['a film, its tracks out of reach', concat(ftyp('isom'), u32(9e6), 'mdat'), 'video', 'video/mp4'],
  ['a part of a stream of sound', concat(box('styp', 'msdh'), box('moof', 'x'), u32(9e6), 'mdat'), 'none', 'audio/mp4'],
  ['a Flash film', concat('FLV', [1, 5], new Uint8Array(20)), 'video'],
  ['Flash sound', concat('FLV', [1, 4], new Uint8Array(20)), 'none'],
  ['a Windows Media film', concat(GUID_START, new Uint8Array(60), SOUND, PICTURES), 'video'],
  ['Windows Media sound', concat(GUID_START, new Uint8Array(60), SOUND), 'none'],
  ['a list of parts of a film', concat('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'), 'video', 'text/plain'],
  ['a list of songs', concat('#EXTM3U\n#EXTINF:1,x\na.mp3\n'), 'none', 'audio/x-mpegurl'],
  [
    'a DASH list',
    concat('<?xml version="1.0"?><!-- x --><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>'),
    'video',
    'application/dash+xml',
  ],
  ['a drawing', concat('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image', 'image/svg+xml'],
  ['a BMP', concat('BM', new Uint8Array(12), [40, 0, 0, 0], new Uint8Array(40)), 'image'],
  ['words that begin like a BMP', concat('BMI and health, an introduction'), 'none', 'text/plain'],
  ['MP3 with tags', concat('ID3', [3, 0, 0, 0, 0, 0, 0], new Uint8Array(30)), 'none', 'video/mpeg'],
  ['MP3 without', concat([0xff, 0xfb, 0x90, 0x44], new Uint8Array(60)), 'none', 'video/mpeg'],
  ['AAC', concat([0xff, 0xf1, 0x50, 0x80], new Uint8Array(60)), 'none'],
  ['a ZIP that is called a GIF', concat('PK', [3, 4], new Uint8Array(40)), 'none', 'image/gif'],
  ['an error in JSON that is called a film', concat('{"error":"not found"}'), 'none', 'video/mp4'],
  ['an error page that is called a GIF', concat('<!doctype html><title>gone</title>'), 'none', 'image/gif'],
  ['unknown bytes that are called a film', concat([1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0]), 'video', 'video/x-own'],
  ['unknown bytes that are called a picture', concat([1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0]), 'image', 'image/x-own'],
  ['unknown bytes that are called nothing', concat([1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0]), 'none'],
  ['nothing', new Uint8Array(), 'none', 'video/mp4'],
];

const head = (type?: string) => ({
  url: 'https://files.example/x',
  headers: type === undefined ? {} : { 'Content-Type': type },
});

const samples = cases.map(([what, body, verdict, type]) => ({ what, body, verdict, type }));

describe('bytes of many formats', () => {
  it.each(samples)('$what', ({ body, verdict, type }) => {
    expect(sniffLink({ ...head(type), body, truncated: false }).verdict).toBe(verdict);
  });

  it.each(samples)('$what, judged while it comes in, is never judged otherwise', ({ body, verdict, type }) => {
    const sniff = createSniffer(head(type));
    for (let length = 0; length <= Math.min(body.length, 700); length += 1) {
      const early = sniff(body.subarray(0, length));
      if (early !== null) return expect(early.verdict).toBe(verdict);
    }
    return expect(judgeBody(head(type), body, false).verdict).toBe(verdict);
  });

  it('says of nothing that came that it is unknown', () => {
    expect(sniffLink({ ...head('image/gif'), body: new Uint8Array(), truncated: true }).verdict).toBe('unknown');
  });

  it('never throws and never hangs on bytes cut anywhere or changed anywhere', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
      return seed % below;
    };
    const started = performance.now();
    for (const [, body, , type] of cases) {
      for (let round = 0; round < 40; round += 1) {
        const bent = Uint8Array.from(body.subarray(0, random(body.length + 1)));
        for (let n = random(4); n > 0 && bent.length > 0; n -= 1) bent[random(bent.length)] = random(256);
        expect(['gif', 'video', 'image', 'none', 'unknown']).toContain(
          sniffLink({ ...head(type), body: bent, truncated: random(2) === 1 }).verdict,
        );
        createSniffer(head(type))(bent);
      }
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('needs no more than the first 4 KB of most files', () => {
    const early = (body: Uint8Array): boolean => createSniffer(head())(body.subarray(0, 4096)) !== null;
    const large = new Uint8Array(100_000);
    expect(early(concat(mp4(), large))).toBe(true);
    expect(early(mp4({ moovLast: true, dataBytes: 5_000_000 }))).toBe(true);
    expect(early(concat(webp(2), large))).toBe(true);
    expect(early(concat(matroska('webm', [1]), large))).toBe(true);
    expect(early(concat(apng(), large))).toBe(true);
    expect(early(concat(gifOf(), large))).toBe(true);
    expect(early(gifOf({ frameBytes: 50_000 }))).toBe(false);
  });
});
