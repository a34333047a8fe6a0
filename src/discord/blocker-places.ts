import type { Client } from 'discord.js';
import { createRecent } from './recent.ts';

/** The channel, for a thread its parent, and their category, nearest first. */
export type PlacesOf = (channelId: string) => Promise<readonly string[]>;

/** Threads whose parent is remembered: it never changes. */
const REMEMBERED = 10_000;

export function createPlaces(client: Client<true>): PlacesOf {
  const parents = createRecent<string>(REMEMBERED);

  /** Threads are not kept: Discord is asked once for each. */
  async function parentOf(channelId: string): Promise<string | null> {
    const remembered = parents.get(channelId);
    if (remembered !== undefined) return remembered;
    const kept = client.channels.cache.get(channelId);
    const channel = kept ?? (await client.channels.fetch(channelId).catch(() => null));
    const parent = channel !== null && 'parentId' in channel ? channel.parentId : null;
    if (kept === undefined && parent !== null) parents.set(channelId, parent);
    return parent;
  }

  return async (channelId) => {
    const places = [channelId];
    for (let parent = await parentOf(channelId); parent !== null; parent = await parentOf(parent)) places.push(parent);
    return places;
  };
}
