import { stemsOf } from '../knowledge/matching.ts';
import { contentWords } from '../knowledge/query.ts';
import { WEAK_WORDS } from '../knowledge/stop-words.ts';
import { relatedWords } from '../knowledge/synonyms.ts';
import { blocksOf, type Block } from './blocks.ts';
import type { GivenPassage } from './given-passage.ts';
import { harmlessCode, harmlessProse } from './harmless.ts';
import { sentencesOf } from './sentences.ts';

/** The part of a passage that answers best, word for word. Pure. */

/** Characters of one quotation; code is shown whole up to the second. */
const LENGTH = 450;
const CODE_LENGTH = 700;
/** What a word counts that tells little in a question. */
const WEAK = 0.3;
/** What a word of about the same meaning counts of what the word itself does. */
const RELATED = 0.6;
/** Of two parts that say the same of the question the shorter is better, and one that begins where a paragraph does. */
const SHORTNESS = 0.15;
const BEGINNING = 0.1;

/** A sentence, a table's row, or a part of code without an empty line in it. */
interface Unit {
  readonly block: number;
  readonly kind: 'prose' | 'row' | 'code';
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface Span {
  readonly from: number;
  /** The one after the last. */
  readonly to: number;
}

/**
 * The sentences, rows or code of a passage that say most of the question, with what they need to be understood: a name
 * before them, the code that they announce. Whole sentences and whole code where they fit; `…` marks a paragraph that is
 * cut. '' where a passage only lists contents. Harmless to show: nothing in it links, pings or embeds.
 */
export function quote({ text }: Pick<GivenPassage, 'text'>, question: string, length = LENGTH): string {
  const blocks = blocksOf(text);
  const units = blocks.flatMap((block, index) => unitsOf(block, index, blocks[index - 1], length));
  if (units.length === 0) return '';
  const best = grown(units, bestSpan(units, weightsOf(units, question), length), length);
  return written(units.slice(best.from, best.to), blocks, length);
}

/** How much of a question a passage says, in its title and headings or in its text. */
export function saysOf(
  { title, headings, text }: Pick<GivenPassage, 'title' | 'headings' | 'text'>,
  question: string,
): number {
  const said = new Set(stemsOf([title, ...headings, text].join('\n')));
  return contentWords(question).reduce((sum, word) => {
    const says = (one: string): boolean => stemsOf(one).some((stem) => said.has(stem));
    if (says(word)) return sum + worthOf(word);
    return relatedWords(word).some(says) ? sum + worthOf(word) * RELATED : sum;
  }, 0);
}

function worthOf(word: string): number {
  return WEAK_WORDS.has(word) ? WEAK : 1;
}

function unitsOf(block: Block, index: number, before: Block | undefined, length: number): readonly Unit[] {
  // A name is searched with what it names, and never quoted alone.
  const name = before?.kind === 'name' ? before.text : '';
  const [kind, texts] = textsOf(block, length);
  return texts.map((text, nth) => ({
    block: index,
    kind,
    text,
    stems: new Set(stemsOf(nth === 0 ? `${name}\n${text}` : text)),
    isFirst: nth === 0,
    isLast: nth === texts.length - 1,
  }));
}

function textsOf(block: Block, length: number): readonly [Unit['kind'], readonly string[]] {
  if (block.kind === 'name') return ['prose', []];
  if (block.kind === 'prose') return ['prose', sentencesOf(block.text)];
  if (block.kind === 'table') return ['row', block.rows.map((row) => rowText(block.header, row))];
  const code = block.lines.join('\n');
  return ['code', code.length <= Math.max(length, CODE_LENGTH) ? [code] : code.split(/\n(?:[ \t]*\n)+/u)];
}

/** A row as one can read it without its table. */
function rowText(header: readonly string[], [first = '', ...others]: readonly string[]): string {
  const named = others.map((cell, index) => {
    const name = header[index + 1] ?? '';
    return others.length > 1 && name !== '' && cell !== '' ? `${name}: ${cell}` : cell;
  });
  return `- ${[first, named.filter(Boolean).join('; ')].filter(Boolean).join(' — ')}`;
}

/** What each stem of the question counts here: one that every sentence has tells none of them apart. */
function weightsOf(units: readonly Unit[], question: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const word of contentWords(question)) {
    for (const stem of stemsOf(word)) {
      const having = units.filter(({ stems }) => stems.has(stem)).length;
      if (having > 0) weights.set(stem, worthOf(word) * (1 + Math.log((units.length + 1) / having)));
    }
  }
  return weights;
}

function bestSpan(units: readonly Unit[], weights: ReadonlyMap<string, number>, length: number): Span {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let best: Span = { from: 0, to: 1 };
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const [from, { isFirst }] of units.entries()) {
    let [size, worth] = [0, isFirst ? BEGINNING * all : 0];
    const left = new Map(weights);
    for (let to = from + 1; to <= units.length; to += 1) {
      const unit = units[to - 1];
      if (unit === undefined || (size > 0 && size + unit.text.length > length)) break;
      size += unit.text.length;
      for (const [stem, weight] of left) {
        if (!unit.stems.has(stem)) continue;
        worth += weight;
        left.delete(stem);
      }
      const shortness = SHORTNESS * all * (1 - Math.min(1, size / length));
      if (worth + shortness > bestWorth) [best, bestWorth] = [{ from, to }, worth + shortness];
    }
  }
  return best;
}

/** With the rest of its paragraph, what announces its code, the code it announces, and what follows, as far as there is room. */
function grown(units: readonly Unit[], { from: start, to: end }: Span, length: number): Span {
  let [from, to] = [start, end];
  let room = length - sizeOf(units.slice(from, to));
  const takes = (unit: Unit, more = 0): boolean => unit.text.length <= room + more;
  const beginning = units.findIndex(({ block }) => block === units[from]?.block);
  const missing = sizeOf(units.slice(beginning, from));
  if (missing <= room) [from, room] = [beginning, room - missing];
  const before = units[from - 1];
  if (before !== undefined && announces(before, units[from]) && takes(before)) {
    from -= 1;
    room -= before.text.length;
  }
  for (let next = units[to]; next !== undefined; next = units[to]) {
    const last = units[to - 1];
    const isAnnounced = announces(last, next);
    if (!takes(next, isAnnounced && next.kind === 'code' ? CODE_LENGTH - length : 0)) break;
    // A name begins something else.
    if (next.isFirst && next.block !== (last?.block ?? 0) + 1) break;
    room -= next.text.length;
    to += 1;
  }
  // What it announces had no room: better not announced.
  while (to - from > 1 && announces(units[to - 1], units[to])) to -= 1;
  return { from, to };
}

function sizeOf(units: readonly Unit[]): number {
  return units.reduce((sum, { text }) => sum + text.length, 0);
}

function announces(unit: Unit | undefined, next: Unit | undefined): boolean {
  return next?.isFirst === true && /[:：]\s*$/u.test(unit?.text ?? '');
}

function written(units: readonly Unit[], blocks: readonly Block[], length: number): string {
  const pieces: string[] = [];
  for (const index of new Set(units.map(({ block }) => block))) {
    const own = units.filter(({ block }) => block === index);
    const name = blocks[index - 1];
    if (name?.kind === 'name' && own[0]?.isFirst === true) pieces.push(harmlessProse(name.text));
    pieces.push(writtenBlock(own, blocks[index], length));
  }
  return pieces.join('\n').trim();
}

function writtenBlock(units: readonly Unit[], block: Block | undefined, length: number): string {
  const [before, after] = [units[0]?.isFirst === false ? '…' : '', units.at(-1)?.isLast === false ? '…' : ''];
  if (block?.kind === 'code') {
    const code = units.map(({ text }) => text).join('\n\n');
    const lines = [before, cut(harmlessCode(code), CODE_LENGTH), after].filter((line) => line.trim() !== '');
    return ['```' + block.language, ...lines, '```'].join('\n');
  }
  if (block?.kind === 'table') return units.map(({ text }) => cut(harmlessProse(text), length)).join('\n');
  const prose = cut(
    harmlessProse(
      units
        .map(({ text }) => text)
        .join('')
        .trim(),
    ),
    length,
  );
  return [before, prose, prose.endsWith('…') ? '' : after].filter(Boolean).join(' ');
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(text.lastIndexOf('\n', length), text.lastIndexOf(' ', length), Math.floor(length / 2));
  return `${text
    .slice(0, end)
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/u, '')} …`;
}
