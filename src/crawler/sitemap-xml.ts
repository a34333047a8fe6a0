import { Parser } from 'htmlparser2';

/** What stands in one `<url>`, `<sitemap>`, `<item>` or `<entry>`, as written. */
export interface XmlEntry {
  readonly loc: string;
  /** An address that counts where `loc` is empty: the permanent id of an RSS item. */
  readonly permalink: string;
  /** Texts of the elements that may hold the date of change, the best first. */
  readonly dates: readonly string[];
}

export type XmlSitemapType = 'urlset' | 'sitemapindex' | 'feed';

interface Grammar {
  readonly type: XmlSitemapType;
  readonly entry: string;
  readonly loc: string;
  readonly dates: readonly string[];
}

/** By the local name of the root. Names are case-sensitive, as XML's are. */
const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ['urlset', { type: 'urlset', entry: 'url', loc: 'loc', dates: ['lastmod'] }],
  ['sitemapindex', { type: 'sitemapindex', entry: 'sitemap', loc: 'loc', dates: ['lastmod'] }],
  ['rss', { type: 'feed', entry: 'item', loc: 'link', dates: ['pubDate', 'date'] }],
  ['RDF', { type: 'feed', entry: 'item', loc: 'link', dates: ['date'] }],
  ['feed', { type: 'feed', entry: 'entry', loc: 'link', dates: ['updated', 'modified', 'published', 'issued'] }],
]);

/** The parser is fed in small pieces, so that it can be stopped soon after something is found to be wrong. */
const PIECE = 4096;
/** No sitemap nests deeper or has more attributes on a tag; the parser's time grows with the square of the depth. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;
/** Longest text of an element that is kept; an address must be shorter anyway. */
const MAX_TEXT = 8192;

/**
 * Reads a sitemap, sitemap index or feed and hands each entry to `onEntry`, until that returns false. Lenient: what a
 * cut or badly nested file holds before its fault is read. Null for another root, and for a document type that declares
 * entities: they are never expanded.
 */
export function readSitemapXml(text: string, onEntry: (entry: XmlEntry) => boolean): XmlSitemapType | null {
  const reader = createReader(onEntry);
  const parser = new Parser(reader.handler, { xmlMode: true, decodeEntities: true });
  for (let at = 0; at < text.length && !reader.stopped(); at += PIECE) parser.write(text.slice(at, at + PIECE));
  if (!reader.stopped()) parser.end();
  return reader.type();
}

/** An entry while it is being read. */
interface OpenEntry {
  readonly prefix: string;
  readonly texts: Map<string, string>;
}

function createReader(onEntry: (entry: XmlEntry) => boolean) {
  let root: { readonly prefix: string; readonly grammar: Grammar } | null = null;
  let stopped = false;
  let refused = false;
  let depth = 0;
  let attributes = 0;
  let entry: OpenEntry | null = null;
  let entryDepth = 0;
  /** The element inside the entry whose text is being read. */
  let field: { readonly name: string; text: string } | null = null;

  function refuse(): void {
    refused = true;
    stopped = true;
  }

  function openRoot(prefix: string, local: string): void {
    const grammar = GRAMMARS.get(local);
    if (grammar) root = { prefix, grammar };
    else refuse();
  }

  function closeEntry(): void {
    if (root === null || entry === null) return;
    const { texts } = entry;
    const { loc, dates } = root.grammar;
    entry = null;
    field = null;
    const read: XmlEntry = {
      loc: texts.get(loc) ?? '',
      permalink: texts.get('guid') ?? '',
      dates: dates.flatMap((name) => texts.get(name) ?? []),
    };
    if (!onEntry(read)) stopped = true;
  }

  function openField(prefix: string, local: string, attribs: Readonly<Record<string, string>>): void {
    // `image:loc` and `atom:link` speak of something else; only Dublin Core's date has a prefix of its own.
    if (entry === null || (prefix !== entry.prefix && local !== 'date')) return;
    if (local === 'guid' && attribs.isPermaLink === 'false') return;
    const { href, rel = 'alternate' } = attribs;
    if (local === 'link' && href !== undefined) {
      if (rel === 'alternate' && !entry.texts.has(local)) entry.texts.set(local, href);
    } else field = { name: local, text: '' };
  }

  return {
    type: () => (refused ? null : (root?.grammar.type ?? null)),
    stopped: () => stopped,
    handler: {
      onattribute() {
        if (++attributes > MAX_ATTRIBUTES) refuse();
      },
      onopentag(name: string, attribs: Readonly<Record<string, string>>) {
        attributes = 0;
        if (++depth > MAX_DEPTH) refuse();
        if (stopped) return;
        const [prefix, local] = splitName(name);
        if (root === null) return openRoot(prefix, local);
        if (local === root.grammar.entry && (prefix === root.prefix || prefix === '')) {
          closeEntry();
          entry = { prefix, texts: new Map() };
          entryDepth = depth;
        } else if (depth === entryDepth + 1) openField(prefix, local, attribs);
      },
      ontext(text: string) {
        if (field !== null && field.text.length < MAX_TEXT) field.text += text;
      },
      onclosetag(_name: string, isImplied: boolean) {
        depth--;
        if (stopped || entry === null) return;
        if (depth === entryDepth && field !== null) {
          // Half an address at the end of a cut file is none. The first of several counts.
          const whole = !isImplied && !entry.texts.has(field.name);
          if (whole) entry.texts.set(field.name, field.text.trim());
          field = null;
        } else if (depth < entryDepth) closeEntry();
      },
      onprocessinginstruction(_name: string, data: string) {
        if (data.startsWith('!') && /!ENTITY/i.test(data)) refuse();
      },
    },
  };
}

/** A name's namespace prefix ('' for none) and its local part. */
function splitName(name: string): [string, string] {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
