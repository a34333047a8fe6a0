import { cjkNumerals } from './cjk-numerals.ts';

/** Numbers that a text writes out in words: English, German, French, Spanish, Italian, Portuguese, Dutch, CJK numerals. Pure. */

export interface NumberWord {
  /** As it is written. */
  readonly word: string;
  /** Its value in digits. */
  readonly digits: string;
}

/** Each language's words from two on; "one" is a pronoun or an article more often than a number. */
const UNITS: Readonly<Record<string, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  pt: 'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
};
const TENS: Readonly<Record<string, string>> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante',
  es: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  nl: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
};
/** Other words with their values; those above a thousand multiply what stands before them. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { zero: 0, half: 0.5, dozen: 12, hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  de: {
    halb: 0.5,
    halbe: 0.5,
    halben: 0.5,
    halbes: 0.5,
    halber: 0.5,
    dreissig: 30,
    dutzend: 12,
    hundert: 100,
    tausend: 1e3,
    million: 1e6,
    millionen: 1e6,
    milliarde: 1e9,
    milliarden: 1e9,
  },
  fr: {
    zéro: 0,
    demi: 0.5,
    demie: 0.5,
    douzaine: 12,
    cent: 100,
    cents: 100,
    mille: 1e3,
    million: 1e6,
    millions: 1e6,
    milliard: 1e9,
    milliards: 1e9,
  },
  es: {
    cero: 0,
    docena: 12,
    veinti: 20,
    cien: 100,
    ciento: 100,
    cientos: 100,
    quinientos: 500,
    setecientos: 700,
    novecientos: 900,
    mil: 1e3,
    millón: 1e6,
    millones: 1e6,
  },
  it: { dozzina: 12, cento: 100, mille: 1e3, mila: 1e3, milione: 1e6, milioni: 1e6, miliardo: 1e9, miliardi: 1e9 },
  pt: {
    dúzia: 12,
    duas: 2,
    cem: 100,
    cento: 100,
    centos: 100,
    duzentos: 200,
    trezentos: 300,
    quinhentos: 500,
    mil: 1e3,
    milhão: 1e6,
    milhões: 1e6,
    bilhão: 1e9,
    bilhões: 1e9,
  },
  nl: { nul: 0, half: 0.5, halve: 0.5, dozijn: 12, honderd: 100, duizend: 1e3, miljoen: 1e6, miljard: 1e9 },
};
/** Longest word that is taken apart, in letters. */
const LONGEST = 40;
/** "One" counts only with what it multiplies or follows. */
const ONES = new Set(['one', 'a', 'ein', 'eine', 'un', 'une', 'uno', 'een', 'um', 'uma', 'una']);
const JOINTS = new Set(['and', 'und', 'et', 'y', 'e', 'en']);
/** Words that mean something else in another of these languages: a number only in a text of their own. */
const AMBIGUOUS = new Set(
  'once due doze dos sei cent elf neuf sept six dix mil venti mille tre onze acht nove seis halve'.split(' '),
);
const PLURAL = /(?<=^(?:hundred|thousand|million|billion|trillion|dozen))s$/u;

const VALUES: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.keys(UNITS).map((language) => [language, valuesIn(language)]),
);

function valuesIn(language: string): ReadonlyMap<string, number> {
  const [units, tens] = [UNITS[language] ?? '', TENS[language] ?? ''].map((words) => words.split(' '));
  return new Map([
    ...(units ?? []).map((word, index) => [word, index + 2] as const),
    ...(tens ?? []).map((word, index) => [word, (index + 2) * 10] as const),
    ...Object.entries(OTHERS[language] ?? {}),
  ]);
}

/** Numbers in words; `language` as a two-letter code tells how to read a word that several languages have. */
export function numberWords(text: string, language: string | null = null): readonly NumberWord[] {
  return [...latinNumbers(text.normalize('NFC'), language), ...cjkNumerals(text)];
}

interface Part {
  readonly word: string;
  /** In the order in which they are said; null: no number. */
  readonly values: readonly number[] | null;
  /** What stands between this word and the one before. */
  readonly gap: string;
}

function latinNumbers(text: string, language: string | null): readonly NumberWord[] {
  const found: NumberWord[] = [];
  let run: Part[] = [];
  const close = (): void => {
    while (run.length > 0 && (run.at(-1)?.values ?? []).length === 0) run.pop();
    const values = run.flatMap(({ values: each }) => each ?? []);
    const word = run.map(({ word: each, gap }, index) => (index === 0 ? each : gap + each)).join('');
    if (run.some(({ word: each, values: own }) => (own ?? []).length > 0 && !ONES.has(each.toLowerCase())))
      found.push({ word, digits: String(valueOf(values)) });
    run = [];
  };
  let end = 0;
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const part = { word, values: valuesOf(word.toLowerCase(), language), gap: text.slice(end, index) };
    end = index + word.length;
    if (!/^[\s-]*$/u.test(part.gap) || !continues(run.at(-1), part)) close();
    if (part.values !== null && (run.length > 0 || part.values.length > 0)) run.push(part);
  }
  close();
  return found;
}

/** Whether a word goes on with the number before it: "twenty five", not "two ten". */
function continues(before: Part | undefined, { values }: Part): boolean {
  if (before === undefined || values === null) return before === undefined;
  const [last, next] = [before.values?.at(-1), values[0]];
  if (last === undefined || next === undefined) return true;
  return (
    next >= 100 || (last === 4 && next === 20) || (last >= 20 && next < last) || ONES.has(before.word.toLowerCase())
  );
}

/** The values of a word's parts, [] for a joint such as "and"; null where it is no number. */
function valuesOf(word: string, language: string | null): readonly number[] | null {
  if (JOINTS.has(word)) return [];
  if (ONES.has(word)) return [1];
  const singular = word.replace(PLURAL, '');
  for (const [own, values] of VALUES) {
    if (
      language !== own &&
      ((own !== 'en' && AMBIGUOUS.has(word)) || (language !== null && own !== 'en' && VALUES.has(language)))
    )
      continue;
    const value = values.get(singular);
    if (value !== undefined) return [value];
    const parts = own === 'en' || own === 'fr' || word.length > LONGEST ? null : compound(singular, values);
    if (parts !== null) return parts;
  }
  return null;
}

/** "dreihundert", "fünfundzwanzig", "trecento": the values of what it is made of. */
function compound(word: string, values: ReadonlyMap<string, number>): readonly number[] | null {
  if (word === '') return [];
  for (let length = word.length; length >= 2; length -= 1) {
    const value = word.startsWith('ein') && length === 3 ? 1 : values.get(word.slice(0, length));
    if (value === undefined) continue;
    const rest = word.slice(length).replace(/^(?:und|ën|en(?=.))/u, '');
    const others = compound(rest, values);
    if (others !== null && (others.length > 0 || value !== 1)) return [value, ...others];
  }
  return null;
}

function valueOf(values: readonly number[]): number {
  let [whole, current] = [0, 0];
  for (const value of values) {
    if (value >= 1000) [whole, current] = [whole + Math.max(current, 1) * value, 0];
    else if (value === 100 || value === 12 || (value === 20 && current % 100 === 4)) current = scaled(current, value);
    else current += value;
  }
  return whole + current;
}

function scaled(current: number, by: number): number {
  if (by === 12) return current === 0 || current >= 100 ? current + 12 : current * 12;
  return current === 0 ? by : current * by;
}
