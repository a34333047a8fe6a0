import { contentWords } from '../knowledge/query.ts';
import { folded } from '../knowledge/words.ts';

/** Characters of a passage that a search result shows. */
const LENGTH = 240;
/** Endings cut off a word before it is looked for, so that `rotates` finds `rotating`. */
const ENDING = /(?:ing|ed|es|s|e)$/;

/**
 * The part of a passage in which most of the asked words stand close together, on one line, with `…` where it was cut.
 * The passage's beginning when none of them is in it (it was found by its title, or by a part of a word).
 */
export function snippet(passage: string, query: string, length = LENGTH): string {
  const flat = withoutMarks(passage).replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const start = bestStart(flat, placesOf(flat, query), length);
  const end = start + length >= flat.length ? flat.length : wordEndBefore(flat, start + length);
  return `${start === 0 ? '' : '…'}${flat.slice(start, end).trim()}${end === flat.length ? '' : '…'}`;
}

/** A passage without the marks of Markdown that only take room on one line; its own heading stands above the result. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/^#{1,6} [^\n]*\n/, '')
    .replace(/^#{1,6} |^ *(?:`{3,}|~{3,})[^\n]*$|^\|(?: *:?-+:? *\|)+$|\*\*/gm, '')
    .replace(/!?\[([^\][\n]*)\]\([^()\s]*\)/g, '$1');
}

interface Place {
  readonly at: number;
  readonly word: string;
}

/** Where the words of the query begin in the text, in order. */
function placesOf(text: string, query: string): readonly Place[] {
  const stems = contentWords(query).map((word) => (word.length > 4 ? word.replace(ENDING, '') : word));
  return [...text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)].flatMap(({ 0: word, index }) => {
    const found = stems.find((stem) => (stem.length < 3 ? folded(word) === stem : folded(word).startsWith(stem)));
    return found === undefined ? [] : [{ at: index, word: found }];
  });
}

/** The window that holds most different words, the earliest of several; it begins a little before the first of them. */
function bestStart(text: string, places: readonly Place[], length: number): number {
  const lead = Math.round(length / 5);
  let best = { words: 0, at: 0 };
  for (const { at } of places) {
    const inside = places.filter((other) => other.at >= at && other.at < at + length - lead);
    const words = new Set(inside.map(({ word }) => word)).size;
    if (words > best.words) best = { words, at };
  }
  const start = Math.min(best.at - lead, text.length - length);
  return start <= 0 ? 0 : wordStartAfter(text, start);
}

/** The next beginning of a word, unless the script writes no spaces or a word is very long. */
function wordStartAfter(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space === -1 || space - at > 30 ? wholeCharacter(text, at) : space + 1;
}

function wordEndBefore(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space === -1 || at - space > 30 ? wholeCharacter(text, at) : space;
}

/** Never between the two halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc_00 && code <= 0xdf_ff ? at - 1 : at;
}
