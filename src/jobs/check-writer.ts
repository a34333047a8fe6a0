import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckResult, PageCheck } from '../knowledge/freshness.ts';
import type { GuildId, GuildKnowledge } from '../knowledge/store.ts';

/** Applies checks to guilds' pages, those that come in together in one transaction a guild. */
export interface CheckWriter {
  /** Resolves when the check is in the guild's file. */
  write(guild: GuildKnowledge, check: PageCheck): Promise<CheckResult>;
}

/** What waits for one guild's file. */
interface Batch {
  readonly guild: GuildKnowledge;
  readonly entries: Waiting[];
}

interface Waiting {
  readonly check: PageCheck;
  settle(result: CheckResult): void;
  fail(error: unknown): void;
}

/**
 * Hundreds of hosts are asked side by side, and most of their answers say "not modified": a transaction for each would
 * cost more than the request. What arrives while one batch is being written is the next batch.
 */
export function createCheckWriter(): CheckWriter {
  let waiting = new Map<GuildId, Batch>();
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    await nextTurn();
    while (waiting.size > 0) {
      const batches = waiting;
      waiting = new Map();
      for (const batch of batches.values()) await writeBatch(batch);
      await nextTurn();
    }
    writing = false;
  }

  return {
    write: (guild, check) =>
      new Promise((resolve, reject) => {
        const entry: Waiting = { check, settle: resolve, fail: reject };
        const batch = waiting.get(guild.guildId);
        if (batch === undefined) waiting.set(guild.guildId, { guild, entries: [entry] });
        else batch.entries.push(entry);
        if (!writing) void writeAll();
      }),
  };
}

async function writeBatch({ guild, entries }: Batch): Promise<void> {
  try {
    const results = await guild.freshness.applyChecks(entries.map(({ check }) => check));
    for (const [index, { check, settle }] of entries.entries())
      settle(results[index] ?? { change: 'stale', pageId: check.pageId });
  } catch (error) {
    for (const { fail } of entries) fail(error);
  }
}
