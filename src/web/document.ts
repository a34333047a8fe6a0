/** A text as it is written once and printed twice: as the crawler page and as `docs/crawler.md`. */
export interface Document {
  readonly title: string;
  readonly description: string;
  /** What stands before the first section. */
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
}

export interface Section {
  /** What stands behind `#`. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/**
 * A part of a section. Its words may hold `code`, **strong words** and [links](https://…), written as in Markdown; nothing
 * else in them has a meaning.
 */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'steps'; readonly items: readonly string[] }
  /** Shown as it is. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

export function heading(id: string, words: string): Block {
  return { kind: 'heading', id, text: words };
}

export function list(...items: readonly string[]): Block {
  return { kind: 'list', items };
}

export function steps(...items: readonly string[]): Block {
  return { kind: 'steps', items };
}

export function code(language: string, ...lines: readonly string[]): Block {
  return { kind: 'code', language, text: lines.join('\n') };
}

export function table(head: readonly string[], ...rows: readonly (readonly string[])[]): Block {
  return { kind: 'table', head, rows };
}
