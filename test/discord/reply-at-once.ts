import type { RecordedEvent, SayTranscript, Standin } from '../support/discord/standin.mjs';

/**
 * Replies to the bot's next message the very moment it stands in the channel: before Discord tells the bot which
 * message that is. Resolves when something is said to the reply.
 */
export function replyAtOnce(discord: Standin, content: string): Promise<SayTranscript> {
  return new Promise((resolve, reject) => {
    const hear = ({ kind, messageId, channelId = '' }: RecordedEvent): void => {
      if (kind !== 'send') return;
      discord.off('event', hear);
      const fields = { mentions: [discord.bot] };
      const until = ({ last }: SayTranscript): boolean => last !== null && last.id !== messageId;
      discord.say({ user: 'freya', channelId, content, replyTo: messageId ?? '', fields, until }).then(resolve, reject);
    };
    discord.on('event', hear);
  });
}
