import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Audience } from '../knowledge/bindings.ts';
import { isAnswerable } from '../knowledge/evidence.ts';
import { contentWords } from '../knowledge/query.ts';
import type { KeptCitation, KeptQuestion } from '../knowledge/questions.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import {
  answer,
  type Answer,
  type AnswerEvent,
  type AnswerOptions,
  type ModelTrouble,
  type Retrieval,
} from '../odin/answer.ts';
import { audienceKey } from '../odin/audience.ts';
import type { Citation } from '../odin/citation.ts';
import { payFor, type InstanceCosts } from '../odin/costs.ts';
import { searchTextOf } from '../odin/follow-up.ts';
import { evidenceFrom } from '../odin/given.ts';
import { baseLanguage, languageName, languageOf } from '../odin/language.ts';
import type { ChatModel } from '../odin/models/model.ts';
import type { PastTurn } from '../odin/prompt.ts';
import type { OdinSettings } from '../odin/settings.ts';
import { taughtFor } from '../odin/taught.ts';

/** Why nothing is asserted, and who can change that (rule 10.1). */
export interface Ignorance {
  /** Languages of the knowledge, where the question is in another one; English names. */
  readonly languages: readonly string[];
  /** A source is only partly read. */
  readonly partial: boolean;
}

/** Longest question, in characters. */
export const MAX_QUESTION = 500;
/** Passages looked at for one answer, and turns of a thread that a follow-up remembers. */
const PASSAGES = 8;
const MOST_TURNS = 3;

export interface Asked {
  readonly question: string;
  /** The member's id; null on the console. */
  readonly asker: string | null;
  readonly channel: string | null;
  readonly audience: Audience;
  /** The kept question that this one follows. */
  readonly parent: number | null;
  readonly settings: OdinSettings;
  readonly signal: AbortSignal;
}

/** Parts of the answer while it is made; last the answer, and the number it is kept under. */
export type AskingEvent =
  | Extract<AnswerEvent, { kind: 'draft' }>
  | { readonly kind: 'answer'; readonly answer: Answer; readonly questionId: number; readonly ignorance: Ignorance };

/** How a question was answered: for the metrics. Says nothing of what was asked, by whom or where. */
export interface AnswerNews {
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
        tell({ by, again, trouble: made.trouble, seconds: (clock.monotonic() - begun) / 1000 });
      };
      const past = await turnsBefore(guild, asked);
      const key = keyOf(asked);
      const before = asked.parent === null ? await guild.answerKept(key, audienceKey(asked.audience)) : null;
      const keep = (made: Answer): Promise<number> => keepAnswer(guild, asked, key, made, clock.now());
      if (before !== null && before.by !== null && (await maySee(guild, asked.audience, before))) {
        const made: Answer = answerOf(before, before.by);
        told(made, true);
        yield { kind: 'answer', answer: made, questionId: await keep(made), ignorance: NONE };
        return;
      }
      const retrieval = await retrieve(guild, asked, past.at(-1)?.question ?? null);
      const budgets = { guild: asked.settings.budget, instance: instanceBudget };
      const paid = model === null ? null : payFor(model, { guild, instance: costs, budgets, clock });
      const options = await optionsFor(asked, past, retrieval);
      for await (const event of answer(asked.question, retrieval, { ...options, paid })) {
        if (event.kind === 'draft') {
          yield event;
          continue;
        }
        told(event.answer, false);
        yield {
          ...event,
          questionId: await keep(event.answer),
          ignorance: await ignorance(guild, asked, event.answer),
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

async function retrieve(
  guild: GuildKnowledge,
  { question, audience }: Asked,
  before: string | null,
): Promise<Retrieval> {
  const text = searchTextOf(question, before);
  const taught = taughtFor(question, await guild.taught(audience));
  const found = await guild.retrieve(text, PASSAGES, audience);
  return {
    evidence: [...taught, ...evidenceFrom(found.passages, taught.length + 1)],
    answerable: taught.length > 0 || isAnswerable(found),
  };
}

async function optionsFor(
  { question, settings, signal }: Asked,
  past: readonly PastTurn[],
  { evidence }: Retrieval,
): Promise<Omit<AnswerOptions, 'paid'>> {
  const wanted = settings.language ?? (await languageOf(question));
  const page = await languageOf(evidence[0]?.text ?? '');
  return {
    past,
    signal,
    marker: randomBytes(12).toString('hex'),
    tone: settings.tone,
    language: settings.language === null ? null : languageName(settings.language),
    compareWords: wanted === null || page === null || baseLanguage(wanted) === page,
  };
}

const NONE: Ignorance = { languages: [], partial: false };

/** What may help who gets no answer: another language, or the rest of a source. */
async function ignorance(guild: GuildKnowledge, { question, audience }: Asked, { kind }: Answer): Promise<Ignorance> {
  if (kind === 'answered') return NONE;
  const asked = await languageOf(question);
  const known = (await guild.languages(audience)).map(baseLanguage).filter((language) => language !== null);
  const foreign = asked !== null && known.length > 0 && !known.includes(asked);
  return {
    languages: foreign ? [...new Set(known)].map(languageName) : [],
    partial: await guild.hasPartialSource(audience),
  };
}

function keyOf({ question }: Asked): string {
  return contentWords(question).join(' ');
}

/** Keeps what was answered; an unanswered question becomes part of a gap (rule 10.5). */
async function keepAnswer(
  guild: GuildKnowledge,
  { question, asker, channel, audience, parent }: Asked,
  key: string,
  made: Answer,
  askedAt: Date,
): Promise<number> {
  const answered = made.kind === 'answered';
  const id = await guild.keepQuestion({
    askedAt,
    asker,
    channel,
    question,
    key,
    audience: audienceKey(audience),
    parent,
    by: answered ? made.by : null,
    answer: answered ? made.text : '',
    citations: answered ? await Promise.all(made.citations.map((citation) => kept(guild, citation))) : [],
  });
  if (!answered) await guild.addToGap(id);
  return id;
}

async function kept(guild: GuildKnowledge, citation: Citation): Promise<KeptCitation> {
  const page = citation.taught ? null : await guild.page(citation.pageId);
  return { ...citation, contentHash: page?.contentHash ?? null };
}

function answerOf({ answer: text, citations }: KeptQuestion, by: 'model' | 'quotes'): Answer {
  return { kind: 'answered', by, text, citations, trouble: null };
}
