import { MessageType, type GuildTextBasedChannel } from 'discord.js';
import { MAX_QUESTION } from '../app/asking.ts';
import { answering } from '../app/answering.ts';
import { sentenceFor } from '../app/mistake.ts';
import type { Output } from '../app/view.ts';
import type { HeardMessage } from './blocker-ear.ts';
import { answerInChannel, mayNot } from './channel-answer.ts';
import { contextFor } from './channel-context.ts';
import { createRecent } from './recent.ts';
import type { Surface } from './surface.ts';
import { shortened } from './text.ts';

/** Messages that were heard: a change of one is no question of its own. */
const REMEMBERED = 10_000;
const QUESTION_MARK = /[?？؟]/;
const ASKING = /[^.!?？؟\n]*[?？؟]/g;
const MENTION = /<@[!&]?\d+>/;

/**
 * Answers by itself in the channels chosen for it (rule 10.2): what has a question mark and is said to nobody in
 * particular, and the first message of a forum post. Silent when it is not sure, or may not speak. Never rejects.
 */
export function createUnasked(surface: Omit<Surface, 'ear'>): (message: HeardMessage) => Promise<void> {
  const { app, client, leaving } = surface;
  const heard = createRecent<true>(REMEMBERED);

  async function hear(message: HeardMessage): Promise<void> {
    const { guild_id: guildId, author, member, id, channel_id: channelId } = message;
    if (guildId === undefined || author === undefined || leaving.aborted) return;
    if (!app.answerChannels.guildsInUse.has(guildId) || heard.get(id) === true || !isSaidByPerson(message)) return;
    heard.set(id, true);
    const chosen = await app.answerChannels.of(guildId);
    const isPost = id === channelId;
    if (!isPost && (!chosen.includes(channelId) || !isQuestion(message))) return;
    const channel = await client.channels.fetch(channelId);
    if (channel === null || channel.isDMBased() || !channel.isTextBased()) return;
    if (isPost && !chosen.includes(channel.parentId ?? '')) return;
    const question = questionIn(message, isPost ? channel : null);
    const asked = { guildId, channel, messageId: id, memberId: author.id, roles: member?.roles ?? [], question };
    const outputs = answering(
      { question, isPrivate: false, parent: null, isUnasked: true } as const,
      contextFor(surface, asked),
    );
    await answerInChannel(surface, asked, sureOnly(outputs));
  }

  return (message) =>
    hear(message).catch((error: unknown) => {
      if (!mayNot(error)) surface.report(`Answering unasked: ${sentenceFor(error)}`);
    });
}

function isSaidByPerson({ author, webhook_id: webhook, type, edited_timestamp: edited }: HeardMessage): boolean {
  return author?.bot !== true && webhook === undefined && type === MessageType.Default && (edited ?? null) === null;
}

function isQuestion({ content = '' }: HeardMessage): boolean {
  return QUESTION_MARK.test(content) && !MENTION.test(content);
}

/** What is asked: for a forum post its title with the questions of its text, whose story is not what to search for. */
function questionIn({ content = '' }: HeardMessage, post: GuildTextBasedChannel | null): string {
  const whole = post === null ? content : [post.name, ...(content.match(ASKING) ?? [])].join(' ');
  return shortened(whole.trim(), MAX_QUESTION);
}

/** The answer alone, and nothing where there is none: what was shown once could not be taken back silently. */
async function* sureOnly(outputs: AsyncGenerator<Output, void, void>): AsyncGenerator<Output, void, void> {
  for await (const output of outputs) {
    if (output.kind === 'result' && output.data['answered'] === true) yield output;
  }
}
