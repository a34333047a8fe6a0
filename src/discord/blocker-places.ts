import type { Client } from 'discord.js';
import { createRecent } from './recent.ts';

/** The channel, for a thread its parent, and their category, nearest first. */
export type PlacesOf = (channelId: string) => Promise<readonly string[]>;

/** Threads whose parent is remembered: it never changes. */
const REMEMBERED = 10_000;

export function createPlaces(client: Client<true>): PlacesOf {
  const parents = createRecent<string>(REMEMBERED);

  /** Threads are not kept: Discord is asked once for each. */
  async function parentOf(threadId: string): Promise<string | null> {
    const known = parents.get(threadId);
    if (known !== undefined) return known;
    const thread = await client.channels.fetch(threadId).catch(() => null);
    const parent = thread !== null && 'parentId' in thread ? thread.parentId : null;
    if (parent !== null) parents.set(threadId, parent);
    return parent;
  }

  return async (channelId) => {
    const places = [channelId];
    const isKnown = client.channels.cache.has(channelId);
    const home = isKnown ? channelId : await parentOf(channelId);
    if (home !== null && home !== channelId) places.push(home);
    const channel = home === null ? undefined : client.channels.cache.get(home);
    const category = channel !== undefined && 'parentId' in channel ? channel.parentId : null;
    return category === null ? places : [...places, category];
  };
}
