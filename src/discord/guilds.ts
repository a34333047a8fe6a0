import { Events, type Client } from 'discord.js';
import type { App } from '../app/app.ts';
import { forgetPurgeNotices } from '../app/purge.ts';
import { forgetPresses } from './kept-presses.ts';
import type { Surface } from './surface.ts';
import { forgetTroubles } from './tell-troubles.ts';

/** How long the knowledge of a server outlives Heimdall's leaving it (rule 9.2), in milliseconds. */
const GRACE_MS = 24 * 3_600_000;
/** How often it is looked whether somebody's time is over, in milliseconds. */
const LOOK_EVERY_MS = 3_600_000;
const NOTE = 'left:';
/** The application that this data belongs to. */
const APPLICATION_NOTE = 'application';

/**
 * Deletes what a server knew a day after Heimdall left it; coming back within the day keeps all. An outage is no leaving:
 * discord.js tells the two apart, and so does the list of servers at the start, which names those that are unavailable.
 * Returns what ends the watch.
 */
export async function watchGuilds(surface: Surface): Promise<() => void> {
  const { app, client, report } = surface;
  const attempt = (work: Promise<void>): void => void work.catch((error: unknown) => report(String(error)));
  const left = (guildId: string): void => attempt(markLeft(app, guildId));
  const joined = (guildId: string): void => attempt(app.store.notes.set(NOTE + guildId, null));
  client.on(Events.GuildDelete, (guild) => left(guild.id));
  client.on(Events.GuildCreate, (guild) => joined(guild.id));
  await markAbsent(app, client);
  await deleteForgotten(surface);
  const timer = setInterval(() => attempt(deleteForgotten(surface)), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Its jobs end, and its day begins. */
async function markLeft(app: App, guildId: string): Promise<void> {
  for (const job of app.runner.active(guildId)) job.cancel();
  await app.store.notes.set(NOTE + guildId, app.clock.now().toISOString());
}

/** Servers that were left while Heimdall was off. Another application's servers are none of ours: nothing is deleted. */
async function markAbsent(app: App, client: Client<true>): Promise<void> {
  const { notes } = app.store;
  const ours = (await notes.get(APPLICATION_NOTE)) === client.application.id;
  await notes.set(APPLICATION_NOTE, client.application.id);
  const marked = new Set((await notes.under(NOTE)).map(([name]) => name.slice(NOTE.length)));
  for (const guildId of marked) if (client.guilds.cache.has(guildId)) await notes.set(NOTE + guildId, null);
  if (!ours) return;
  for (const guildId of await app.store.guildIds()) {
    if (isServer(guildId) && !client.guilds.cache.has(guildId) && !marked.has(guildId)) await markLeft(app, guildId);
  }
}

/** A name such as `local` is the console's. */
function isServer(guildId: string): boolean {
  return /^\d{17,20}$/.test(guildId);
}

async function deleteForgotten({ app, report }: Surface): Promise<void> {
  const { notes } = app.store;
  for (const [name, since] of await notes.under(NOTE)) {
    if (app.clock.now().getTime() - Date.parse(since) < GRACE_MS) continue;
    const guildId = name.slice(NOTE.length);
    try {
      if ((await app.store.guildIds()).includes(guildId)) await app.store.deleteGuild(guildId);
      for (const [note] of await notes.under(`card:${guildId}:`)) await notes.set(note, null);
      await forgetPurgeNotices(app.store, guildId);
      await forgetPresses(notes, guildId);
      await forgetTroubles({ app }, guildId);
      await app.attachments.forget(guildId);
      await app.answerChannels.forget(guildId);
      await notes.set(name, null);
      report(`Server ${guildId} was left a day ago: what it knew is deleted.`);
    } catch (error) {
      report(
        `What server ${guildId} knew could not be deleted yet: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
