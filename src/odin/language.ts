import { STOP_WORDS } from '../knowledge/stop-words.ts';

/** Languages of questions and pages. Detection is loaded when the first question comes. */

/** Latin script alone tells no language: so many words it takes. Other scripts tell by a few letters. */
const LEAST_WORDS = 3;
const LEAST_ACCURACY = 0.05;
/** How much better than the next the first has to be. */
const CLEAR_LEAD = 1.3;
/** English questions are full of technical words, which look like any language: so many small words tell it. */
const ENGLISH_SHARE = 0.4;
const ENGLISH_WORDS = 2;
/** Names and code are of no language. */
const NAMES = /`[^`]*`|https?:\S+|\S*[\p{L}\p{N}][_.:/\\]\p{L}\S*/gu;

/** The two-letter code of the language a text is written in, or null where that cannot be told. */
export async function languageOf(text: string): Promise<string | null> {
  const words = text.replace(NAMES, ' ').trim();
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(words);
  if (isLatin) {
    const each = words.toLowerCase().match(/\p{L}+/gu) ?? [];
    if (each.length < LEAST_WORDS) return null;
    const english = each.filter((word) => STOP_WORDS.has(word)).length;
    if (english >= ENGLISH_WORDS && english >= each.length * ENGLISH_SHARE) return 'en';
  }
  const { detectAll } = await import('tinyld/light');
  const [first, second] = detectAll(words);
  if (first === undefined || first.accuracy < LEAST_ACCURACY) return null;
  return first.accuracy >= (second?.accuracy ?? 0) * CLEAR_LEAD ? first.lang : null;
}

/** A code such as `pt-BR` without its region, in lower case; null stays null. */
export function baseLanguage(code: string | null): string | null {
  return code?.toLowerCase().split(/[-_]/u)[0] ?? null;
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const scripts = new Intl.DisplayNames(['en'], { type: 'script', fallback: 'none' });
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes for no language, or for none in particular. */
const NO_LANGUAGE = new Set(['und', 'mul', 'mis', 'zxx', 'root']);

/** How English calls a language: `de` is German. */
export function languageName(code: string): string {
  return nameIn(names, code) ?? code;
}

/** A language's code as it is usually written, such as `pt-BR` for `pt-br`; null where there is no such language. */
export function knownLanguage(code: string): string | null {
  const [canonical] = canonicalLocales(code);
  if (canonical === undefined) return null;
  const { language, script, region } = new Intl.Locale(canonical);
  const isKnown =
    !NO_LANGUAGE.has(language) &&
    nameIn(names, language) !== undefined &&
    (script === undefined || nameIn(scripts, script) !== undefined) &&
    (region === undefined || nameIn(regions, region) !== undefined);
  return isKnown && canonical === [language, script, region].filter(Boolean).join('-') ? canonical : null;
}

function canonicalLocales(code: string): readonly string[] {
  try {
    return Intl.getCanonicalLocales(code);
  } catch {
    return [];
  }
}

function nameIn(known: Intl.DisplayNames, code: string): string | undefined {
  try {
    return known.of(code);
  } catch {
    return undefined;
  }
}
