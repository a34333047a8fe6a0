/** Languages of questions and pages. Detection is loaded when the first question comes. */

/** Latin script alone tells no language: so many words it takes. Other scripts tell by a few letters. */
const LEAST_WORDS = 3;
const LEAST_ACCURACY = 0.1;
/** How much better than the next the first has to be. */
const CLEAR_LEAD = 1.5;
/** Names and code are of no language. */
const NAMES = /`[^`]*`|https?:\S+|\S*[\p{L}\p{N}][_.:/\\]\p{L}\S*/gu;

/** The two-letter code of the language a text is written in, or null where that cannot be told. */
export async function languageOf(text: string): Promise<string | null> {
  const words = text.replace(NAMES, ' ').trim();
  const isLatin = /^[\p{Script=Latin}\P{L}]*$/u.test(words);
  if (isLatin && (words.match(/\p{L}+/gu)?.length ?? 0) < LEAST_WORDS) return null;
  const { detectAll } = await import('tinyld/light');
  const [first, second] = detectAll(words);
  if (first === undefined || first.accuracy < LEAST_ACCURACY) return null;
  return first.accuracy >= (second?.accuracy ?? 0) * CLEAR_LEAD ? first.lang : null;
}

/** A code such as `pt-BR` without its region, in lower case; null stays null. */
export function baseLanguage(code: string | null): string | null {
  return code?.toLowerCase().split(/[-_]/u)[0] ?? null;
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** How English calls a language: `de` is German. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
