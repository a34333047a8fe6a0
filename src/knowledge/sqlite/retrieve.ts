import { fusedRetrieval } from '../phrasings.ts';
import type { GuildKnowledge, Retrieval } from '../store.ts';
import type { Scope } from './bindings.ts';
import type { GuildFile } from './guild-file.ts';
import { LARGE, type SearchThread } from './search-thread.ts';

/** How one works on the guild's file. */
type Use = <T>(work: (file: GuildFile) => T | Promise<T>) => Promise<T>;

/** Searching one guild by all wordings of a question, wherever it costs the bot least. */
export function createRetrieve(use: Use, thread: SearchThread): GuildKnowledge['retrieve'] {
  const find = async (file: GuildFile, wording: string, limit: number, scope: Scope): Promise<Retrieval> => {
    const there = file.passages.count() > LARGE ? await thread.search(file.db.name, wording, limit, scope) : null;
    return there ?? file.search(wording, limit, scope);
  };
  return (question, limit, audience, alsoAs = []) =>
    use(async (file) => {
      await file.chores.run();
      const scope = file.bindings.scopeOf(audience);
      const found: [Retrieval, ...Retrieval[]] = [await find(file, question, limit, scope)];
      for (const wording of new Set(alsoAs))
        if (wording !== question) found.push(await find(file, wording, limit, scope));
      return fusedRetrieval(found, limit);
    });
}
