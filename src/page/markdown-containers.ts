import { indentOf } from './columns.ts';

/**
 * What is indented in a Markdown page without being code: the insides of MDX components, and of the blocks of MkDocs
 * (`!!! note`, `??? question`, `=== "Tab"`). Both may stand in one another.
 */
export interface Containers {
  /** Columns that a line of the page loses, as it stands in what is open. */
  columnsOf(line: string): number;
  /** Takes notice of what the line opens or closes; the title of a block of MkDocs, '' for one without, else null. */
  take(line: string): string | null;
}

interface Container {
  /** Name of a component; null for a block of MkDocs. */
  readonly name: string | null;
  /** Columns before the line that opened it, and those that are taken from what stands around it. */
  readonly indent: number;
  readonly outer: number;
  /** Columns before what is inside; null until that is met. */
  inside: number | null;
}

const OPENING = /^<([A-Z][\w.]*)/;
const CLOSING = /^<\/([A-Z][\w.]*)\s*>/;
/** A whole tag, with strings and expressions in its attributes. */
const WHOLE_TAG = /^<\/?[\w.-]+(?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)?\/?>/;
const MAX_TAG_LINES = 40;
const MAX_TAG_LENGTH = 4000;
const MAX_OPEN = 32;
const BLOCK = /^(?:(?:!!!|\?\?\?\+?)\s+([\w-]+)(?: +[\w-]+){0,3}(?: +["'](.*)["'])?|===[+!]*\s+["'](.+)["'])$/;
/** Columns by which MkDocs wants the inside of a block indented. */
const BLOCK_INDENT = 4;

export function createContainers(): Containers {
  const open: Container[] = [];
  /** A tag that goes on in the next line, and how many lines it has. */
  let tag = '';
  let tagLines = 0;

  const enter = (name: string | null, indent: number, inside: number | null): void => {
    if (open.length < MAX_OPEN) open.push({ name, indent, outer: taken(open.at(-1)), inside });
  };
  const close = (name: string): void => {
    const at = open.findLastIndex((container) => container.name === name);
    if (at >= 0) open.length = at;
  };
  /** Reads the tag that begins a line, or goes on in it. */
  const readTag = (text: string, indent: number): void => {
    tag = tag ? `${tag} ${text}` : text;
    const whole = WHOLE_TAG.exec(tag)?.[0];
    const [, name = ''] = OPENING.exec(tag) ?? [];
    if (whole === undefined && ++tagLines < MAX_TAG_LINES && tag.length < MAX_TAG_LENGTH) return;
    if (whole !== undefined && !whole.endsWith('/>') && !tag.includes(`</${name}>`)) enter(name, indent, null);
    tag = '';
    tagLines = 0;
  };

  return {
    columnsOf(line) {
      const indent = indentOf(line);
      while (isLeft(open.at(-1), indent)) open.pop();
      const inner = open.at(-1);
      if (inner && inner.name !== null && tag === '' && !CLOSING.test(line.trimStart())) {
        inner.inside = Math.max(inner.indent, Math.min(indent, inner.inside ?? indent));
      }
      return taken(inner);
    },
    take(line) {
      const text = line.trim();
      if (text === '') tag = '';
      else if (tag !== '' || OPENING.test(text)) readTag(text, indentOf(line));
      else if (text.includes('</')) {
        const name = CLOSING.exec(text)?.[1] ?? open.at(-1)?.name ?? '';
        if (text.includes(`</${name}>`)) close(name);
      } else if (/^(?:!!!|\?\?\?|===)/.test(text)) return takeBlock(text, indentOf(line));
      return null;
    },
  };

  function takeBlock(text: string, indent: number): string | null {
    const [whole, kind = '', title, tab] = BLOCK.exec(text) ?? [];
    if (whole === undefined) return null;
    enter(null, indent, indent + BLOCK_INDENT);
    return tab ?? title ?? kind.charAt(0).toUpperCase() + kind.slice(1);
  }
}

/** Columns that lines in a container lose: what stands in it is as far in as the container itself. */
function taken(container: Container | undefined): number {
  if (!container) return 0;
  return container.outer + (container.inside ?? container.indent) - container.indent;
}

/** A block of MkDocs ends where a line is indented less. */
function isLeft(container: Container | undefined, indent: number): boolean {
  return container !== undefined && container.name === null && indent < (container.inside ?? 0);
}
