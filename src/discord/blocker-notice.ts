import type { Kind } from '../links/policy.ts';
import type { HeardMessage } from './blocker-ear.ts';
import { createRecent } from './recent.ts';
import type { Surface } from './surface.ts';

/** How long the author is told, in milliseconds. */
const STANDS_MS = 10_000;
/** A member who posts one after the other is told once in this time, in milliseconds. */
const ONCE_IN_MS = 30_000;

const WORDS: Readonly<Record<Kind, string>> = {
  gif: 'GIFs are',
  video: 'Videos are',
  image: 'Pictures are',
  file: 'Files are',
  sticker: 'Stickers are',
  emoji: 'Animated emoji are',
};

/** Tells the author why the message is gone: in the channel for a moment, or directly where nothing can be sent there. */
export type TellAuthor = (message: HeardMessage, authorId: string, what: Kind) => Promise<void>;

export function createTellAuthor({ client, clock, leaving }: Omit<Surface, 'ear'>): TellAuthor {
  const told = createRecent<number>(10_000);

  return async ({ channel_id: channelId }, authorId, what) => {
    const now = clock.now().getTime();
    const key = `${channelId}:${authorId}`;
    if (now - (told.get(key) ?? -Infinity) < ONCE_IN_MS) return;
    told.set(key, now);
    const sentence = `${WORDS[what]} not allowed there, so your message was deleted.`;
    const channel = await client.channels.fetch(channelId);
    if (channel === null || !channel.isSendable()) return;
    try {
      const notice = await channel.send({
        content: `<@${authorId}> ${sentence.replace('there', 'here')}`,
        allowedMentions: { users: [authorId] },
      });
      await clock.sleep(STANDS_MS, leaving);
      await notice.delete();
    } catch {
      // Nobody has to accept direct messages: then nobody is told.
      await client.users.send(authorId, sentence).catch(() => {});
    }
  };
}
