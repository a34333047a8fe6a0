/** Turns of everyday English for which manuals have a word of their own. Pure. */

/** What stands between the two parts of a turn is kept: "turn logging off". */
const IDIOMS: readonly (readonly [idiom: RegExp, word: string])[] = [
  [/\b(?:right now|at the moment|at present)\b()/giu, 'currently'],
  [/\b(?:turn|switch)(?:ed|ing)?\b((?: \S+){0,2}) off\b/giu, 'disable'],
  [/\b(?:turn|switch)(?:ed|ing)?\b((?: \S+){0,2}) on\b/giu, 'enable'],
  [/\bshut(?:ting)?\b((?: \S+){0,2}) down\b/giu, 'shutdown'],
  [/\b(?:get|got|getting) rid of\b()/giu, 'remove'],
  [/\bback(?:ed|ing)?\b((?: \S+){0,2}) up\b/giu, 'backup'],
  [/\bset(?:ting)?\b((?: \S+){0,2}) up\b/giu, 'configure'],
  [/\b(?:sign|log)(?:ged|ing|ging)? in\b()/giu, 'login'],
  [/\bsign(?:ed|ing)? up\b()/giu, 'register'],
  [/\bhow (?:big|large)\b()/giu, 'size'],
  [/\b(?:keep|kept|keeping) track of\b()/giu, 'monitor'],
];

/** The question with the manuals' words for its turns ("turn it off" is to disable it), where the pages know that word. */
export function inManualWords(question: string, isKnown: (word: string) => boolean): string {
  return IDIOMS.filter(([idiom, word]) => question.search(idiom) >= 0 && isKnown(word)).reduce(
    (text, [idiom, word]) => text.replace(idiom, (_, between: string) => `${between} ${word} `),
    question,
  );
}
