import type { Clock } from '../clock.ts';
import type { QuestionLog } from '../knowledge/questions.ts';
import type { Notes } from '../knowledge/instance-facts.ts';
import type { PaidModel } from './answer.ts';
import type { ChatModel, ChatRequest } from './models/model.ts';

/** What models may cost, in tokens a day (UTC). */
export interface Budgets {
  readonly guild: number;
  readonly instance: number;
}

/** Characters of one token, roughly, where nobody counts. */
const CHARACTERS = 4;

/** Counts what all guilds of this instance spend together. */
export interface InstanceCosts {
  /** Adds tokens to the day; returns its sum. */
  book(day: string, tokens: number): Promise<number>;
}

/** `what`: what the tokens are spent on, each counted by itself. */
export function createInstanceCosts(
  notes: Pick<Notes, 'get' | 'set'>,
  what: 'model' | 'embeddings' = 'model',
): InstanceCosts {
  const note = `${what}-tokens `;
  let last: Promise<unknown> = Promise.resolve();
  return {
    book(day, tokens) {
      const booked = last.then(async () => {
        const [kept, spent = '0'] = (await notes.get(note))?.split(' ') ?? [];
        const sum = Math.max(0, (kept === day ? Number(spent) : 0) + tokens);
        await notes.set(note, `${day} ${sum}`);
        return sum;
      });
      last = booked.catch(() => undefined);
      return booked;
    },
  };
}

/**
 * A model whose cost is booked before it is asked, with the most that it can be, and put right afterwards from what the
 * server counted. Over a budget it is not asked (rule 10.4).
 */
export function payFor(
  model: ChatModel,
  { guild, instance, budgets, clock }: { guild: QuestionLog; instance: InstanceCosts; budgets: Budgets; clock: Clock },
): PaidModel {
  const day = clock.now().toISOString().slice(0, 10);
  const book = async (tokens: number): Promise<boolean> => {
    const [ours, all] = [await guild.bookTokens(day, tokens), await instance.book(day, tokens)];
    return ours <= budgets.guild && all <= budgets.instance;
  };
  return {
    model,
    async reserve(request) {
      const most = sizeOf(request) + request.maxTokens;
      if (await book(most)) return true;
      await book(-most);
      return false;
    },
    async settle(request, answer, usage) {
      const input = counted(usage?.input) ?? sizeOf(request);
      const output = counted(usage?.output) ?? Math.ceil(answer.length / CHARACTERS);
      await book(input + output - sizeOf(request) - request.maxTokens);
    },
  };
}

/** What the server counted; null where it did not: there are servers that say zero, or less, of all they did. */
function counted(tokens: number | undefined): number | null {
  return tokens !== undefined && tokens > 0 ? tokens : null;
}

function sizeOf({ turns }: ChatRequest): number {
  return Math.ceil(turns.reduce((sum, { content }) => sum + content.length, 0) / CHARACTERS);
}
