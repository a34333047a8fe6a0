import { changeOutsideCode } from './code-spans.ts';
import { functionWords, LISTED } from './function-words.ts';

/**
 * Whether a sentence is in another language than a text: then their words cannot be compared. Judged conservatively, by
 * script and small words alone; when in doubt it is in the text's own. Pure.
 */

const SCRIPTS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hangul', 'Thai', 'Devanagari'].map((script) => [
    script,
    new RegExp(`\\p{Script=${script}}`, 'gu'),
  ]),
);
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** The scripts as language tags name them (ISO 15924). */
const BY_TAG: Readonly<Record<string, string>> = {
  Latn: 'Latin',
  Cyrl: 'Cyrillic',
  Grek: 'Greek',
  Arab: 'Arabic',
  Hebr: 'Hebrew',
  Hans: 'Han',
  Hant: 'Han',
  Jpan: 'Japanese',
  Kore: 'Hangul',
  Thai: 'Thai',
  Deva: 'Devanagari',
};
/** A script that so small a part of a text's letters is of is one that the text has, too. */
const PRESENT = 0.1;
/** Small words that show a language, and how much more of them than of the other's. */
const LEAST_WORDS = 2;
const CLEARLY = 3;
/** Names and addresses are of no language. */
const NAMES = /https?:\S+|\S*[\p{L}\p{N}][_.:/\\]\p{L}\S*/gu;

/** Whether a sentence is clearly in `language`, as a two-letter code, and a text clearly in another. */
export function isInOtherLanguage(sentence: string, language: string, text: string): boolean {
  const [said, there] = [prose(sentence), prose(text)];
  const [script, expected] = [scriptOf(said), scriptOfLanguage(language)];
  if (script === null || script !== expected) return false;
  if (shareOf(script, there) < PRESENT) return scriptOf(there) !== null;
  const own = LISTED.filter((other) => other !== language)
    .map((other) => ({ other, count: functionWords(there, other, language) }))
    .toSorted((a, b) => b.count - a.count)[0];
  if (own === undefined || own.count < LEAST_WORDS) return false;
  if (functionWords(there, language, own.other) * CLEARLY > own.count) return false;
  const count = functionWords(said, language, own.other);
  return count >= LEAST_WORDS && count >= CLEARLY * functionWords(said, own.other, language);
}

function prose(text: string): string {
  return changeOutsideCode(text.replace(/^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gmu, ' '), (words) =>
    words.replace(NAMES, ' '),
  ).replace(/`[^`]*`/gu, ' ');
}

/** The script of most letters; signs that stand for whole words or syllables count double. Null: there are none. */
function scriptOf(text: string): string | null {
  const counts = Object.entries(SCRIPTS).map(([script, letters]) => ({ script, count: countOf(letters, text) }));
  const kana = countOf(KANA, text);
  const han = counts.find(({ script }) => script === 'Han')?.count ?? 0;
  const dense = new Set(['Han', 'Hangul', 'Japanese']);
  const [first] = [...counts, { script: 'Japanese', count: kana === 0 ? 0 : kana + han + 1 }]
    .map(({ script, count }) => ({ script, count: dense.has(script) ? count * 2 : count }))
    .toSorted((a, b) => b.count - a.count);
  return first === undefined || first.count === 0 ? null : first.script;
}

function shareOf(script: string, text: string): number {
  const letters = countOf(/\p{L}/gu, text);
  if (letters === 0) return 0;
  if (script !== 'Han') return countOf(SCRIPTS[script] ?? KANA, text) / letters;
  // Japanese is written with Chinese signs, too, but never with them alone.
  return countOf(KANA, text) > 0 ? 0 : countOf(/\p{Script=Han}/gu, text) / letters;
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

function scriptOfLanguage(language: string): string | null {
  const { script } = new Intl.Locale(language).maximize();
  return script === undefined ? null : (BY_TAG[script] ?? null);
}
