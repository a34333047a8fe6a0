import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { StoreError, type GuildId, type Opened, type StoreProblem } from '../store.ts';
import { openDatabase } from './database.ts';
import { prepareGuildFile, type GuildFile } from './guild-file.ts';
import { removeCopies, type Migration } from './migrate.ts';
import { asStoreError, problemWith } from './problem.ts';
import { createTurns } from './turns.ts';

/** "HmdG": what marks a file as a guild's database of ours. */
export const GUILD_APPLICATION_ID = 0x48_6d_64_47;
const GUILD_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Everything that may lie beside a database under its name. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

export interface GuildFilesOptions {
  readonly dataDir: string;
  readonly migrations: readonly Migration[];
  readonly maxOpen: number;
}

/** The guild files of a data directory, of which so many are open at once; those in use stay open. */
export interface GuildFiles {
  /**
   * Opens the guild's file unless it is open, and says why it cannot be. The first time in this process it also goes on
   * with what a kill interrupted.
   */
  open(id: GuildId): Promise<StoreProblem | null>;
  /** Runs some work on the guild's file; throws `StoreError` when it cannot be opened or the disk refuses. */
  use<T>(id: GuildId, work: (file: GuildFile) => T | Promise<T>): Promise<T>;
  ids(): readonly GuildId[];
  pathOf(id: GuildId): string;
  /** Deletes the copies made of the guild's file before migrations. */
  removeCopies(id: GuildId): void;
  delete(id: GuildId): Promise<void>;
  close(): Promise<void>;
}

interface Entry {
  readonly file: GuildFile;
  /** Pieces of work that use it at the moment. */
  uses: number;
}

export function isGuildId(id: string): boolean {
  return GUILD_ID.test(id);
}

/** The guild files below `dataDir`; the directory for them must exist. */
export function createGuildFiles(options: GuildFilesOptions): GuildFiles {
  const directory = join(options.dataDir, 'guilds');
  const backupDir = join(options.dataDir, 'backups');
  /** In the order of last use. */
  const entries = new Map<GuildId, Entry>();
  /** Files read through once in this process; read through again only after an error. */
  const trusted = new Set<GuildId>();

  const pathOf = (id: GuildId): string => join(directory, `${id}.sqlite`);
  const closeEntry = (id: GuildId, entry: Entry): void => {
    entries.delete(id);
    entry.file.db.close();
  };
  const makeRoom = (): void => {
    for (const [id, entry] of entries) {
      if (entries.size <= options.maxOpen) return;
      if (entry.uses === 0) closeEntry(id, entry);
    }
  };

  const openEntry = (id: GuildId): Opened<Entry> => {
    const open = entries.get(id);
    if (open !== undefined) {
      entries.delete(id);
      entries.set(id, open);
      return { ok: true, value: open };
    }
    if (!isGuildId(id)) return { ok: false, problem: problemWith(id, 'bad-guild-id') };
    const { migrations } = options;
    const recipe = { path: pathOf(id), applicationId: GUILD_APPLICATION_ID, migrations, backupDir };
    const opened = openDatabase({ ...recipe, thorough: !trusted.has(id) });
    if (!opened.ok) return opened;
    const entry: Entry = { file: prepareGuildFile(opened.value), uses: 0 };
    trusted.add(id);
    entries.set(id, entry);
    return { ok: true, value: entry };
  };

  const turn = createTurns();
  const use = async <T>(id: GuildId, work: (file: GuildFile) => T | Promise<T>): Promise<T> => {
    await turn();
    const opened = openEntry(id);
    if (!opened.ok) throw new StoreError(opened.problem, undefined);
    const entry = opened.value;
    entry.uses += 1;
    makeRoom();
    try {
      // A write now would hold the thread until the file is written anew.
      await entry.file.erasure.settled();
      return await work(entry.file);
    } catch (error) {
      const refused = asStoreError(error, pathOf(id));
      if (refused instanceof StoreError) trusted.delete(id);
      throw refused;
    } finally {
      entry.uses -= 1;
      makeRoom();
    }
  };

  return {
    async open(id) {
      try {
        const isFirst = !trusted.has(id);
        await use(id, ({ chores }) => (isFirst ? chores.runAndErase() : undefined));
        return null;
      } catch (error) {
        if (error instanceof StoreError) return error.problem;
        throw error;
      }
    },
    use,
    ids: () =>
      readdirSync(directory)
        .filter((name) => name.endsWith('.sqlite'))
        .map((name) => name.slice(0, -'.sqlite'.length))
        .filter(isGuildId)
        .toSorted(),
    pathOf,
    removeCopies: (id) => removeCopies(id, backupDir),
    async delete(id) {
      const entry = entries.get(id);
      if (entry !== undefined) {
        await idle(entry);
        closeEntry(id, entry);
      }
      trusted.delete(id);
      for (const suffix of COMPANIONS) rmSync(pathOf(id) + suffix, { force: true });
      removeCopies(id, backupDir);
    },
    async close() {
      for (const [id, entry] of entries) {
        await idle(entry);
        closeEntry(id, entry);
      }
    },
  };
}

/** Waits until nobody works with the file; slices yield often, so turns of the event loop are measure enough. */
async function idle(entry: Entry): Promise<void> {
  while (entry.uses > 0) await yieldToOthers();
}

/** Makes the directory that guild files lie in. */
export function makeGuildsDir(dataDir: string): string {
  const directory = join(dataDir, 'guilds');
  if (!existsSync(directory)) mkdirSync(directory);
  return directory;
}
