import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Audience } from '../knowledge/bindings.ts';
import type { KeptCitation, KeptQuestion, Translation } from '../knowledge/questions.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { answer, type Answer, type AnswerEvent, type AnswerOptions, type ModelTrouble } from '../odin/answer.ts';
import { audienceKey } from '../odin/audience.ts';
import type { Citation } from '../odin/citation.ts';
import { payFor, type InstanceCosts } from '../odin/costs.ts';
import { baseLanguage, languageName, languageOf } from '../odin/language.ts';
import type { ChatModel } from '../odin/models/model.ts';
import type { PastTurn } from '../odin/prompt.ts';
import type { OdinSettings } from '../odin/settings.ts';
import { taughtFor } from '../odin/taught.ts';
import { marksOf, type CitationMarks } from './citation-marks.ts';
import { find, pageLanguages } from './finding.ts';

/** Why nothing is asserted, and who can change that (rule 10.1). */
export interface Ignorance {
  /** Languages of the knowledge, where the question is in another one; English names. */
  readonly languages: readonly string[];
  /** A source is only partly read. */
  readonly partial: boolean;
}

/** Longest question, in characters. */
export const MAX_QUESTION = 500;
/** Turns of a thread that a follow-up remembers. */
const MOST_TURNS = 3;

export interface Asked {
  readonly question: string;
  /** The member's id; null on the console. */
  readonly asker: string | null;
  readonly channel: string | null;
  readonly audience: Audience;
  /** The kept question that this one follows. */
  readonly parent: number | null;
  /** Nobody asked Heimdall: what it is not sure of is not answered. */
  readonly isUnasked: boolean;
  readonly settings: OdinSettings;
  readonly signal: AbortSignal;
}

/** Parts of the answer while it is made; last the answer, and the number it is kept under. */
export type AskingEvent =
  | Extract<AnswerEvent, { kind: 'draft' }>
  | {
      readonly kind: 'answer';
      readonly answer: Answer;
      readonly questionId: number;
      readonly ignorance: Ignorance;
      readonly marks: CitationMarks;
    };

/** How a question was answered: for the metrics and the admins. Says nothing of what was asked, or by whom. */
export interface AnswerNews {
  readonly guildId: string;
  readonly by: 'model' | 'quotes' | 'nobody';
  /** Taken from what was answered before. */
  readonly again: boolean;
  /** Why a model's words are not what is shown; null: they are, or no model was asked. */
  readonly trouble: ModelTrouble | null;
  /** From the question to the whole answer. */
  readonly seconds: number;
}

/** Answers questions from what a guild knows, and keeps them. */
export interface Asking {
  ask(guild: GuildKnowledge, asked: Asked): AsyncGenerator<AskingEvent, void, void>;
}

export interface AskingDeps {
  readonly clock: Clock;
  /** Null: answers are quotations. */
  readonly model: ChatModel | null;
  readonly costs: InstanceCosts;
  /** Tokens a day for all guilds together. */
  readonly instanceBudget: number;
  /** Told of each answer. */
  tell(news: AnswerNews): void;
}

export function createAsking({ clock, model, costs, instanceBudget, tell }: AskingDeps): Asking {
  return {
    async *ask(guild, asked) {
      const begun = clock.monotonic();
      const told = (made: Answer, again: boolean): void => {
        const by = made.kind === 'answered' ? made.by : 'nobody';
        tell({ guildId: guild.guildId, by, again, trouble: made.trouble, seconds: (clock.monotonic() - begun) / 1000 });
      };
      const past = await turnsBefore(guild, asked);
      const before = past.at(-1)?.question ?? null;
      const again = await answerAgain(guild, asked, model === null ? 'quotes' : 'model');
      if (again !== null && (await mayRepeat(guild, asked, before))) {
        told(again, true);
        const questionId = await keepAnswer(guild, asked, { made: again, translation: null, at: clock.now() });
        yield { kind: 'answer', answer: again, questionId, ignorance: NONE, marks: await marksFor(guild, again) };
        return;
      }
      const budgets = { guild: asked.settings.budget, instance: instanceBudget };
      const paid = model === null ? null : payFor(model, { guild, instance: costs, budgets, clock });
      const { retrieval, translation, trouble } = await find(guild, { ...asked, before, translator: paid });
      const options = await optionsFor(asked, past);
      for await (const event of answer(asked.question, retrieval, { ...options, paid })) {
        if (event.kind === 'draft') {
          yield event;
          continue;
        }
        const made = { ...event.answer, trouble: event.answer.trouble ?? trouble };
        told(made, false);
        const questionId = await keepAnswer(guild, asked, { made, translation, at: clock.now() });
        const marks = await marksFor(guild, made);
        yield {
          ...event,
          answer: made,
          questionId,
          marks,
          ignorance: await ignorance(guild, asked, made, translation),
        };
      }
    },
  };
}

/** What was said before in this thread, the oldest first; up to what this audience may not see (rule 10.6). */
async function turnsBefore(guild: GuildKnowledge, { parent, audience }: Asked): Promise<readonly PastTurn[]> {
  const turns: PastTurn[] = [];
  for (let id = parent; id !== null && turns.length < MOST_TURNS;) {
    const kept = await guild.question(id);
    if (kept === null || !(await maySee(guild, audience, kept))) break;
    turns.unshift({ question: kept.question, answer: (await mayTellModel(guild, kept)) ? kept.answer : WITHHELD });
    id = kept.parent;
  }
  return turns;
}

/** Stands in a thread for an answer whose words no model may read. */
const WITHHELD = 'The answer was shown.';

/** An answer may hold pages' own words: it goes to a model only while every page that it cites may (rule 3.7). */
async function mayTellModel(guild: GuildKnowledge, { citations }: KeptQuestion): Promise<boolean> {
  const cited = citations.filter(({ taught }) => !taught);
  const pages = await Promise.all(cited.map(({ pageId }) => guild.page(pageId)));
  return pages.every((page) => page?.aiInput === true);
}

/** Whether an answer says nothing that is kept from an audience, as sources are bound now. */
function maySee(guild: GuildKnowledge, audience: Audience, { citations }: KeptQuestion): Promise<boolean> {
  const pages = citations.filter(({ taught }) => !taught).map(({ pageId }) => pageId);
  return guild.maySee(audience, pages);
}

/**
 * The answer that this question was given before, while its sources are unchanged. Not one that was rated badly, nor
 * what was quoted because the model failed, nor one from before the team taught a better one.
 */
async function answerAgain(guild: GuildKnowledge, asked: Asked, by: 'model' | 'quotes'): Promise<Answer | null> {
  const { question, audience } = asked;
  const kept = await guild.answerKept(keyOf(asked), audienceKey(audience));
  if (kept === null || kept.by !== by || kept.bad > kept.good || !(await maySee(guild, audience, kept))) return null;
  const lessons = taughtFor(question, await guild.taught(audience));
  const saysAll = lessons.every(({ pageId: lesson }) =>
    kept.citations.some(({ taught, pageId }) => taught && pageId === lesson),
  );
  if (!saysAll) return null;
  const citations = await Promise.all(kept.citations.map((citation) => asOfNow(guild, citation)));
  return { kind: 'answered', by, text: kept.answer, citations, trouble: null };
}

/** What was answered when it was asked may not be sure enough to be told unasked. */
async function mayRepeat(guild: GuildKnowledge, asked: Asked, before: string | null): Promise<boolean> {
  return !asked.isUnasked || (await find(guild, { ...asked, before, translator: null })).retrieval.answerable;
}

/** A page that still says the same was perhaps confirmed since. */
async function asOfNow(guild: GuildKnowledge, { contentHash: _, ...citation }: KeptCitation): Promise<Citation> {
  const page = citation.taught ? null : await guild.page(citation.pageId);
  return page === null ? citation : { ...citation, fetchedAt: page.fetchedAt };
}

async function optionsFor(
  { question, settings, signal }: Asked,
  past: readonly PastTurn[],
): Promise<Omit<AnswerOptions, 'paid'>> {
  return {
    past,
    signal,
    marker: randomBytes(12).toString('hex'),
    tone: settings.tone,
    language: settings.language === null ? null : languageName(settings.language),
    expected: baseLanguage(settings.language ?? (await languageOf(question))),
  };
}

function marksFor(guild: GuildKnowledge, made: Answer): Promise<CitationMarks> {
  return marksOf(guild, made.kind === 'answered' ? made.citations : []);
}

const NONE: Ignorance = { languages: [], partial: false };

/** What may help who gets no answer: another language, or the rest of a source. */
async function ignorance(
  guild: GuildKnowledge,
  { question, audience }: Asked,
  { kind }: Answer,
  translation: Translation | null,
): Promise<Ignorance> {
  if (kind === 'answered') return NONE;
  const asked = translation === null ? await languageOf(question) : null;
  const known = asked === null ? [] : await pageLanguages(guild, audience);
  const foreign = asked !== null && !known.includes(asked);
  return {
    languages: foreign ? known.map(languageName) : [],
    partial: await guild.hasPartialSource(audience),
  };
}

/**
 * The same for a question asked again that wants the same kind of answer. Every word counts: "on" and "off" make all the
 * difference. None for a follow-up, whose words mean something else elsewhere.
 */
function keyOf({ question, parent, settings }: Asked): string {
  const words = question.normalize('NFKC').toLowerCase().trim().split(/\s+/u);
  const said = words.map((word) => word.replace(/^[¿¡]+|[?!.,;:。、]+$/gu, '')).join(' ');
  return parent !== null || said === '' ? '' : [settings.language ?? 'as asked', settings.tone, said].join(' ');
}

/** Keeps what was answered; an unanswered question becomes part of a gap (rule 10.5). */
async function keepAnswer(
  guild: GuildKnowledge,
  asked: Asked,
  { made, translation, at: askedAt }: { made: Answer; translation: Translation | null; at: Date },
): Promise<number> {
  const { question, asker, channel, audience, parent } = asked;
  const answered = made.kind === 'answered';
  const id = await guild.keepQuestion({
    askedAt,
    asker,
    channel,
    question,
    key: keyOf(asked),
    audience: audienceKey(audience),
    parent,
    by: answered ? made.by : null,
    answer: answered ? made.text : '',
    citations: answered ? await Promise.all(made.citations.map((citation) => kept(guild, citation))) : [],
    translation,
  });
  if (!answered) await guild.addToGap(id);
  return id;
}

async function kept(guild: GuildKnowledge, citation: Citation): Promise<KeptCitation> {
  const page = citation.taught ? null : await guild.page(citation.pageId);
  return { ...citation, contentHash: page?.contentHash ?? null };
}
