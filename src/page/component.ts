import type { Block } from './blocks.ts';

/**
 * Components of MDX, template tags and containers around Markdown (`<Tab title="npm">`, `{% hint %}`, `:::tip`): the
 * tags go, the words in their attributes stay as lines in bold, what they surround is read as ever.
 */
interface Scan {
  readonly lines: readonly string[];
  at: number;
}

/** Components whose whole content speaks to machines or scripts. */
const DROPPED = /^(?:AgentInstructions?|LLMInstructions?|Head|Script|Style|NoIndex)$/;
/** Attributes that a reader sees, in the order they are written. */
const TITLES = ['title', 'header', 'label', 'heading', 'summary', 'path', 'query', 'body', 'name', 'caption'] as const;
const MAX_TAG_LINES = 40;

export function readComponent<S extends Scan>(
  scan: S,
  rewrite: (scan: S, text: string) => string,
  push: (scan: S, kind: Block['kind'], lines: readonly string[]) => void,
): void {
  const line = scan.lines[scan.at] ?? '';
  if (!/^\s*</.test(line)) {
    scan.at++;
    const title = titleOfTag(line);
    if (title) push(scan, 'paragraph', [title]);
    return;
  }
  const { tag, rest } = takeTag(scan);
  const [, closing = '', name = ''] = /^\s*<(\/?)([\w.-]+)/.exec(tag) ?? [];
  if (!closing && DROPPED.test(name) && !/\/>\s*$/.test(tag)) {
    while (scan.at < scan.lines.length && !(scan.lines[scan.at++] ?? '').includes(`</${name}>`));
    return;
  }
  const titles = closing ? [] : attributesOf(tag);
  if (titles.length > 0) push(scan, 'paragraph', [titles.map((title) => `**${title}**`).join(' ')]);
  const text = rewrite(scan, rest).trim();
  if (text) push(scan, 'paragraph', [rest.trim()]);
}

/** The tag that begins here, over several lines when it has to be, and what follows it on its last line. */
function takeTag(scan: Scan): { tag: string; rest: string } {
  let tag = '';
  for (let i = 0; i < MAX_TAG_LINES && scan.at < scan.lines.length; i++) {
    tag += `${i > 0 ? ' ' : ''}${scan.lines[scan.at++] ?? ''}`;
    const end = /^\s*<\/?[\w.-]+(?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)?\/?>/.exec(tag);
    if (end) return { tag: end[0], rest: tag.slice(end[0].length) };
    if (!(scan.lines[scan.at] ?? '').trim()) break;
  }
  return { tag, rest: '' };
}

function attributesOf(tag: string): string[] {
  return TITLES.flatMap((name) => {
    const [, double, single] = new RegExp(`\\s${name}=(?:\\{?"([^"]*)"\\}?|'([^']*)')`).exec(tag) ?? [];
    const text = (double ?? single ?? '').trim();
    return text ? [text] : [];
  });
}

/** Words of a template tag or of a container's first line. */
function titleOfTag(line: string): string {
  const [, attribute] = /\{%.*?\b(?:title|caption)="([^"]+)"/.exec(line) ?? [];
  if (attribute) return `**${attribute}**`;
  const [, embed] = /\{%-?\s*embed\s+url="([^"]+)"/.exec(line) ?? [];
  if (embed) return `[${embed}](${embed})`;
  const [, kind = '', title = ''] = /^\s*:::+\s*\{?\.?([\w-]+)\}?\s*(?:\[(.*)\]|(.*))?$/.exec(line) ?? [];
  const words = title || (/^\s*:::+\s*[\w-]+\s+(.*)$/.exec(line)?.[1] ?? '');
  if (!kind) return '';
  return `**${words.trim() || kind.charAt(0).toUpperCase() + kind.slice(1)}**`;
}
