import { contentWords } from '../knowledge/query.ts';
import { wordsOf } from '../knowledge/words.ts';
import type { GivenPassage } from './given-passage.ts';
import { harmlessCode, harmlessProse } from './harmless.ts';

/** The part of a passage that answers best, word for word. Pure. */

/** Characters of one quotation. */
const LENGTH = 450;

interface Block {
  readonly kind: 'prose' | 'code' | 'table';
  readonly text: string;
}

/**
 * The blocks of a passage (paragraphs, items, code, table rows) around the one that says most of the question's words,
 * as many as fit; what is cut is marked with `…`. Harmless to show: nothing in it links, pings or embeds.
 */
export function quote({ text }: Pick<GivenPassage, 'text'>, question: string, length = LENGTH): string {
  const blocks = blocksOf(text);
  const asked = new Set(contentWords(question));
  const scores = blocks.map((block) => scoreOf(block, asked));
  const best = scores.indexOf(Math.max(...scores));
  const chosen = growFrom(blocks, scores, Math.max(0, best), length);
  const before = chosen.from > 0 ? '… ' : '';
  const after = chosen.to < blocks.length ? ' …' : '';
  const shown = blocks.slice(chosen.from, chosen.to).map((block) => written(block, length));
  return `${before}${shown.join('\n')}${after}`.trim();
}

/** How many of the question's words a passage says, in its title and headings or in its text. */
export function saysOf(
  { title, headings, text }: Pick<GivenPassage, 'title' | 'headings' | 'text'>,
  question: string,
): number {
  const block: Block = { kind: 'prose', text: [title, ...headings, text].join('\n') };
  return scoreOf(block, new Set(contentWords(question)));
}

function scoreOf({ text }: Block, asked: ReadonlySet<string>): number {
  const words = new Set(wordsOf(text));
  let score = 0;
  for (const word of asked) if (words.has(word)) score += 1;
  return score;
}

/** Adds the better neighbour while there is room. */
function growFrom(
  blocks: readonly Block[],
  scores: readonly number[],
  start: number,
  length: number,
): { readonly from: number; readonly to: number } {
  let [from, to] = [start, start + 1];
  let room = length - (blocks[start]?.text.length ?? 0);
  for (;;) {
    const before = blocks[from - 1];
    const after = blocks[to];
    const fitsBefore = before !== undefined && before.text.length <= room;
    const fitsAfter = after !== undefined && after.text.length <= room;
    if (!fitsBefore && !fitsAfter) return { from, to };
    // What follows explains more often than what stands before.
    if (fitsAfter && (!fitsBefore || (scores[to] ?? 0) >= (scores[from - 1] ?? 0))) {
      room -= after.text.length;
      to += 1;
    } else if (before !== undefined) {
      room -= before.text.length;
      from -= 1;
    }
  }
}

function written({ kind, text }: Block, length: number): string {
  if (kind === 'prose') return cut(harmlessProse(text.replace(/^#{1,6}\s+/u, '')), length);
  if (kind === 'table') return ['```', cut(harmlessCode(text), length), '```'].join('\n');
  const [opening = '', ...lines] = text.split('\n');
  const language = /^\s*[`~]{3,}\s*([\w+#.-]*)/u.exec(opening)?.[1] ?? '';
  return ['```' + language, cut(harmlessCode(lines.slice(0, -1).join('\n')), length), '```'].join('\n');
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(text.lastIndexOf('\n', length), text.lastIndexOf(' ', length), Math.floor(length / 2));
  return `${text
    .slice(0, end)
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/u, '')} …`;
}

/** Paragraphs, list items, fences and tables, each whole; the passage's own headings are shown beside the quotation. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; lines: string[]; fence?: string } | null = null;
  const close = (): void => {
    if (open !== null && open.lines.some((line) => line.trim() !== ''))
      blocks.push({ kind: open.kind, text: open.lines.join('\n').trimEnd() });
    open = null;
  };
  for (const line of markdown.split('\n')) {
    const fence = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1];
    if (open?.fence !== undefined) {
      open.lines.push(line);
      if (fence?.startsWith(open.fence) === true) close();
    } else if (fence !== undefined) {
      close();
      open = { kind: 'code', lines: [line], fence };
    } else if (line.trim() === '' || /^#{1,6}\s/u.test(line)) close();
    else if (line.trimStart().startsWith('|')) {
      if (open?.kind !== 'table') close();
      open ??= { kind: 'table', lines: [] };
      open.lines.push(line);
    } else {
      if (open?.kind !== 'prose' || /^\s*(?:[-*+]|\d+[.)])\s/u.test(line)) close();
      open ??= { kind: 'prose', lines: [] };
      open.lines.push(line);
    }
  }
  close();
  return blocks;
}
