import { gunzipSync } from 'node:zlib';
import { decode } from '../page/charset.ts';
import { MAX_SITEMAP_BYTES } from '../promises.ts';
import { readLastmod } from './lastmod.ts';
import { createEntryList, type SitemapEntry } from './sitemap-entries.ts';
import { readSitemapXml, type XmlEntry } from './sitemap-xml.ts';
import { normaliseUrl, withoutFragment } from './url.ts';

export interface Sitemap {
  readonly type: 'urlset' | 'sitemapindex' | 'text' | 'feed' | 'invalid';
  readonly entries: readonly SitemapEntry[];
}

/** Addresses must be shorter (sitemaps.org protocol). */
const MAX_LOC_LENGTH = 2048;

const INVALID: Sitemap = { type: 'invalid', entries: [] };

/**
 * Reads a sitemap, a sitemap index, an RSS or Atom feed or a plain list of addresses (sitemaps.org, rule 8.3), packed or
 * not. What it is, its bytes decide and not its name or type. Everything else, HTML too, is `invalid`; never throws.
 *
 * @param source where it came from, for relative addresses, and its `Content-Type`, for the charset alone
 */
export function parseSitemap(
  body: Uint8Array,
  source: { readonly url: string; readonly contentType?: string },
): Sitemap {
  const bytes = unpack(body);
  if (bytes === null) return INVALID;
  const text = decode(bytes, source.contentType).text.trimStart();
  return text.startsWith('<') ? parseXml(text, source.url) : parseList(text);
}

const GZIP_TIMES = 2;

/**
 * Undoes gzip, also where a packed file was packed again on its way. Null for what is broken or unpacks to more than we
 * read (rule 2.1).
 */
function unpack(body: Uint8Array): Uint8Array | null {
  let bytes = body;
  for (let times = 0; times < GZIP_TIMES && bytes[0] === 0x1f && bytes[1] === 0x8b; times++) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: MAX_SITEMAP_BYTES });
    } catch {
      return null;
    }
  }
  return bytes.byteLength > MAX_SITEMAP_BYTES ? null : bytes;
}

function parseXml(text: string, base: string): Sitemap {
  const entries = createEntryList();
  const type = readSitemapXml(text, (entry) => {
    const loc = locOf(entry, base);
    if (loc !== null) entries.add(loc, lastmodOf(entry));
    return !entries.isFull();
  });
  return type === null ? INVALID : { type, entries: entries.list() };
}

function locOf({ loc, permalink }: XmlEntry, base: string): string | null {
  return loc === '' ? readAddress(permalink) : readAddress(loc, base);
}

/** The first date that can be read. */
function lastmodOf({ dates }: XmlEntry): string | null {
  for (const date of dates) {
    const lastmod = readLastmod(date);
    if (lastmod !== null) return lastmod;
  }
  return null;
}

/** One absolute address a line; other lines are passed over. */
function parseList(text: string): Sitemap {
  const entries = createEntryList();
  for (const line of text.split(/[\r\n]+/)) {
    const address = line.trim();
    const loc = /^https?:\S+$/i.test(address) ? readAddress(address) : null;
    if (loc !== null) entries.add(loc, null);
    if (entries.isFull()) break;
  }
  const list = entries.list();
  return list.length === 0 ? INVALID : { type: 'text', entries: list };
}

function readAddress(text: string, base?: string): string | null {
  if (text === '' || text.length >= MAX_LOC_LENGTH) return null;
  const url = normaliseUrl(text, base);
  return url === null ? null : withoutFragment(url).href;
}
