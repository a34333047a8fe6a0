import { fusedRetrieval } from '../phrasings.ts';
import type { GuildKnowledge, Retrieval } from '../store.ts';
import type { Scope } from './bindings.ts';
import type { Embedding } from './embedding.ts';
import type { GuildFile } from './guild-file.ts';
import type { Sought } from './search.ts';
import { LARGE, type SearchThread } from './search-thread.ts';

/** How one works on the guild's file. */
type Use = <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>;

/** Passages that are found by their vectors. */
const MOST_NEAR = 40;

/** Searching one guild by all wordings of a question, wherever it costs the bot least. */
export function createRetrieve(
  use: Use,
  thread: SearchThread,
  embedding: Embedding | null,
): GuildKnowledge['retrieve'] {
  const find = async (file: GuildFile, sought: Sought): Promise<Retrieval> => {
    const there = file.size() > LARGE ? await thread.search(file.db.name, sought) : null;
    return there ?? file.search(sought);
  };
  return (question, limit, audience, alsoAs = []) =>
    use(async (file) => {
      await file.chores.run();
      const scope = file.bindings.scopeOf(audience);
      const near = embedding === null ? [] : await nearTo(question, file, scope, embedding);
      const found: [Retrieval, ...Retrieval[]] = [await find(file, { question, limit, scope, near })];
      for (const wording of new Set(alsoAs))
        if (wording !== question) found.push(await find(file, { question: wording, limit, scope, near: [] }));
      return fusedRetrieval(found, limit);
    });
}

/** Passages whose vectors are nearest to the question's; none when there are no vectors, or not in time. */
async function nearTo(
  question: string,
  { vectors }: GuildFile,
  scope: Scope,
  embedding: Embedding,
): Promise<readonly number[]> {
  if (question.trim() === '' || !vectors.has(embedding.model)) return [];
  const vector = await embedding.question(question);
  if (vector === null) return [];
  try {
    return vectors.nearest(vector, MOST_NEAR, scope);
  } catch {
    embedding.cannotCompare();
    return [];
  }
}
