import { PRESSES as NOTE } from '../app/forgetting.ts';
import type { Notes } from '../knowledge/instance-facts.ts';
import { keyOf, readPress, type Press } from './custom-id.ts';

/** How long it is kept, in milliseconds: longer than anybody leaves an answer unpressed. */
const KEEP_MS = 7 * 24 * 3_600_000;

/** Keeps these, and forgets those of long ago. */
export async function keepPresses(
  notes: Notes,
  guildId: string,
  kept: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  if (kept.size === 0) return;
  for (const [name, value] of await notes.under(NOTE)) {
    if (now.getTime() - Date.parse(value.slice(0, value.indexOf(' '))) > KEEP_MS) await notes.set(name, null);
  }
  for (const [key, press] of kept) await notes.set(`${NOTE}${guildId}:${key}`, `${now.toISOString()} ${press}`);
}

/** What a button of this server means; null where that is not known any more. */
export async function pressOf(notes: Notes, guildId: string, customId: string): Promise<Press | null> {
  const key = keyOf(customId);
  if (key === null) return readPress(customId);
  const note = await notes.get(`${NOTE}${guildId}:${key}`);
  return note === null ? null : readPress(note.slice(note.indexOf(' ') + 1));
}

/** Forgets all of a server's. */
export async function forgetPresses(notes: Notes, guildId: string): Promise<void> {
  for (const [name] of await notes.under(`${NOTE}${guildId}:`)) await notes.set(name, null);
}
