/** Small files of many formats, built byte by byte. Nothing in them can be shown: what matters is what tells them apart. */

type Part = string | readonly number[] | Uint8Array;

/** Parts as bytes one after the other; a character is one byte. */
export function concat(...parts: readonly Part[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

export function u32(value: number): Uint8Array {
  return concat([(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
}

const GIF_FRAME = concat([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
export const GIF_LOOP = concat([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0]);
const GIF_CONTROL = concat([0x21, 0xf9, 4, 0, 10, 0, 0, 0]);

/** `frameBytes`: how much data the first frame has beside its own. */
export function gifOf({
  frames = 2,
  loop = false,
  version = '89a',
  tables = false,
  comment = '',
  frameBytes = 0,
  trailer = true,
} = {}): Uint8Array {
  const table = new Uint8Array(tables ? 6 : 0);
  const blocks = Math.ceil(frameBytes / 255);
  const padding = concat(...Array.from({ length: blocks }, () => concat([255], new Uint8Array(255))));
  const local = tables ? concat([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80], table, [2, 2, 0x44, 1, 0]) : GIF_FRAME;
  const first = concat(local.subarray(0, local.length - 1), padding, [0]);
  return concat(
    `GIF${version}`,
    [1, 0, 1, 0, tables ? 0x80 : 0, 0, 0],
    table,
    loop ? GIF_LOOP : [],
    comment === '' ? [] : concat([0x21, 0xfe, comment.length], comment, [0]),
    ...Array.from({ length: frames }, (_, n) => concat(GIF_CONTROL, n === 0 ? first : local)),
    trailer ? [0x3b] : [],
  );
}

function chunk(type: string, data: Part = []): Uint8Array {
  const bytes = concat(data);
  return concat(u32(bytes.length), type, bytes, u32(0));
}

const PNG_START = concat([0x89], 'PNG\r\n\x1a\n', chunk('IHDR', new Uint8Array(13)));

export function apng({ frames = 2, textBytes = 0 } = {}): Uint8Array {
  const text = textBytes === 0 ? [] : chunk('tEXt', new Uint8Array(textBytes));
  const frame = [chunk('fcTL', new Uint8Array(26)), chunk('IDAT', [0]), chunk('IEND')];
  return concat(PNG_START, text, chunk('acTL', concat(u32(frames), u32(0))), ...frame);
}

export function png(...chunks: readonly string[]): Uint8Array {
  return concat(PNG_START, ...chunks.map((type) => chunk(type, [0, 0, 0, 2, 0, 0, 0, 0])), chunk('IEND'));
}

export function riff(form: string, ...chunks: readonly (readonly [type: string, data: Part])[]): Uint8Array {
  const body = concat(
    form,
    ...chunks.map(([type, data]) => {
      const bytes = concat(data);
      return concat(type, [bytes.length & 255, bytes.length >> 8, 0, 0], bytes);
    }),
  );
  return concat('RIFF', [body.length & 255, body.length >> 8, 0, 0], body);
}

/** An extended WebP with these flags. */
export function webp(flags: number): Uint8Array {
  return riff('WEBP', ['VP8X', [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]], ['VP8L', [0x2f, 0, 0, 0, 0, 0, 0, 0]]);
}

export function box(type: string, ...content: readonly Part[]): Uint8Array {
  const body = concat(...content);
  return concat(u32(body.length + 8), type, body);
}

export function ftyp(major: string, ...compatible: readonly string[]): Uint8Array {
  return box('ftyp', major, u32(0), compatible.join(''));
}

export function moov(...handlers: readonly string[]): Uint8Array {
  const trak = (handler: string): Uint8Array =>
    box('trak', box('tkhd', new Uint8Array(84)), box('mdia', box('hdlr', u32(0), u32(0), handler, new Uint8Array(13))));
  return box('moov', box('mvhd', new Uint8Array(100)), ...handlers.map(trak));
}

export function mp4({
  brand = 'isom',
  tracks = ['vide', 'soun'],
  moovLast = false,
  dataBytes = 64,
}: {
  readonly brand?: string;
  readonly tracks?: readonly string[];
  readonly moovLast?: boolean;
  readonly dataBytes?: number;
} = {}): Uint8Array {
  const data = box('mdat', new Uint8Array(dataBytes));
  const contents = moov(...tracks);
  return concat(ftyp(brand, brand, 'mp42'), ...(moovLast ? [data, contents] : [contents, data]));
}

function element(id: readonly number[], ...content: readonly Part[]): Uint8Array {
  const body = concat(...content);
  return concat(id, [0x40 | (body.length >> 8), body.length & 255], body);
}

/** Types of tracks: 1 pictures, 2 sound. */
export function matroska(docType: string, types: readonly number[], openSegment = false): Uint8Array {
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x86], [1]), element([0x42, 0x82], docType));
  const entries = types.map((type) => element([0xae], element([0xd7], [1]), element([0x83], [type])));
  const inside = concat(
    element([0xec], new Uint8Array(20)),
    element([0x15, 0x49, 0xa9, 0x66], element([0x4d, 0x80], 'x')),
    types.length === 0 ? [] : element([0x16, 0x54, 0xae, 0x6b], ...entries),
    element([0x1f, 0x43, 0xb6, 0x75], new Uint8Array(30)),
  );
  const segment = openSegment
    ? concat([0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255], inside)
    : element([0x18, 0x53, 0x80, 0x67], inside);
  return concat(head, segment);
}

/** Ogg pages that begin streams with these packets, and one that carries on. */
export function ogg(...starts: readonly string[]): Uint8Array {
  const page = (flags: number, packet: string): Uint8Array =>
    concat('OggS', [0, flags], new Uint8Array(20), [1, packet.length], packet);
  return concat(...starts.map((start) => page(2, start.padEnd(30, '\0'))), page(0, 'data'));
}

export function transportStream(packet = 188, packets = 4): Uint8Array {
  const bytes = new Uint8Array(packet * packets);
  for (let at = packet - 188; at < bytes.length; at += packet) bytes[at] = 0x47;
  return bytes;
}
