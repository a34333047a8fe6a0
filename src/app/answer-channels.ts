import type { GuildKnowledge, KnowledgeStore } from '../knowledge/store.ts';
import type { Setting } from './settings.ts';
import { readSetting } from './settings.ts';

/** The channels and forums where Odin answers by itself (rule 10.2), as surfaces and commands use them. */
export interface AnswerChannels {
  /** The guilds that have some: their messages have to be read. */
  readonly guildsInUse: ReadonlySet<string>;
  /** Calls back whenever that set has changed. */
  watchUse(changed: () => void): void;
  of(guildId: string): Promise<readonly string[]>;
  /** Adds a channel or takes it away; the channels as they are then. */
  change(guild: GuildKnowledge, channelId: string, answers: boolean): Promise<readonly string[]>;
  /** The guild is gone, with its file. */
  forget(guildId: string): Promise<void>;
}

/** Notes of the guilds that have such channels, so that no other guild's file is opened for its messages. */
const NOTE = 'answer-channels:';

const CHANNELS: Setting<readonly string[]> = {
  name: 'answer-channels',
  read: (stored) => stored.split(' ').filter(Boolean),
};

export async function createAnswerChannels(store: KnowledgeStore): Promise<AnswerChannels> {
  const inUse = new Set((await store.notes.under(NOTE)).map(([name]) => name.slice(NOTE.length)));
  const held = new Map<string, readonly string[]>();
  const watchers: (() => void)[] = [];

  async function note(guildId: string, used: boolean): Promise<void> {
    if (used === inUse.has(guildId)) return;
    await store.notes.set(NOTE + guildId, used ? 'in use' : null);
    if (used) inUse.add(guildId);
    else inUse.delete(guildId);
    for (const changed of watchers) changed();
  }

  async function of(guildId: string): Promise<readonly string[]> {
    if (!inUse.has(guildId)) return [];
    const known = held.get(guildId);
    if (known !== undefined) return known;
    const guild = await store.guild(guildId);
    const channels = guild.ok ? ((await readSetting(guild.value, CHANNELS)) ?? []) : [];
    held.set(guildId, channels);
    return channels;
  }

  return {
    guildsInUse: inUse,
    watchUse: (changed) => void watchers.push(changed),
    of,
    async change(guild, channelId, answers) {
      const { guildId } = guild;
      const others = (await of(guildId)).filter((known) => known !== channelId);
      const channels = answers ? [...others, channelId] : others;
      await guild.set(CHANNELS.name, channels.length === 0 ? null : channels.join(' '));
      held.set(guildId, channels);
      await note(guildId, channels.length > 0);
      return channels;
    },
    async forget(guildId) {
      held.delete(guildId);
      await note(guildId, false);
    },
  };
}
