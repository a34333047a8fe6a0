import type { Fence, Piece } from './split-blocks.ts';

/** Longer stretches cannot be kept whole: they are longer than a message (a code block's fences left aside). */
const LONGEST_KEPT = 2000;

/** Meaningless when cut: code spans, links and images, addresses, Discord's own marks, escapes and entities. */
const UNBREAKABLE: readonly RegExp[] = [
  /(?<!`)(`+)(?!`)[\s\S]{1,2000}?(?<!`)\1(?!`)/g,
  /!?\[(?:[^[\]\\]|\\.|!?\[[^[\]]{0,500}\]){0,2000}\](?:\((?:[^()\\]|\\.|\([^()]{0,500}\)){0,2000}\)|\[[^[\]]{0,500}\])/g,
  /<(?:@[!&]?|#|a?:\w{1,32}:|t:|\/[\w -]{1,64}:)\d[\w:]*>|:[\w+-]{1,32}:/g,
  /<https?:[^\s<>]{1,2000}>|https?:\/\/[^\s<>]{1,2000}/g,
  /\\[^\w\s]|&#?\w{1,32};/g,
];
/** Emphasis and spoilers: cut, both halves show their marks. */
const PREFERABLY_WHOLE: readonly RegExp[] = [/(\*\*|__|~~|\|\||\*|_)(?=\S)[\s\S]{1,2000}?(?<=\S)\1/g];

type Keep = 'all' | 'unbreakable' | 'nothing';

/** Where a text may be cut, from the best places to the last resort. */
const LEVELS: readonly { readonly places: (text: string) => Iterable<number>; readonly keep: Keep }[] = [
  { places: after(/\n+/g), keep: 'all' },
  { places: after(/[.!?…:;]["'”’»)\]]*\s+|[。！？]/g), keep: 'all' },
  { places: after(/\s+/g), keep: 'all' },
  { places: after(/\s+/g), keep: 'unbreakable' },
  { places: betweenGraphemes, keep: 'unbreakable' },
  { places: after(/\s+/g), keep: 'nothing' },
  { places: betweenGraphemes, keep: 'nothing' },
  // A grapheme of more than a message: one letter under thousands of accents.
  { places: betweenCodePoints, keep: 'nothing' },
];

/** A text without blocks of its own in pieces: by lines, by sentences, by words, by what is left. */
export function inlinePieces(text: string): readonly Piece[] {
  return createCutter(text, null).pieces(0, text.length, 0);
}

/** A line of code in pieces: nothing in it has a meaning, but words are easier to read whole. */
export function plainPieces(line: string, fence: Fence): readonly Piece[] {
  return createCutter(line, fence).pieces(
    0,
    line.length,
    LEVELS.findIndex(({ keep }) => keep === 'nothing'),
  );
}

interface Cutter {
  pieces(from: number, to: number, level: number): readonly Piece[];
}

function createCutter(text: string, fence: Fence | null): Cutter {
  const kept = { all: keeper(text, [...UNBREAKABLE, ...PREFERABLY_WHOLE]), unbreakable: keeper(text, UNBREAKABLE) };
  const found = new Map<number, readonly number[]>();

  function cutsOf(level: number): readonly number[] {
    const known = found.get(level);
    if (known !== undefined) return known;
    const { places, keep } = LEVELS[level] ?? { places: betweenCodePoints, keep: 'nothing' as const };
    // A line's end stays with its line.
    const cuts = [...places(text)].filter((at) => text[at] !== '\n' && (keep === 'nothing' || kept[keep]()[at] !== 1));
    found.set(level, cuts);
    return cuts;
  }

  function pieces(from: number, to: number, level: number): readonly Piece[] {
    const inside = cutsOf(level).filter((at) => at > from && at < to);
    if (inside.length === 0 && level < LEVELS.length - 1) return pieces(from, to, level + 1);
    return [from, ...inside].map((start, index) => {
      const end = inside[index] ?? to;
      const finer = (): readonly Piece[] => pieces(start, end, level + 1);
      return { text: text.slice(start, end), before: fence, after: fence, finer };
    });
  }

  return { pieces };
}

/** Marks, once asked for, every place inside a stretch that is kept whole with 1. */
function keeper(text: string, patterns: readonly RegExp[]): () => Uint8Array {
  let marks: Uint8Array | null = null;
  return () => {
    if (marks !== null) return marks;
    marks = new Uint8Array(text.length + 1);
    for (const pattern of patterns) {
      for (const { 0: stretch, index } of text.matchAll(pattern)) {
        if (stretch.length <= LONGEST_KEPT) marks.fill(1, index + 1, index + stretch.length);
      }
    }
    return marks;
  };
}

function after(pattern: RegExp): (text: string) => Iterable<number> {
  return function* places(text) {
    for (const { 0: match, index } of text.matchAll(pattern)) yield index + match.length;
  };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function* betweenGraphemes(text: string): Iterable<number> {
  for (const { index } of graphemes.segment(text)) yield index;
}

function* betweenCodePoints(text: string): Iterable<number> {
  let at = 0;
  for (const point of text) {
    yield at;
    at += point.length;
  }
}
