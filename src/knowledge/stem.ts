/**
 * English words without their endings, as FTS5's `porter` tokenizer cuts them (M. F. Porter, "An algorithm for suffix
 * stripping", 1980). Ranking reads passages that the index found, and has to see the same words in them. Pure.
 */

const VOWEL = '(?:[aeiou]|(?<=[^aeiou])y)';
const HAS_VOWEL = new RegExp(VOWEL);
/** Ends in consonant, vowel, consonant, the last none of w, x and y: `hop`, but not `snow`. */
const SHORT_END = /[^aeiou][aeiouy][^aeiouwxy]$/;
const DOUBLE_END = /([^aeiouylsz])\1$/;

type Rule = readonly [ending: string, instead: string];

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/;

/** Longer words than FTS5 stems, in UTF-8 bytes. */
const LONGEST = 64;

/** The stem of a word in lower case; words with other letters than a to z, and very short ones, stay as they are. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > LONGEST || !/^[a-z]+$/.test(word)) return word;
  let stemmed = withoutPlural(word);
  stemmed = withoutPast(stemmed);
  if (stemmed.endsWith('y') && HAS_VOWEL.test(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaced(stemmed, STEP_2);
  stemmed = replaced(stemmed, STEP_3);
  const ending = STEP_4.exec(stemmed)?.[0];
  if (ending !== undefined && measure(stemmed.slice(0, -ending.length)) > 1) stemmed = stemmed.slice(0, -ending.length);
  return withoutLastLetter(stemmed);
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((each) => word.endsWith(each));
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (!HAS_VOWEL.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE_END.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && SHORT_END.test(rest) ? `${rest}e` : rest;
}

function replaced(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([ending]) => word.endsWith(ending));
  if (rule === undefined) return word;
  const rest = word.slice(0, -rule[0].length);
  return measure(rest) > 0 ? rest + rule[1] : word;
}

function withoutLastLetter(word: string): string {
  let stemmed = word;
  if (stemmed.endsWith('e')) {
    const rest = stemmed.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !SHORT_END.test(rest))) stemmed = rest;
  }
  return stemmed.endsWith('ll') && measure(stemmed) > 1 ? stemmed.slice(0, -1) : stemmed;
}

/** Porter's m: how often a vowel is followed by a consonant. */
function measure(text: string): number {
  let count = 0;
  let afterVowel = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? '';
    const isVowel: boolean = 'aeiou'.includes(letter) || (letter === 'y' && index > 0 && !afterVowel);
    if (afterVowel && !isVowel) count++;
    afterVowel = isVowel;
  }
  return count;
}
