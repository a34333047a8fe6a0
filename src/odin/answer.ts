import { citationsOf, type Citation } from './citation.ts';
import type { GivenPassage } from './given-passage.ts';
import { completedPart } from './claims.ts';
import { ground, type GroundOptions, type Unsupported } from './ground.ts';
import type { ModelFailure } from './models/failure.ts';
import type { ChatModel, ChatRequest, Usage } from './models/model.ts';
import { fittingEvidence, promptFor, type PastTurn, type PromptOptions } from './prompt.ts';
import { quote, saysOf } from './quote.ts';
import { withoutThinking } from './thinking.ts';

/** Why a model's words are not what is shown; for the admin, quietly. */
export type ModelTrouble =
  | { readonly kind: 'failed'; readonly failure: ModelFailure }
  | { readonly kind: 'unsupported'; readonly why: Unsupported; readonly what: string }
  | { readonly kind: 'budget' };

export type Answer =
  | {
      readonly kind: 'answered';
      readonly by: 'model' | 'quotes';
      /** Markdown, harmless to show, with `[n]` after what is cited. */
      readonly text: string;
      readonly citations: readonly Citation[];
      readonly trouble: ModelTrouble | null;
    }
  /** Nothing is asserted; the nearest sections may be offered (rule 10.7). */
  | { readonly kind: 'unknown'; readonly nearest: readonly Citation[]; readonly trouble: ModelTrouble | null };

/** What happens while a question is answered: checked parts of a model's answer, then the answer. */
export type AnswerEvent =
  | { readonly kind: 'draft'; readonly text: string; readonly citations: readonly Citation[] }
  | { readonly kind: 'answer'; readonly answer: Answer };

/** What the knowledge holds for a question. */
export interface Retrieval {
  /** Best first, numbered from 1. */
  readonly evidence: readonly GivenPassage[];
  /** Whether it is likely to answer the question at all (rule 10.1). */
  readonly answerable: boolean;
  /** What was searched for: the question, and other wordings of it. */
  readonly words: string;
}

/** A model that may be asked, and who counts what it costs. */
export interface PaidModel {
  readonly model: ChatModel;
  /** False: the budget is spent. Books the most that this request can cost. */
  reserve(request: ChatRequest): Promise<boolean>;
  /** Books what it did cost instead; null: nobody counted. */
  settle(request: ChatRequest, answer: string, usage: Usage | null): Promise<void>;
}

export interface AnswerOptions extends Pick<PromptOptions, 'language' | 'tone' | 'marker'> {
  readonly past: readonly PastTurn[];
  /** Null: answers are quotations. */
  readonly paid: PaidModel | null;
  /** Two-letter code of the language that the answer should be in; null: it cannot be told. */
  readonly expected: string | null;
  readonly signal: AbortSignal;
}

/** Quotations of one answer without a model. */
const MOST_QUOTES = 3;
/** A passage that says less of the question than this part of what the best one says is not worth a quotation. */
const LEAST_SAID = 0.6;
/** What a quotation loses for each passage that was found before its own. */
const PLACE_LOSS = 0.04;
const MOST_NEAREST = 3;

/**
 * Answers a question from what was found, or says that it is not known (spec 10.1, 10.3). A model's words are shown
 * only as far as they pass the checks; where it fails or goes beyond its passages, the passages speak themselves.
 */
export async function* answer(
  question: string,
  { evidence, answerable, words }: Retrieval,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, void, void> {
  const unknown = (trouble: ModelTrouble | null): AnswerEvent => ({
    kind: 'answer',
    answer: { kind: 'unknown', nearest: nearestOf(evidence), trouble },
  });
  if (!answerable || evidence.length === 0) return yield unknown(null);
  const given = fittingEvidence(evidence);
  if (options.paid === null || given.length === 0) return yield quotations(words, evidence, null);
  const told = yield* askModel(question, given, options.paid, options);
  if (told.kind === 'grounded') {
    const citations = citationsOf(given, told.cited);
    return yield {
      kind: 'answer',
      answer: { kind: 'answered', by: 'model', text: told.text, citations, trouble: null },
    };
  }
  if (told.kind === 'declined') return yield unknown(null);
  return yield quotations(words, evidence, told);
}

async function* askModel(
  question: string,
  evidence: readonly GivenPassage[],
  { model, reserve, settle }: PaidModel,
  options: AnswerOptions,
): AsyncGenerator<AnswerEvent, ReturnType<typeof ground> | Exclude<ModelTrouble, { kind: 'unsupported' }>, void> {
  const request = promptFor(question, evidence, options.past, options);
  if (!(await reserve(request))) return { kind: 'budget' };
  const rules: GroundOptions = { language: options.expected };
  const chat = model.chat(request, options.signal);
  let text = '';
  let judged = '';
  let shown = '';
  let step = await chat.next();
  for (; step.done !== true; step = await chat.next()) {
    text += step.value;
    const complete = completedPart(withoutThinking(text));
    if (complete === judged) continue;
    judged = complete;
    const draft = ground(complete, evidence, rules);
    if (draft.kind !== 'grounded' || draft.text === shown) continue;
    shown = draft.text;
    yield { kind: 'draft', text: draft.text, citations: citationsOf(evidence, draft.cited) };
  }
  await settle(request, text, step.value.usage);
  if (!step.value.ok) return { kind: 'failed', failure: step.value.failure };
  return ground(withoutThinking(text), evidence, rules);
}

/** The best passages in their own words, each with its citation (rule 10.3). */
function quotations(words: string, evidence: readonly GivenPassage[], trouble: ModelTrouble | null): AnswerEvent {
  const quotes = evidence
    .map((passage, place) => ({ passage, place, text: quote(passage, words) }))
    .filter(({ text }, index, all) => text !== '' && all.findIndex((other) => other.text === text) === index)
    // Chosen by what is shown of it, whatever else the passage says; what the team taught in any case.
    .map(({ passage, text, place }) => ({
      ...passage,
      text,
      said: saysOf({ ...passage, text }, words) * (1 - PLACE_LOSS * place),
    }))
    .toSorted((a, b) => Number(b.taught) - Number(a.taught) || b.said - a.said);
  const enough = Math.max(0, ...quotes.filter(({ taught }) => !taught).map(({ said }) => said)) * LEAST_SAID;
  const quoted = quotes.filter(({ taught, said }) => taught || said >= enough).slice(0, MOST_QUOTES);
  if (quoted.length === 0)
    return { kind: 'answer', answer: { kind: 'unknown', nearest: nearestOf(evidence), trouble } };
  const text = quoted.map(({ text: body }, index) => `${asQuotation(body)}\n[${index + 1}]`).join('\n\n');
  const citations = citationsOf(
    evidence,
    quoted.map(({ n }) => n),
  );
  return { kind: 'answer', answer: { kind: 'answered', by: 'quotes', text, citations, trouble } };
}

function nearestOf(evidence: readonly GivenPassage[]): readonly Citation[] {
  return citationsOf(evidence, evidence.map(({ n }) => n).slice(0, MOST_NEAREST));
}

function asQuotation(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
