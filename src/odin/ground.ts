import { claimsOf, withoutCode, type Claim } from './claims.ts';
import type { GivenPassage } from './given-passage.ts';
import { factsOf, witnessOf, type Witness } from './facts.ts';
import { harmlessCode, harmlessProse } from './harmless.ts';
import { isAimedAtAModel } from './instructions.ts';
import { isInOtherLanguage } from './other-language.ts';

/** Why a model's answer is not shown. */
export type Unsupported =
  | 'data'
  | 'nothing-cited'
  | 'mostly-uncited'
  | 'fake-citation'
  | 'foreign-number'
  | 'foreign-code'
  | 'foreign-link';

/** What the checks left of a model's answer. */
export type Grounded =
  | {
      readonly kind: 'grounded';
      /** Markdown; `[1]` is the first of `cited`. */
      readonly text: string;
      /** Numbers of the evidence, in the order in which the text cites them. */
      readonly cited: readonly number[];
    }
  /** The model says that the passages do not answer the question. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'unsupported'; readonly why: Unsupported; readonly what: string };

/** What the model is told to write when the passages do not answer. */
export const NO_ANSWER = 'NO_ANSWER';

/** Some models answer with an object that holds their answer, or a call of a tool: nothing of it is prose to show. */
const DATA = /^\s*(?:```\w*\s*)?(?:\{|\[\s*[{"'])/u;
const DATA_INSIDE = /\{\s*["'][\w $.-]{1,40}["']\s*:/u;

/** A sentence shares at least this part of its words with the passages it cites. */
const LEAST_SHARE = 0.5;

export interface GroundOptions {
  /**
   * Two-letter code of the language that the answer should be in; null: it cannot be told. Of a sentence clearly in it,
   * citing passages clearly in another, only the facts can be compared; of all others the words, too.
   */
  readonly language: string | null;
}

/**
 * Checks an answer against the passages it was made from (spec 10.1, 10.4): every citation names one of them; uncited
 * sentences, and those that say other things than what they cite, go; a number, code or address that the cited passage
 * does not hold condemns the whole answer. Nothing in what is left pings, links or embeds.
 */
export function ground(answer: string, evidence: readonly GivenPassage[], options: GroundOptions): Grounded {
  if (answer.includes(NO_ANSWER)) return { kind: 'declined' };
  if (DATA.test(answer)) return { kind: 'unsupported', why: 'data', what: answer.slice(0, 100) };
  const claims = claimsOf(answer);
  const kept: Claim[] = [];
  for (const claim of claims) {
    const verdict = judge(claim, evidence, options);
    if (verdict === 'kept') kept.push(claim);
    else if (verdict !== 'dropped') return { kind: 'unsupported', why: verdict, what: wordsOf(claim) };
  }
  if (kept.length === 0) return { kind: 'unsupported', why: 'nothing-cited', what: answer.slice(0, 100) };
  if (kept.length * 2 < claims.length) return { kind: 'unsupported', why: 'mostly-uncited', what: wordsOf(claims[0]) };
  const cited = [...new Set(kept.flatMap((claim) => claim.cited))];
  return { kind: 'grounded', text: written(kept, cited), cited };
}

function judge(
  claim: Claim,
  evidence: readonly GivenPassage[],
  { language }: GroundOptions,
): 'kept' | 'dropped' | Unsupported {
  const cited = evidence.filter(({ n }) => claim.cited.includes(n));
  if (claim.cited.some((n) => evidence.every((passage) => passage.n !== n))) return 'fake-citation';
  if (cited.length === 0) return 'dropped';
  const witness = witnessOf(cited);
  if (claim.kind === 'code') {
    const lines = claim.lines.filter((line) => line.trim() !== '');
    return witness.hasLines(lines) ? 'kept' : 'foreign-code';
  }
  if (isAimedAtAModel(claim.text) || DATA_INSIDE.test(withoutCode(claim.text))) return 'dropped';
  const isTranslated = language !== null && cited.every(({ text }) => isInOtherLanguage(claim.text, language, text));
  return judgeSentence(claim.text, witness, cited, isTranslated ? language : null);
}

function judgeSentence(
  sentence: string,
  witness: Witness,
  cited: readonly GivenPassage[],
  /** Null: in that of its passages. */
  otherLanguage: string | null,
): 'kept' | 'dropped' | Unsupported {
  const { numbers, numberWords, code, urls, hosts, words } = factsOf(sentence, otherLanguage);
  if (![...urls, ...hosts].every((address) => witness.hasAddress(address))) return 'foreign-link';
  if (!numbers.every((number) => witness.hasNumber(number))) return 'foreign-number';
  if (!numberWords.every((number) => witness.hasNumberWord(number))) return 'foreign-number';
  if (!code.every((span) => witness.hasCode(span))) return 'foreign-code';
  // What a page links to elsewhere is not ours to recommend: only the pages cited are linked.
  if (!urls.every((url) => cited.some((passage) => isOnSite(url, passage.url)))) return 'dropped';
  if (otherLanguage !== null) return 'kept';
  if (witness.shareOf(words) < LEAST_SHARE || witness.contradicts(sentence, words)) return 'dropped';
  return clausesOf(sentence).every((clause) => isCovered(factsOf(clause).words, witness)) ? 'kept' : 'dropped';
}

/** What a sentence strings together: a foreign part must not hide behind an honest one. */
function clausesOf(sentence: string): readonly string[] {
  return sentence.split(/[;:—–]\s|,\s|\s(?=(?:and|but|or|because|so|while|which|who)\s)/u);
}

/** Two words or more, and none of them is said there: that is something else. */
function isCovered(words: readonly string[], witness: Witness): boolean {
  return words.length < 2 || witness.shareOf(words) > 0;
}

function isOnSite(address: string, page: string): boolean {
  const { host } = new URL(page);
  const rest = address.replace(/^https?:\/\//iu, '').toLowerCase();
  return rest === host || rest.startsWith(`${host}/`);
}

/** The claims as Markdown again, with citations numbered as they come. */
function written(claims: readonly Claim[], cited: readonly number[]): string {
  const blocks = new Map<number, string[]>();
  for (const claim of claims) {
    const lines = blocks.get(claim.block) ?? [];
    blocks.set(claim.block, lines);
    lines.push(claim.kind === 'code' ? fenced(claim) : `${claim.mark}${sentenceOf(claim, cited)}`);
  }
  const texts = [...blocks.values()].map((sentences) => sentences.join(' '));
  return texts
    .map((text, index) => {
      if (index === 0) return text;
      return isItem(text) && isItem(texts[index - 1] ?? '') ? `\n${text}` : `\n\n${text}`;
    })
    .join('');
}

function sentenceOf({ text, cited: own }: Extract<Claim, { kind: 'sentence' }>, cited: readonly number[]): string {
  const marks = [...new Set(own)].map((n) => `[${cited.indexOf(n) + 1}]`).join('');
  const clean = harmlessProse(text);
  const [, body = clean, end = ''] = /^([\s\S]*?)([.!?:。！？]*)$/u.exec(clean) ?? [];
  return `${body} ${marks}${end}`;
}

function fenced({ language, lines }: Extract<Claim, { kind: 'code' }>): string {
  return ['```' + language, harmlessCode(lines.join('\n')), '```'].join('\n');
}

function isItem(text: string): boolean {
  return /^(?:- |\d+\. )/u.test(text);
}

function wordsOf(claim: Claim | undefined): string {
  if (claim === undefined) return '';
  return claim.kind === 'code' ? claim.lines.join('\n') : claim.text;
}
