import type { Database } from 'better-sqlite3';
import type { HostChecks, HostRecord, KeptAnswer, KnownHost } from '../host-checks.ts';
import type { GuildId } from '../store.ts';
import { atomic } from './atomic.ts';
import { dateOf } from './checked-pages.ts';

/** Hints of which guild has pages on which host, and when its scheduled work is due next. */
export interface PageHosts {
  gathered(): boolean;
  gather(found: readonly FoundGuild[]): void;
  /** What lies in one guild's file, whatever was hinted before. */
  found(guild: FoundGuild): void;
  /** To be called before the guild's file changes. */
  pageOn(host: string, guildId: GuildId): void;
  noPagesOn(host: string, guildId: GuildId): void;
  /** Null: never. */
  scheduleDue(guildId: GuildId, dueAt: Date | null): void;
  forget(guildId: GuildId): void;
  guildsOn(host: string): readonly GuildId[];
  guildsDue(now: Date): readonly GuildId[];
  hosts(): readonly KnownHost[];
  host(host: string): HostRecord;
}

export interface FoundGuild {
  readonly guildId: GuildId;
  readonly hosts: readonly string[];
  readonly dueAt: Date | null;
}

/** Nothing is scheduled further ahead: what is noted so was noted by a clock that was wrong, and is looked at. */
const FURTHEST_MS = 14 * 24 * 3_600_000;

interface HostRow {
  readonly host: string;
  readonly guildId: GuildId;
  readonly checkedFor: number | null;
  readonly refusals: number | null;
  readonly notBefore: number | null;
}

/** Prepares the statements on the open instance file. */
export function preparePageHosts(db: Database): PageHosts {
  const isGathered = db.prepare<[], number>("SELECT 1 FROM gathered WHERE what = 'page-hosts'").pluck();
  const markGathered = db.prepare<[]>("INSERT OR IGNORE INTO gathered (what) VALUES ('page-hosts')");
  const add = db.prepare<[string, string]>('INSERT OR IGNORE INTO page_hosts (host, guild_id) VALUES (?, ?)');
  const drop = db.prepare<[string, string]>('DELETE FROM page_hosts WHERE host = ? AND guild_id = ?');
  const dropGuild = db.prepare<[string]>('DELETE FROM page_hosts WHERE guild_id = ?');
  const due = db.prepare<[string, number]>(
    'INSERT INTO guild_schedules (guild_id, due_at) VALUES (?, ?) ON CONFLICT (guild_id) DO UPDATE SET due_at = excluded.due_at',
  );
  const neverDue = db.prepare<[string]>('DELETE FROM guild_schedules WHERE guild_id = ?');
  const guildsOn = db
    .prepare<[string], string>('SELECT guild_id FROM page_hosts WHERE host = ? ORDER BY guild_id')
    .pluck();
  const guildsDue = db
    .prepare<[number, number], string>(
      'SELECT guild_id FROM guild_schedules WHERE due_at <= ? OR due_at > ? ORDER BY due_at',
    )
    .pluck();
  const hosts = db.prepare<[], HostRow>(
    // One guild's hosts lie together, so that what is asked side by side is written together.
    `SELECT p.host, p.guild_id AS guildId, c.checked_for AS checkedFor, c.refusals, c.not_before AS notBefore
     FROM (SELECT host, min(guild_id) AS guild_id FROM page_hosts GROUP BY host) p
     LEFT JOIN host_checks c ON c.host = p.host ORDER BY p.guild_id, p.host`,
  );
  const one = db.prepare<[string], Omit<HostRow, 'guildId'>>(
    'SELECT host, checked_for AS checkedFor, refusals, not_before AS notBefore FROM host_checks WHERE host = ?',
  );
  /** Most pages are saved on a host that is known: then there is nothing to write. */
  const known = new Set<string>();

  const scheduleDue = (guildId: GuildId, dueAt: Date | null): void =>
    void (dueAt === null ? neverDue.run(guildId) : due.run(guildId, dueAt.getTime()));
  const note = ({ guildId, hosts: on, dueAt }: FoundGuild): void => {
    for (const host of on) add.run(host, guildId);
    if (dueAt !== null) due.run(guildId, dueAt.getTime());
  };
  return {
    gathered: () => isGathered.get() !== undefined,
    gather: atomic(db, (found: readonly FoundGuild[]) => {
      for (const guild of found) note(guild);
      markGathered.run();
    }),
    found: atomic(db, note),
    pageOn(host, guildId) {
      const key = `${guildId} ${host}`;
      if (known.has(key)) return;
      add.run(host, guildId);
      known.add(key);
    },
    noPagesOn(host, guildId) {
      known.delete(`${guildId} ${host}`);
      drop.run(host, guildId);
    },
    scheduleDue,
    forget(guildId) {
      known.clear();
      dropGuild.run(guildId);
      neverDue.run(guildId);
    },
    guildsOn: (host) => guildsOn.all(host),
    guildsDue: (now) => guildsDue.all(now.getTime(), now.getTime() + FURTHEST_MS),
    hosts: () => hosts.all().map((row) => ({ guildId: row.guildId, ...recordOf(row) })),
    host(host) {
      const row = one.get(host);
      return row === undefined ? { host, checkedFor: null, refusals: 0, notBefore: null } : recordOf(row);
    },
  };
}

function recordOf({ host, checkedFor, refusals, notBefore }: Omit<HostRow, 'guildId'>): HostRecord {
  return { host, checkedFor: dateOf(checkedFor), refusals: refusals ?? 0, notBefore: dateOf(notBefore) };
}

/** How the hosts' checks stand, and answers that wait for guilds. */
export function prepareHostChecks(db: Database): Pick<HostChecks, 'record' | 'keepAnswers' | 'keptAnswers' | 'letGo'> {
  const record = db.prepare<[string, number | null, number, number | null, string | null]>(
    `INSERT INTO host_checks (host, checked_for, refusals, not_before, robots) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET (checked_for, refusals, not_before, robots)
       = (excluded.checked_for, excluded.refusals, excluded.not_before, coalesce(excluded.robots, robots))`,
  );
  const keep = db.prepare<[string, string, number, string]>(
    'INSERT OR REPLACE INTO kept_answers (url, host, taken_at, answer) VALUES (?, ?, ?, ?)',
  );
  const keepFor = db.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO kept_answer_guilds (url, guild_id, page_id) VALUES (?, ?, ?)',
  );
  const kept = db.prepare<[string], { readonly url: string; readonly takenAt: number; readonly answer: string }>(
    'SELECT url, taken_at AS takenAt, answer FROM kept_answers WHERE host = ? ORDER BY taken_at, url',
  );
  const guildsOf = db.prepare<[string], { readonly guildId: string; readonly pageId: number }>(
    'SELECT guild_id AS guildId, page_id AS pageId FROM kept_answer_guilds WHERE url = ? ORDER BY guild_id',
  );
  const drop = db.prepare<[string]>('DELETE FROM kept_answers WHERE url = ?');
  const keepAnswers = atomic(db, (host: string, answers: readonly KeptAnswer[]) => {
    for (const { url, takenAt, answer, guilds } of answers) {
      keep.run(url, host, takenAt.getTime(), answer);
      for (const { guildId, pageId } of guilds) keepFor.run(url, guildId, pageId);
    }
  });
  const letGo = atomic(db, (urls: readonly string[]) => {
    for (const url of urls) drop.run(url);
  });

  return {
    async record({ host, checkedFor, refusals, notBefore }, robots) {
      const evidence = robots === null ? null : JSON.stringify(robots);
      record.run(host, checkedFor?.getTime() ?? null, refusals, notBefore?.getTime() ?? null, evidence);
    },
    keepAnswers: async (host, answers) => keepAnswers(host, answers),
    keptAnswers: async (host) =>
      kept.all(host).map(({ url, takenAt, answer }) => ({
        url,
        takenAt: new Date(takenAt),
        answer,
        guilds: guildsOf.all(url),
      })),
    letGo: async (urls) => letGo(urls),
  };
}
