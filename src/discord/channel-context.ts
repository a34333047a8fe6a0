import type { GuildTextBasedChannel } from 'discord.js';
import type { CommandContext } from '../app/command.ts';
import { audienceIn } from './member.ts';
import type { Surface } from './surface.ts';

/** Who asks in a channel by an ordinary message. */
export interface Speaker {
  readonly guildId: string;
  readonly memberId: string;
  readonly roles: readonly string[];
  readonly channel: GuildTextBasedChannel;
}

/** What an answer for all to see is told: it is for all who see the channel, whoever asks (rule 10.6). */
export function contextFor(
  { app, leaving }: Pick<Surface, 'app' | 'leaving'>,
  { guildId, memberId, roles, channel }: Speaker,
): CommandContext {
  return {
    app,
    guildId,
    operator: false,
    asksFirst: true,
    member: {
      id: memberId,
      channel: channel.id,
      canManage: false,
      roles,
      audience: () => audienceIn(channel.id, channel),
    },
    signal: AbortSignal.any([leaving]),
  };
}
