import type { Clock } from '../clock.ts';
import type { GuildId, GuildKnowledge, KnowledgeStore, Source } from '../knowledge/store.ts';
import { parseUrl } from '../parse-url.ts';
import type { View } from './view.ts';
import { shownTime, counted } from './wording.ts';

/** What became of a host that is to be left alone for good. */
export interface Purge {
  /** Guilds that lost pages, or have a source there. */
  readonly concerned: readonly { readonly guildId: GuildId; readonly pages: number }[];
  /** Guilds whose file could not be opened, each with its sentence: there the copies are still to be removed. */
  readonly problems: readonly string[];
}

/**
 * A page that was being read when its host was shut out may be stored a moment later, by a job of another process. So
 * long after the first look, in milliseconds, such a guild is looked at once more: longer than reading a page may take.
 */
const SETTLE_MS = 15_000;

const NOTICE = 'purged:';
/** Beside a notice, until the guild's admins were told of it unasked. */
const UNTOLD = 'purge-untold:';

/**
 * Shuts a host out of this instance, jobs and link checks alike, and deletes every stored copy of it in all guilds, bytes
 * included. The admins of guilds concerned find a notice.
 */
export async function purgeHost(store: KnowledgeStore, clock: Clock, host: string): Promise<Purge> {
  await store.shutHosts.add(host, clock.now());
  const removed = new Map<GuildId, number>();
  const problems: string[] = [];
  const busy: GuildId[] = [];
  for (const guildId of await store.guildIds()) {
    const opened = await store.guild(guildId);
    if (!opened.ok) {
      problems.push(opened.problem.sentence);
      continue;
    }
    const pages = await opened.value.removeHost(host);
    if (pages > 0 || (await hasSourceOn(opened.value, host))) removed.set(guildId, pages);
    if (await hasJobs(store, guildId)) busy.push(guildId);
  }
  if (busy.length > 0) await clock.sleep(SETTLE_MS);
  for (const guildId of busy) {
    const opened = await store.guild(guildId);
    const late = opened.ok ? await opened.value.removeHost(host) : 0;
    if (late > 0) removed.set(guildId, (removed.get(guildId) ?? 0) + late);
  }
  for (const [guildId, pages] of removed) await leaveNotice(store, clock, { guildId, host, pages });
  return { concerned: [...removed].map(([guildId, pages]) => ({ guildId, pages })), problems };
}

/** Lets the host be visited again, and takes the notices back. False when it was not shut out. */
export async function undoPurge(store: KnowledgeStore, host: string): Promise<boolean> {
  if (!(await store.shutHosts.remove(host))) return false;
  for (const kind of [NOTICE, UNTOLD]) {
    for (const [name] of await store.notes.under(kind)) {
      if (name.endsWith(`:${host}`)) await store.notes.set(name, null);
    }
  }
  return true;
}

/** What the admins of a guild have to know of hosts that were purged, a sentence each. */
export async function purgeNotices(store: KnowledgeStore, guildId: GuildId): Promise<readonly string[]> {
  return (await store.notes.under(`${NOTICE}${guildId}:`)).map(([, sentence]) => sentence);
}

/** A notice that a guild's admins have not been told yet. */
export interface UntoldPurge {
  readonly guildId: GuildId;
  readonly view: View;
  /** To be called when they are; from then on the notice stands in the list of sources alone. */
  told(): Promise<void>;
}

/** What is still to be told, of all guilds. */
export async function untoldPurges({ notes }: KnowledgeStore): Promise<readonly UntoldPurge[]> {
  return (await notes.under(UNTOLD)).map(([name, sentence]) => ({
    guildId: name.slice(UNTOLD.length).split(':', 1)[0] ?? '',
    view: { tone: 'warning', title: 'A site is not visited any more', text: [sentence] },
    told: () => notes.set(name, null),
  }));
}

/** Forgets the notices of a guild that is gone. */
export async function forgetPurgeNotices({ notes }: KnowledgeStore, guildId: GuildId): Promise<void> {
  for (const kind of [NOTICE, UNTOLD]) {
    for (const [name] of await notes.under(`${kind}${guildId}:`)) await notes.set(name, null);
  }
}

async function leaveNotice(
  store: KnowledgeStore,
  clock: Clock,
  { guildId, host, pages }: { guildId: GuildId; host: string; pages: number },
): Promise<void> {
  const sentence = `The owner of ${host} asked to be left alone: on ${shownTime(clock.now())} ${counted(pages, 'page')} of it went, and it is not visited any more.`;
  for (const kind of [NOTICE, UNTOLD]) await store.notes.set(`${kind}${guildId}:${host}`, sentence);
}

async function hasSourceOn(guild: GuildKnowledge, host: string): Promise<boolean> {
  return (await guild.sources()).some((source) =>
    addressesOf(source).some((address) => {
      const url = parseUrl(address);
      return url !== null && (url.hostname === host || url.host === host);
    }),
  );
}

function addressesOf({ spec }: Source): readonly string[] {
  return spec.kind === 'page' ? [spec.url] : spec.startUrls;
}

/** Whether jobs of the guild are running: whoever runs them has its lease. */
async function hasJobs(store: KnowledgeStore, guildId: GuildId): Promise<boolean> {
  const lease = await store.leaseJobs(guildId);
  lease?.release();
  return lease === null;
}
