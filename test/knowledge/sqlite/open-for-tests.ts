import { fileURLToPath } from 'node:url';
import type { KnowledgeStore, Opened } from '../../../src/knowledge/store.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../../src/knowledge/sqlite/open.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

export function tryOpen(dataDir: string, more: Partial<SqliteStoreOptions> = {}): Promise<Opened<KnowledgeStore>> {
  return openSqliteStore({ dataDir, migrationsDir: MIGRATIONS, ...more });
}

export async function openStore(dataDir: string, more: Partial<SqliteStoreOptions> = {}): Promise<KnowledgeStore> {
  const opened = await tryOpen(dataDir, more);
  if (!opened.ok) throw new Error(opened.problem.sentence);
  return opened.value;
}
