import iconv from 'iconv-lite';

/**
 * Bytes to text by the WHATWG rules (rule 2.3): byte order mark, `charset` of the header, what the document says of
 * itself, then UTF-8, and windows-1252 for bytes that are no UTF-8. iconv-lite decodes: Node's own decoder takes
 * 0x80-0x9F of windows-1252 for control characters, and quotes, dashes and the euro sign would vanish.
 */

/** How far into a page its own word on its encoding is looked for. */
const PRESCAN_BYTES = 4096;

export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding. */
  readonly charset: string;
}

export function decode(body: Uint8Array, contentType = ''): DecodedText {
  const declared = byteOrderMark(body) ?? charsetOfHeader(contentType) ?? charsetInside(body);
  if (declared) return { text: decodeAs(body, declared), charset: declared };
  const text = decodeUtf8(body, true);
  if (text !== null) return { text, charset: 'utf-8' };
  return { text: decodeAs(body, 'windows-1252'), charset: 'windows-1252' };
}

/** Never throws: what cannot be decoded becomes U+FFFD. The byte order mark is left out. */
function decodeAs(body: Uint8Array, charset: string): string {
  if (charset === 'utf-8') return decodeUtf8(body, false) ?? '';
  return iconv.decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength), charset);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8');

/** UTF-8; null for invalid bytes when `strict`. */
function decodeUtf8(body: Uint8Array, strict: boolean): string | null {
  try {
    return (strict ? strictUtf8 : lenientUtf8).decode(body);
  } catch {
    return null;
  }
}

function byteOrderMark(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return null;
}

function charsetOfHeader(contentType: string): string | null {
  return encodingName(/;\s*charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1]);
}

/** What a `<meta>` or an XML declaration says. UTF-16 there is a lie: the bytes were read one by one. */
function charsetInside(body: Uint8Array): string | null {
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES))
    .toString('latin1')
    .replace(/<!--.*?(?:-->|$)/gs, '');
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const metas = start.match(/<meta[\s/][^>]*>/gi) ?? [];
  for (const label of [...metas.map(charsetOfMeta), xml]) {
    const name = encodingName(label);
    if (name) return name.startsWith('utf-16') ? 'utf-8' : name;
  }
  return null;
}

function charsetOfMeta(meta: string): string | undefined {
  const own = /[\s"'/]charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(meta)?.[1];
  if (own && !/[\s"'/]content\s*=[^>]*charset/i.test(meta)) return own;
  if (!/http-equiv\s*=\s*["']?\s*content-type/i.test(meta)) return undefined;
  return /charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(meta)?.[1];
}

/** The encoding a label stands for (WHATWG Encoding, section 4.2), or null for one unknown to us. */
function encodingName(label: string | undefined): string | null {
  if (!label) return null;
  if (/^utf-?8$/i.test(label)) return 'utf-8';
  try {
    const name = new TextDecoder(label).encoding;
    return iconv.encodingExists(name) ? name : null;
  } catch {
    return null;
  }
}
