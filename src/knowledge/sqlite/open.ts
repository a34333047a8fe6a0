import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { systemClock, type Clock } from '../../clock.ts';
import type { Embedder } from '../embedder.ts';
import { StoreError, type GuildId, type KnowledgeStore, type Opened, type StoreProblem } from '../store.ts';
import { RESTORING } from './backup-names.ts';
import { openDatabase, removeUnfinished } from './database.ts';
import { createEmbedding, type Embedding } from './embedding.ts';
import { prepareForgotten } from './forgotten.ts';
import { createGuildKnowledge } from './guild.ts';
import { createGuildFiles, isGuildId, makeGuildsDir, type GuildFiles } from './guild-files.ts';
import { unwritable } from './inspect.ts';
import { INSTANCE_APPLICATION_ID, prepareHints, type Hints } from './instance.ts';
import { createLearning } from './learning.ts';
import { removeLease, takeLease } from './lease.ts';
import { prepareLinkVerdicts } from './link-verdicts.ts';
import { readMigrations } from './migrate.ts';
import { prepareNotes } from './notes.ts';
import { prepareHostChecks, preparePageHosts, type FoundGuild } from './page-hosts.ts';
import { asStoreError, problemOf, problemWith } from './problem.ts';
import { createSearchThread } from './search-thread.ts';
import { prepareShutHosts } from './shut-hosts.ts';

export interface SqliteStoreOptions {
  /** Made when it is not there: `heimdall.sqlite`, `guilds/<id>.sqlite`, `backups/`. */
  readonly dataDir: string;
  /** Holds `instance/` and `guild/` with the numbered SQL files. */
  readonly migrationsDir: string;
  /** What turns texts into vectors; without it passages are found by their words alone. */
  readonly embedder?: Embedder;
  readonly clock?: Clock;
  /** Guild files open at once, those in use not counted out; 64 unless told otherwise. */
  readonly maxOpenGuilds?: number;
}

const MAX_OPEN_GUILDS = 64;
const MAX_LINK_VERDICTS = 100_000;

/** Opens the knowledge store of a data directory: one SQLite file a guild and one for the instance (rule 9.1). */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Opened<KnowledgeStore>> {
  const { dataDir, migrationsDir } = options;
  const instanceMigrations = readMigrations(join(migrationsDir, 'instance'));
  const migrations = readMigrations(join(migrationsDir, 'guild'));
  const problem = prepareDirectory(dataDir);
  if (problem !== null) return { ok: false, problem };
  if (existsSync(join(dataDir, RESTORING))) return { ok: false, problem: problemWith(dataDir, 'half-restored') };
  for (const directory of [dataDir, join(dataDir, 'guilds')]) removeUnfinished(directory);
  const instance = openDatabase({
    path: join(dataDir, 'heimdall.sqlite'),
    applicationId: INSTANCE_APPLICATION_ID,
    migrations: instanceMigrations,
    backupDir: join(dataDir, 'backups'),
    thorough: true,
  });
  if (!instance.ok) return instance;
  const maxOpen = options.maxOpenGuilds ?? MAX_OPEN_GUILDS;
  const { embedder, clock = systemClock } = options;
  const embedding = embedder === undefined ? null : createEmbedding(embedder, clock);
  const files = createGuildFiles({ dataDir, migrations, maxOpen });
  return { ok: true, value: createStore(instance.value, files, embedding) };
}

/** Makes the data directory where there is none; says why it cannot be used. */
function prepareDirectory(dataDir: string): StoreProblem | null {
  try {
    if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) return problemWith(dataDir, 'not-a-directory');
    makeDirectory(dataDir);
    return unwritable(dataDir) ?? unwritable(makeGuildsDir(dataDir));
  } catch (error) {
    const problem = problemOf(error, dataDir);
    if (problem === null) throw error;
    return problem;
  }
}

/** Node's own recursive `mkdirSync` never returns where a parent is there and nothing can be made in it (/proc, a deleted folder). */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error;
  }
}

function createStore(instance: Database, files: GuildFiles, embedding: Embedding | null): KnowledgeStore {
  const checksLock = instance.name.replace(/\.sqlite$/, '-checks.lock');
  const hints = prepareHints(instance);
  const hosts = preparePageHosts(instance);
  const forgotten = prepareForgotten(instance);
  const thread = createSearchThread();
  const learning = createLearning();
  const gatherHosts = async (): Promise<void> => {
    if (!hosts.gathered()) hosts.gather(await findHosts(files));
  };
  const lockOf = (id: GuildId): string => files.pathOf(id).replace(/\.sqlite$/, '.lock');
  const lease = (id: GuildId) => {
    if (!isGuildId(id)) throw new StoreError(problemWith(id, 'bad-guild-id'), undefined);
    try {
      return takeLease(lockOf(id));
    } catch (error) {
      throw asStoreError(error, lockOf(id));
    }
  };

  return {
    notes: prepareNotes(instance),
    linkVerdicts: prepareLinkVerdicts(instance, MAX_LINK_VERDICTS),
    shutHosts: prepareShutHosts(instance),
    hostChecks: {
      ...prepareHostChecks(instance),
      async hosts() {
        await gatherHosts();
        return hosts.hosts();
      },
      host: async (host) => hosts.host(host),
      guildsOn: async (host) => hosts.guildsOn(host),
      async guildsDue(now) {
        await gatherHosts();
        return hosts.guildsDue(now);
      },
    },
    async guild(id) {
      const problem = await files.open(id);
      if (problem !== null) return { ok: false, problem };
      return {
        ok: true,
        value: createGuildKnowledge(id, files, { hints, hosts, forgotten, thread, learning, embedding }),
      };
    },
    guildIds: async () => files.ids(),
    changedAt: (id) => changedAt(files.pathOf(id)),
    leaseJobs: async (id) => lease(id),
    leaseChecks: async () => takeLease(checksLock),
    async guildsWithOpenJobs() {
      if (!hints.gathered()) await gatherHints(hints, files);
      return hints.guildsWithOpenJobs();
    },
    async deleteGuild(id) {
      const held = lease(id);
      if (held === null) throw new StoreError(problemWith(files.pathOf(id), 'busy'), undefined);
      await thread.forget(files.pathOf(id));
      await files.delete(id);
      hints.noJobOpen(id);
      hosts.forget(id);
      removeLease(lockOf(id), held);
    },
    embeddings: embedding === null ? null : { model: embedding.model, trouble: embedding.trouble },
    async close() {
      await Promise.all([thread.close(), learning.close(), embedding?.close()]);
      await files.close();
      instance.close();
    },
  };
}

/** When the file, or the log of what is not yet written back into it, was written to last; 0 where there is none. */
function changedAt(path: string): number {
  const times = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

/** Looks into every guild file for unfinished jobs; a guild that cannot be opened keeps its trouble to itself. */
async function gatherHints(hints: Hints, files: GuildFiles): Promise<void> {
  const withOpenJobs: GuildId[] = [];
  for (const id of files.ids()) {
    if ((await files.open(id)) !== null) continue;
    if (await files.use(id, ({ jobs }) => jobs.unfinished().length > 0)) withOpenJobs.push(id);
  }
  hints.gather(withOpenJobs);
}

/** Looks into every guild file for the hosts of its pages, and when its scheduled work is due. */
async function findHosts(files: GuildFiles): Promise<readonly FoundGuild[]> {
  const found: FoundGuild[] = [];
  for (const guildId of files.ids()) {
    if ((await files.open(guildId)) !== null) continue;
    const { hosts, dueAt } = await files.use(guildId, ({ freshness }) => ({
      hosts: freshness.checkedPages.hosts(),
      dueAt: freshness.schedules.nextDue(),
    }));
    found.push({ guildId, hosts, dueAt });
  }
  return found;
}
