import { stemsOf } from '../knowledge/matching.ts';
import { contentWords, tellsLittle } from '../knowledge/query.ts';
import { relatedWords } from '../knowledge/synonyms.ts';
import { wordsOf } from '../knowledge/words.ts';
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
/** What it counts that a part tells what a name means that stands in the question. */
const DEFINITION = 0.15;

/** A name that the shown text explains; one word of the question is said in it too easily by chance. */
const NAME_LINE = /^\*\*[^\n]+\*\*$/gm;
/** So many words in a row, so many of them telling something, are no chance; and what they count, in words. */
const IN_ROW = 5;
const TELLING_IN_ROW = 3;
const WORD_FOR_WORD = 2;

/** A sentence, a table's row, or a part of code without an empty line in it. */
interface Unit {
  readonly block: number;
  readonly kind: 'prose' | 'row' | 'code';
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** Stems of the name that this prose begins to explain. */
  readonly name: ReadonlySet<string>;
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
  const best = grown(units, bestSpan(units, weighed(units, question), length), length);
  return written(units.slice(best.from, best.to), blocks, length);
}

/** One word of a question, as passages may say it. */
interface SoughtWord {
  readonly stems: readonly string[];
  readonly related: readonly string[];
  readonly worth: number;
}

/**
 * How much of a question a passage says, in its title and headings or in its text, and again how much the one sentence
 * says that says most: what stands together answers better than what stands about. So counts the name that it explains.
 */
export function saysOf(
  { title, headings, text }: Pick<GivenPassage, 'title' | 'headings' | 'text'>,
  question: string,
): number {
  const words = soughtWords(question);
  const said = (stems: ReadonlySet<string>): number =>
    words.reduce((sum, word) => sum + word.worth * shareSaid(word, stems), 0);
  const blocks = blocksOf(text);
  const units = blocks.flatMap((block, index) => unitsOf(block, index, blocks[index - 1], text.length));
  const most = Math.max(0, ...units.map(({ stems }) => said(stems)));
  const named = Math.max(0, ...(text.match(NAME_LINE) ?? []).map((name) => said(new Set(stemsOf(name)))));
  const isQuoted = saysInRow(question, text);
  return (
    said(new Set(stemsOf([title, ...headings, text].join('\n')))) +
    most +
    (named > 1 ? named : 0) +
    (isQuoted ? WORD_FOR_WORD : 0)
  );
}

/** Whether a text has so many words of the question one after another: part of a message that somebody met. */
function saysInRow(question: string, text: string): boolean {
  const words = wordsOf(question);
  const telling = new Set(contentWords(question));
  const said = ` ${wordsOf(text).join(' ')} `;
  return words.some((_, from) => {
    const row = words.slice(from, from + IN_ROW);
    const isTelling = row.length === IN_ROW && row.filter((word) => telling.has(word)).length >= TELLING_IN_ROW;
    return isTelling && said.includes(` ${row.join(' ')} `);
  });
}

function soughtWords(question: string): readonly SoughtWord[] {
  const isWeak = tellsLittle(question);
  return contentWords(question).map((word) => ({
    stems: stemsOf(word),
    related: relatedWords(word).flatMap(stemsOf),
    worth: isWeak(word) ? WEAK : 1,
  }));
}

function shareSaid({ stems, related }: SoughtWord, said: ReadonlySet<string>): number {
  if (stems.length > 0 && stems.every((stem) => said.has(stem))) return 1;
  return related.some((stem) => said.has(stem)) ? RELATED : 0;
}

function unitsOf(block: Block, index: number, before: Block | undefined, length: number): readonly Unit[] {
  // A name is searched with what it names, and never quoted alone.
  const name = before?.kind === 'name' ? before.text : '';
  const [kind, texts] = textsOf(block, length);
  return texts.map((text, nth) => ({
    block: index,
    kind,
    text,
    name: new Set(nth === 0 && kind === 'prose' ? stemsOf(name) : []),
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

/** What each word of the question counts here: one that every sentence has tells none of them apart. */
function weighed(units: readonly Unit[], question: string): readonly SoughtWord[] {
  return soughtWords(question).map((word) => {
    const having = units.filter(({ stems }) => shareSaid(word, stems) > 0).length;
    return { ...word, worth: having === 0 ? 0 : word.worth * (1 + Math.log((units.length + 1) / having)) };
  });
}

function bestSpan(units: readonly Unit[], words: readonly SoughtWord[], length: number): Span {
  const all = words.reduce((sum, { worth }) => sum + worth, 0);
  let best: Span = { from: 0, to: 1 };
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const [from, { isFirst, name }] of units.entries()) {
    const isDefinition = isFirst && words.some((word) => word.worth > 0 && shareSaid(word, name) === 1);
    let [size, worth] = [0, (isFirst ? BEGINNING * all : 0) + (isDefinition ? DEFINITION * all : 0)];
    const said = words.map(() => 0);
    for (let to = from + 1; to <= units.length; to += 1) {
      const unit = units[to - 1];
      if (unit === undefined || (size > 0 && size + unit.text.length > length)) break;
      size += unit.text.length;
      for (const [index, word] of words.entries()) {
        const before = said[index] ?? 0;
        const share = Math.max(before, shareSaid(word, unit.stems));
        worth += word.worth * (share - before);
        said[index] = share;
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
  if (block?.kind === 'table') return units.map(({ text }) => shortProse(text, length)).join('\n');
  const whole = units.map(({ text }) => text).join('');
  const prose = shortProse(whole.trim(), length);
  return [before, prose, prose.endsWith('…') ? '' : after].filter(Boolean).join(' ');
}

/** Looked at again once it is cut: a code span that lost its end is none any more. */
function shortProse(text: string, length: number): string {
  return harmlessProse(cut(harmlessProse(text), length));
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.max(text.lastIndexOf('\n', length), text.lastIndexOf(' ', length), Math.floor(length / 2));
  return `${text
    .slice(0, end)
    .trimEnd()
    .replace(/[\uD800-\uDBFF]$/u, '')} …`;
}
