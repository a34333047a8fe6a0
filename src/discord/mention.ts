import { MessageType, type GuildTextBasedChannel } from 'discord.js';
import { answering } from '../app/answering.ts';
import { sentenceFor } from '../app/mistake.ts';
import type { HeardMessage } from './blocker-ear.ts';
import { answerInChannel, mayNot, replyTo, type ChannelAnswer } from './channel-answer.ts';
import { contextFor } from './channel-context.ts';
import { createRecent } from './recent.ts';
import type { Surface } from './surface.ts';

/** Members of whom it is remembered what they were told last. */
const REMEMBERED = 1000;

const UNREADABLE =
  'Discord shows me a reply only when it pings me: leave its @ switched on, mention me in it, or use /ask.';
const EMPTY = 'Mention me together with a question, or use /ask.';

/** A question asked by a mention or a reply. */
interface Spoken {
  readonly guildId: string;
  readonly memberId: string;
  readonly roles: readonly string[];
  /** What was said, without the mention of Heimdall. */
  readonly question: string;
  /** The kept question whose answer it replies to. */
  readonly parent: number | null;
}

/**
 * Answers messages that mention Heimdall or reply to one of its answers (rule 10.2). Discord tells of every message of the
 * servers, but shows Heimdall what they say only where it is mentioned; a reply mentions whom it replies to, unless its
 * author switched that off. So no privileged intent is needed. Never rejects.
 */
export function createMentions(surface: Surface): (message: HeardMessage) => Promise<void> {
  const { client } = surface;
  const told = createRecent<string>(REMEMBERED);

  async function hear(message: HeardMessage): Promise<void> {
    if (surface.leaving.aborted) return;
    const spoken = await spokenIn(surface, message);
    if (spoken === null) return;
    const channel = await client.channels.fetch(message.channel_id);
    if (channel === null || channel.isDMBased() || !channel.isTextBased()) return;
    // Says that an answer comes, and finds out whether one may be given here, before anything is spent on it.
    await channel.sendTyping();
    const about = { ...spoken, channel, messageId: message.id };
    const came = spoken.question === '' ? { kind: 'problem' as const, sentence: emptyWords(spoken) } : await ask(about);
    if (came.kind === 'problem') return tell(about, came.sentence);
    told.set(keyOf(spoken), '');
  }

  function ask(
    about: Spoken & { readonly channel: GuildTextBasedChannel; readonly messageId: string },
  ): Promise<ChannelAnswer> {
    const { question, parent } = about;
    const outputs = answering({ question, parent, isPrivate: false }, contextFor(surface, about));
    return answerInChannel(surface, about, outputs);
  }

  /** The same word twice in a row would be an echo that anybody could make Heimdall give. */
  async function tell(about: Spoken & Parameters<typeof replyTo>[0], sentence: string): Promise<void> {
    const gist = sentence.replace(/\d+/g, '');
    if (told.get(keyOf(about)) === gist) return;
    told.set(keyOf(about), gist);
    await replyTo(about, { content: sentence });
  }

  return (message) =>
    hear(message).catch((error: unknown) => {
      // Where it may not speak, nobody expects it to.
      if (!mayNot(error)) surface.report(`Answering a mention: ${sentenceFor(error)}`);
    });
}

function keyOf({ guildId, memberId }: Spoken): string {
  return `${guildId} ${memberId}`;
}

function emptyWords({ parent }: Spoken): string {
  return parent === null ? EMPTY : UNREADABLE;
}

/** What a message asks Heimdall; null where it is not spoken to by a person. */
async function spokenIn({ answers, client }: Surface, message: HeardMessage): Promise<Spoken | null> {
  const { guild_id: guildId, author, content = '', type, member } = message;
  if (guildId === undefined || author === undefined || author.bot === true || message.webhook_id !== undefined)
    return null;
  if (type !== MessageType.Default && type !== MessageType.Reply) return null;
  const mention = new RegExp(`<@!?${client.user.id}>`, 'g');
  const question = content.replace(mention, ' ').trim();
  const parent = await answers.questionIn(guildId, message.channel_id, repliedTo(message, client.user.id));
  if (parent === null && question === content.trim()) return null;
  return { guildId, memberId: author.id, roles: member?.roles ?? [], question, parent };
}

/** The message of Heimdall's that this one replies to. */
function repliedTo(
  { type, message_reference: reference, referenced_message: message }: HeardMessage,
  self: string,
): string | null {
  if (type !== MessageType.Reply || (message?.author.id ?? self) !== self) return null;
  return reference?.message_id ?? null;
}
