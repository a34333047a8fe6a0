import {
  Parser,
  Token,
  Tokenizer,
  TokenizerMode,
  html as names,
  type TreeAdapter,
  type TreeAdapterTypeMap,
} from 'parse5';

/**
 * parse5 with a faster way through what most pages are made of. Its tokenizer takes one character at a time, and every
 * character costs it a string; here stretches of text and ordinary tags are cut from the source whole. Whatever is not
 * ordinary (character references, stray quotes, null characters, the end of the page inside a tag) is left to its
 * state machine, and the tree is built by its parser, so that the result is the HTML standard's for any input.
 */
export function parseDocument<T extends TreeAdapterTypeMap>(
  source: string,
  treeAdapter: TreeAdapter<T>,
): T['document'] {
  const parser = new Parser<T>({ scriptingEnabled: false, treeAdapter });
  parser.tokenizer = new WholesaleTokenizer(parser);
  // The standard's preprocessing of the input stream, at once instead of on the way.
  parser.tokenizer.write(source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source, true);
  return parser.document;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SOLIDUS = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** What a character may be within a tag; 0 for those left to the state machine. */
const NAME = 1;
const UPPER = 2;
const SPACE = 4;
const kinds = new Uint8Array(0x10000);
for (let code = 0x61; code <= 0x7a; code++) kinds[code] = NAME;
for (let code = 0x30; code <= 0x39; code++) kinds[code] = NAME;
for (const character of '-_:.@') kinds[character.charCodeAt(0)] = NAME;
for (let code = 0x41; code <= 0x5a; code++) kinds[code] = NAME | UPPER;
for (const character of ' \n\t\f') kinds[character.charCodeAt(0)] = SPACE;

/**
 * Insertion modes in which words and the white space between them end up side by side: in body, text, in caption, in
 * cell, in select, in select in table, in template. In others white space is treated differently.
 */
const MIXED_TEXT_MODES: ReadonlySet<number> = new Set([6, 7, 10, 14, 15, 16, 17]);

/** Names met before, by their hash: pages have the same few again and again, and need no string for each. */
const NAMES_MASK = 0x3ff;
/** V8 keeps a longer slice as a view of the page it was cut from, and would keep the page with it. */
const MAX_KNOWN_NAME = 12;
const knownNames: string[] = Array.from({ length: NAMES_MASK + 1 }, () => '');

const { CHARACTER, WHITESPACE_CHARACTER, START_TAG, END_TAG } = Token.TokenType;

class WholesaleTokenizer<T extends TreeAdapterTypeMap> extends Tokenizer {
  private readonly parser: Parser<T>;
  /** The next places of these characters, as far as they were looked for. */
  private ampersand = -1;
  private nullCharacter = -1;
  /** Where the name or value that was read last ends. */
  private end = 0;
  /** The attributes of the tag being read. */
  private readonly found: Token.Attribute[] = [];
  private count = 0;

  constructor(parser: Parser<T>) {
    super(parser.options, parser);
    this.parser = parser;
    // The source is kept whole: cutting off what is done would move all places.
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
  }

  protected override _runParsingLoop(): void {
    while (this.active) {
      const at = this.preprocessor.pos + 1;
      if (this.takeText(at) || this.takeTag(at)) continue;
      this._callState(this._consume());
    }
  }

  /** Takes the text up to the next character that may mean something. */
  private takeText(at: number): boolean {
    const { state, preprocessor } = this;
    const { html } = preprocessor;
    if (html.charCodeAt(at) === LESS_THAN) return false;
    const hasReferences = state === TokenizerMode.DATA || state === TokenizerMode.RCDATA;
    if (!hasReferences && state !== TokenizerMode.RAWTEXT && state !== TokenizerMode.SCRIPT_DATA) return false;
    const tag = html.indexOf('<', at);
    let end = tag < 0 ? html.length : tag;
    if (hasReferences) {
      if (this.ampersand < at) this.ampersand = placeOf(html, '&', at);
      end = Math.min(end, this.ampersand);
    }
    if (this.nullCharacter < at) this.nullCharacter = placeOf(html, '\0', at);
    end = Math.min(end, this.nullCharacter);
    if (end <= at) return false;
    this.emitText(html, at, end);
    preprocessor.pos = end - 1;
    return true;
  }

  private emitText(html: string, start: number, end: number): void {
    let at = start;
    if (this.inForeignNode || MIXED_TEXT_MODES.has(this.parser.insertionMode)) {
      // White space at the beginning is a token of its own: after `<pre>` a first line feed is left out.
      if (this.currentCharacterToken?.type !== CHARACTER) at = this.emitRun(html, at, end, true);
      if (at < end) this._appendCharToCurrentCharacterToken(CHARACTER, html.slice(at, end));
      return;
    }
    for (let isSpace = true; at < end; isSpace = !isSpace) at = this.emitRun(html, at, end, isSpace);
  }

  /** Emits the white space, or what is none, that begins at `start`; returns where it ends. */
  private emitRun(html: string, start: number, end: number, isSpace: boolean): number {
    let at = start;
    while (at < end && (kinds[html.charCodeAt(at)] === SPACE) === isSpace) at++;
    if (at > start) {
      this._appendCharToCurrentCharacterToken(isSpace ? WHITESPACE_CHARACTER : CHARACTER, html.slice(start, at));
    }
    return at;
  }

  /** Takes a tag of plain names, and values without character references. */
  private takeTag(start: number): boolean {
    const { html } = this.preprocessor;
    if (this.state !== TokenizerMode.DATA || html.charCodeAt(start) !== LESS_THAN) return false;
    const isEnd = html.charCodeAt(start + 1) === SOLIDUS;
    const nameStart = start + (isEnd ? 2 : 1);
    const first = html.charCodeAt(nameStart) | 0x20;
    if (first < 0x61 || first > 0x7a) return false;
    const tagName = this.readName(html, nameStart);
    let at = this.readAttributes(html, this.end);
    if (at < 0) return false;
    const selfClosing = html.charCodeAt(at) === SOLIDUS;
    if (selfClosing) at++;
    if (html.charCodeAt(at) !== GREATER_THAN) return false;
    this.preprocessor.pos = at;
    const type = isEnd ? END_TAG : START_TAG;
    const tagID = names.TAG_ID.UNKNOWN;
    const attrs = this.found.slice(0, this.count);
    this.currentToken = { type, tagName, tagID, selfClosing, ackSelfClosing: false, attrs, location: null };
    this.emitCurrentTagToken();
    return true;
  }

  /** The name at a place, in lower case, '' for none that is plain; it ends at `this.end`. */
  private readName(html: string, start: number): string {
    let at = start;
    let seen = 0;
    let hash = 0;
    for (;;) {
      const code = html.charCodeAt(at);
      const kind = kinds[code] ?? 0;
      if ((kind & NAME) === 0) break;
      seen |= kind;
      hash = (hash * 31 + code) | 0;
      at++;
    }
    this.end = at;
    const known = knownNames[hash & NAMES_MASK] ?? '';
    if (known.length === at - start && html.startsWith(known, start)) return known;
    const name = html.slice(start, at);
    if ((seen & UPPER) !== 0) return name.toLowerCase();
    if (name.length <= MAX_KNOWN_NAME) knownNames[hash & NAMES_MASK] = name;
    return name;
  }

  /** Reads the attributes of a tag into `this.found`; returns where its `>` or `/` is, or -1 for an unusual tag. */
  private readAttributes(html: string, start: number): number {
    const { found } = this;
    this.count = 0;
    let at = start;
    for (;;) {
      const spaces = at;
      while (kinds[html.charCodeAt(at)] === SPACE) at++;
      const code = html.charCodeAt(at);
      if (code === GREATER_THAN || code === SOLIDUS) return at;
      const name = at > spaces ? this.readName(html, at) : '';
      if (!name) return -1;
      for (let i = 0; i < this.count; i++) if (found[i]?.name === name) return -1;
      at = this.end;
      if (html.charCodeAt(at) !== EQUALS) {
        // White space may stand before an equals sign, but seldom does.
        if (html.charCodeAt(at) !== GREATER_THAN && !isNameAhead(html, at)) return -1;
        found[this.count++] = { name, value: '' };
        continue;
      }
      const value = this.readValue(html, at + 1);
      if (value === null) return -1;
      found[this.count++] = { name, value };
      at = this.end;
    }
  }

  /** The value at a place; null for one that is not ordinary. It ends at `this.end`, its quotes included. */
  private readValue(html: string, start: number): string | null {
    const quote = html.charCodeAt(start);
    const isQuoted = quote === QUOTE || quote === APOSTROPHE;
    const from = isQuoted ? start + 1 : start;
    const end = isQuoted ? html.indexOf(quote === QUOTE ? '"' : "'", from) : endOfBareValue(html, from);
    if (end < 0) return null;
    if (this.ampersand < from) this.ampersand = placeOf(html, '&', from);
    if (this.nullCharacter < from) this.nullCharacter = placeOf(html, '\0', from);
    if (this.ampersand < end || this.nullCharacter < end) return null;
    this.end = isQuoted ? end + 1 : end;
    return html.slice(from, end);
  }
}

/** Where a character stands next; infinitely far for one that does not. */
function placeOf(html: string, character: string, from: number): number {
  const place = html.indexOf(character, from);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

/** Is there white space, and then another name or the tag's end? */
function isNameAhead(html: string, start: number): boolean {
  let at = start;
  while (kinds[html.charCodeAt(at)] === SPACE) at++;
  const code = html.charCodeAt(at);
  return at > start && (code === GREATER_THAN || code === SOLIDUS || ((kinds[code] ?? 0) & NAME) !== 0);
}

/** Where a value without quotes ends; -1 for one with a character that no plain value has. */
function endOfBareValue(html: string, start: number): number {
  let at = start;
  for (;;) {
    const code = html.charCodeAt(at);
    const kind = kinds[code] ?? 0;
    if (kind === SPACE || code === GREATER_THAN) return at > start ? at : -1;
    if ((kind & NAME) === 0 && !(code === SOLIDUS || code === 0x23 || code === 0x25 || code === 0x3f)) return -1;
    at++;
  }
}
