import { DATE_WORDS } from './date-words.ts';
import { createPhraseTable } from './phrase-table.ts';

/** How much of a text had not been read before. */
export interface Novelty {
  /** Words met for the first time. */
  readonly newWords: number;
  /** Share (0 to 1) of the phrases of up to three words that were met for the first time; 0 for a text without words. */
  readonly newPhrases: number;
}

/** Remembers the texts of one crawl. */
export interface TextMemory {
  /** Reads a text in, and says how much of it was new. Markdown's link targets are no text. */
  take(text: string): Novelty;
}

/** A page says in its beginning whether it says something new; more of it would only fill the memory. */
const MAX_WORDS = 2000;
const MAX_CHARACTERS = 50_000;

/** Addresses in Markdown, which differ where the pages do not. Without brackets inside, so that time stays linear. */
const LINK_TARGET = /\]\([^\s()[\]]*(?:\s[^()[\]]*)?\)|https?:\/\/[^\s>]+/g;

/** Words, and runs of the scripts that put no blanks between them: `2031年2月` is two numbers among letters. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])[\p{L}\p{M}\p{N}_])+/gu;

/**
 * Measures by what is new, not by what is alike: a list that filters the same goods in ever new ways, or a calendar
 * without events, soon says nothing new, whereas two articles out of one template always do. Numbers and the names of
 * months and days all count as one word, since they are what the empty pages of a calendar differ by.
 */
export function createTextMemory(): TextMemory {
  const words = new Map<string, number>();
  const phrases = createPhraseTable();
  let texts = 0;

  function numberOf(word: string): number {
    const known = words.get(word);
    if (known !== undefined) return known;
    words.set(word, words.size + 1);
    return words.size;
  }

  return {
    take(text) {
      const wordsBefore = words.size;
      texts += 1;
      let own = 0;
      let fresh = 0;
      let left = MAX_WORDS;
      for (const line of text.slice(0, MAX_CHARACTERS).split('\n')) {
        // A line begins anew: where the items of a list stand in another order, nothing is new.
        let [last, lastButOne] = [0, 0];
        for (const word of wordsOf(line)) {
          if (left === 0) break;
          left--;
          const number = numberOf(word) % WORD_NUMBERS;
          const met = phrases.note((lastButOne * WORD_NUMBERS + last) * WORD_NUMBERS + number, texts);
          [lastButOne, last] = [last, number];
          if (met !== 'again') own += 1;
          if (met === 'new') fresh += 1;
        }
      }
      return { newWords: words.size - wordsBefore, newPhrases: own === 0 ? 0 : fresh / own };
    },
  };
}

/** A phrase is three words' numbers in one that is still exact (3 times 17 bits). */
const WORD_NUMBERS = 2 ** 17;

function wordsOf(line: string): readonly string[] {
  const text = (HAS_ADDRESS.test(line) ? line.replace(LINK_TARGET, ']') : line).toLowerCase();
  // Where there is nothing but ASCII the same words are found in a tenth of the time.
  const found = ASCII.test(text) ? text.match(/\w+/g) : text.match(WORD);
  return found?.map((word) => (isNumber(word) || DATE_WORDS.has(word) ? '0' : word)) ?? [];
}

const HAS_ADDRESS = /\]\(|:\/\//;
const NUMBER = /^\p{N}+$/u;

/** Most words are told from a number by their first letter alone. */
function isNumber(word: string): boolean {
  return !(word >= 'a' && word < '{') && NUMBER.test(word);
}

// oxlint-disable-next-line no-control-regex -- the ASCII range begins with controls
const ASCII = /^[\0-\x7F]*$/;
