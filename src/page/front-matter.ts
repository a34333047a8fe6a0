/** The block of settings that a Markdown file may begin with: YAML between `---`, TOML between `+++`. */
export interface FrontMatter {
  /** Keys in lower case; only values that are one line of text. */
  readonly values: ReadonlyMap<string, string>;
  /** The file without the block. */
  readonly rest: string;
}

const BLOCK = /^\s*(---|\+\+\+)[ \t]*\n([\s\S]*?)\n\1[ \t]*(?:\n|$)/;
const MAX_BLOCK = 20_000;
/** A longer line is no value that a page is called by. */
const MAX_LINE = 2000;

export function readFrontMatter(markdown: string): FrontMatter {
  const match = BLOCK.exec(markdown.slice(0, MAX_BLOCK));
  const [whole = '', , settings = ''] = match ?? [];
  // A rule at the top of a page is no front matter: that has a key in its first line that says something.
  if (!match || !/^\s*(?:#.*\n\s*)*[\w-]+\s*[:=]/.test(settings)) return { values: new Map(), rest: markdown };
  const values = new Map<string, string>();
  for (const line of settings.split('\n')) {
    if (line.length > MAX_LINE) continue;
    const [, key = '', value = ''] = /^([\w-]+)\s*[:=]\s*(.+)$/.exec(line) ?? [];
    const text = unquote(value.trim());
    if (key && text && !/^[[{|>]/.test(text)) values.set(key.toLowerCase(), text);
  }
  return { values, rest: markdown.slice(whole.length) };
}

function unquote(value: string): string {
  const [, quote, inner] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  if (quote === undefined || inner === undefined) return value.replace(/\s+#.*$/, '');
  return quote === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'");
}
