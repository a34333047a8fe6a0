import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import type { GuildId } from '../store.ts';
import { atomic } from './atomic.ts';

/** That a member had what was kept about him in a guild deleted (rule 10.8). */
export interface Tombstone {
  readonly guildId: GuildId;
  readonly memberHash: string;
  /** Milliseconds since 1970. */
  readonly forgottenAt: number;
}

/** The tombstones of one instance. None is ever let go: a backup may be of any age, and so may a lesson with its name. */
export interface Forgotten {
  add(guildId: GuildId, member: string, at: Date): void;
  /** Takes over those of another file; of two for one member the later counts. */
  takeOver(tombstones: readonly Tombstone[]): void;
  all(): readonly Tombstone[];
}

/** Prepares the statements on the open instance file. */
export function prepareForgotten(db: Database.Database): Forgotten {
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO forgotten (guild_id, member_hash, forgotten_at) VALUES (?, ?, ?)
     ON CONFLICT (guild_id, member_hash) DO UPDATE SET forgotten_at = max(forgotten_at, excluded.forgotten_at)`,
  );
  const all = db.prepare<[], Tombstone>(
    'SELECT guild_id AS guildId, member_hash AS memberHash, forgotten_at AS forgottenAt FROM forgotten',
  );
  return {
    add(guildId, member, at) {
      put.run(guildId, hashOf(guildId, member), at.getTime());
    },
    takeOver: atomic(db, (tombstones: readonly Tombstone[]) => {
      for (const { guildId, memberHash, forgottenAt } of tombstones) put.run(guildId, memberHash, forgottenAt);
    }),
    all: () => all.all(),
  };
}

/** The tombstones in an instance file of any version; null where none were kept yet. */
export function tombstonesIn(db: Database.Database): readonly Tombstone[] | null {
  return hasTable(db, 'forgotten') ? prepareForgotten(db).all() : null;
}

/** Deletes from a guild's file, which nobody else has open, what the tombstones are for, bytes included; how many rows. */
export function forgetAgain(path: string, tombstones: readonly Tombstone[]): number {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('foreign_keys = ON');
    if (tombstones.length === 0 || !hasTable(db, 'questions')) return 0;
    const members = db
      .prepare<[], string>(
        `SELECT asker FROM questions WHERE asker IS NOT NULL
         UNION SELECT member FROM ratings UNION SELECT taught_by FROM taught_answers`,
      )
      .pluck()
      .all();
    const forget = prepareForgetting(db);
    const gone = atomic(db, () =>
      members.reduce((sum, member) => {
        const tombstone = tombstones.find(({ guildId, memberHash }) => memberHash === hashOf(guildId, member));
        return tombstone === undefined ? sum : sum + forget(member, tombstone.forgottenAt);
      }, 0),
    )();
    if (gone > 0) db.exec('VACUUM');
    return gone;
  } finally {
    db.close();
  }
}

/** Deletes what a member asked and rated up to a moment, and his name from what he taught; how many rows changed. */
export function prepareForgetting(db: Database.Database): (member: string, upTo: number) => number {
  const statements = [
    'DELETE FROM ratings WHERE member = ? AND rated_at <= ?',
    'DELETE FROM questions WHERE asker = ? AND asked_at <= ?',
    "UPDATE taught_answers SET taught_by = '' WHERE taught_by = ? AND taught_at <= ?",
  ].map((sql) => db.prepare<[string, number]>(sql));
  const emptyGaps = db.prepare('DELETE FROM gaps WHERE NOT EXISTS (SELECT 1 FROM questions WHERE gap_id = gaps.id)');
  return (member, upTo) => {
    const gone = statements.reduce((sum, statement) => sum + statement.run(member, upTo).changes, 0);
    emptyGaps.run();
    return gone;
  };
}

function hasTable(db: Database.Database, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function hashOf(guildId: GuildId, member: string): string {
  return createHash('sha256').update(`${guildId} ${member}`).digest('hex');
}
