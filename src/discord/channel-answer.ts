import { DiscordAPIError, RESTJSONErrorCodes, type GuildTextBasedChannel, type Message } from 'discord.js';
import type { Output, Result, View } from '../app/view.ts';
import { resultBody } from './answer.ts';
import { messageOptions, type Body } from './body.ts';
import { inSlashNotation } from './groups.ts';
import { createPen } from './pen.ts';
import { renderView } from './render.ts';
import type { Surface } from './surface.ts';

/** A message that asks something, and where. */
export interface ChannelQuestion {
  readonly guildId: string;
  readonly channel: GuildTextBasedChannel;
  readonly messageId: string;
  readonly memberId: string;
  readonly question: string;
}

/** What became of it: an answer, what to tell who asked, or nothing. */
export type ChannelAnswer =
  | { readonly kind: 'answered' }
  | { readonly kind: 'problem'; readonly sentence: string }
  | { readonly kind: 'nothing' };

/**
 * Shows what comes out of a question as a reply to it, brought up to date while the answer is written, and keeps which
 * message shows it.
 */
export function answerInChannel(
  surface: Pick<Surface, 'app' | 'clock' | 'answers'>,
  asked: ChannelQuestion,
  outputs: AsyncGenerator<Output, void, void>,
): Promise<ChannelAnswer> {
  return surface.answers.showing(asked.channel.id, () => show(surface, asked, outputs));
}

async function show(
  surface: Pick<Surface, 'app' | 'clock' | 'answers'>,
  asked: ChannelQuestion,
  outputs: AsyncGenerator<Output, void, void>,
): Promise<ChannelAnswer> {
  let written: Message | null = null;
  let draft: View | null = null;
  const write = async (body: Body): Promise<Message> => {
    written = written === null ? await replyTo(asked, body) : await written.edit(messageOptions(body));
    return written;
  };
  const pen = createPen(async () => {
    // What failed is no loss: the next edit, or the result, says more.
    if (draft !== null) await write(renderView(draft)).catch(() => undefined);
  }, surface.clock);
  const finish = async (result: Result): Promise<ChannelAnswer> => {
    const { question, memberId } = asked;
    const body = await resultBody(surface, asked, result, { path: ['ask'], options: { question }, userId: memberId });
    const { questionId } = result;
    await pen.finish(async () => {
      const { id } = await write(body);
      if (questionId !== undefined) await surface.answers.keep(asked.guildId, questionId, id);
    });
    return { kind: 'answered' };
  };
  for await (const output of outputs) {
    if (output.kind === 'problem') return { kind: 'problem', sentence: inSlashNotation(output.sentence) };
    if (output.kind === 'result') return finish(output);
    if (output.kind !== 'draft') continue;
    draft = output.view;
    pen.touch();
  }
  return { kind: 'nothing' };
}

/** A reply; a message of its own where Heimdall may not read what was said before, which a reply takes. */
export async function replyTo(
  { channel, messageId }: Pick<ChannelQuestion, 'channel' | 'messageId'>,
  body: Body,
): Promise<Message> {
  const options = messageOptions(body);
  try {
    return await channel.send({ ...options, reply: { messageReference: messageId, failIfNotExists: false } });
  } catch (error) {
    if (!mayNot(error)) throw error;
    return channel.send(options);
  }
}

/** Whether Discord refuses for want of a permission. */
export function mayNot(error: unknown): boolean {
  if (!(error instanceof DiscordAPIError)) return false;
  return error.code === RESTJSONErrorCodes.MissingPermissions || error.code === RESTJSONErrorCodes.MissingAccess;
}
