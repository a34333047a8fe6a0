import { DiscordAPIError, MessageFlags, RESTJSONErrorCodes, type Client } from 'discord.js';
import type { Clock } from '../clock.ts';
import type { Asked } from './asked.ts';
import { messageOptions, type Body } from './body.ts';

/** Where a card stands once it is an ordinary message: enough to find it again after a restart. */
export interface CardPlace {
  readonly channelId: string;
  readonly messageId: string;
}

/** One message that is written over and over. What happens to it is no concern of what it tells of. */
export interface Sheet {
  /** Writes the message; never rejects. One that is gone or out of reach is not written any more. */
  write(body: Body): Promise<void>;
  /**
   * Writes it for the last time: tries again when Discord is in trouble, and anew when the message is gone. Returns
   * whether it is to be seen.
   */
  writeLast(body: Body): Promise<boolean>;
}

export interface SheetOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** The answer that it is, for as long as its token lives; null after a restart. */
  readonly interaction: Asked | null;
  /** Where it stands for all to see; null for one that only its asker sees. */
  readonly place: CardPlace | null;
  /** Told where it stands from now on. */
  moved(place: CardPlace): Promise<void>;
  /** Told in a sentence what went wrong. */
  report(sentence: string): void;
}

/** A token lives fifteen minutes from the interaction; a little less is counted on, in milliseconds. */
const TOKEN_LIFE_MS = 14.5 * 60_000;
/** Waits between the tries to write the last state, in milliseconds; discord.js tries several times each. */
const LAST_WAITS_MS: readonly number[] = [2000, 10_000, 30_000];

const TOKEN_GONE = new Set<unknown>([RESTJSONErrorCodes.InvalidWebhookToken, RESTJSONErrorCodes.UnknownWebhook]);
/** The message can't be edited any more, but another one may be sent. */
const MESSAGE_GONE = new Set<unknown>([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
]);
/** Nothing can be written there until somebody changes something. */
const OUT_OF_REACH = new Set<unknown>([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.ThreadLocked,
]);

export function createSheet({ client, clock, interaction, place, moved, report }: SheetOptions): Sheet {
  let at = place;
  let reply = interaction;
  let given = false;
  let lost = false;

  /** Null once the token is dead: then only the channel is left. */
  function living(): typeof reply {
    if (reply !== null && clock.now().getTime() - reply.createdTimestamp > TOKEN_LIFE_MS) reply = null;
    return reply;
  }

  async function settle(channelId: string, messageId: string, ephemeral: boolean): Promise<void> {
    // Nobody can find an ephemeral message again.
    if (ephemeral || given) return;
    given = true;
    at = { channelId, messageId };
    await moved(at);
  }

  /** False: there is no way to the message any more. */
  async function edit(body: Body): Promise<boolean> {
    const answer = living();
    if (answer !== null) {
      try {
        const message = await answer.editReply(messageOptions(body));
        await settle(answer.channelId ?? '', message.id, message.flags.has(MessageFlags.Ephemeral));
        return true;
      } catch (error) {
        if (!TOKEN_GONE.has(codeOf(error))) throw error;
        reply = null;
      }
    }
    // The only way to an ephemeral message was the token.
    if (at === null) return false;
    await (await channelOf(at.channelId)).messages.edit(at.messageId, messageOptions(body));
    return true;
  }

  async function sendAnew(body: Body): Promise<true> {
    const answer = living();
    const channelId = at?.channelId ?? answer?.channelId ?? '';
    const message =
      answer === null
        ? await (await channelOf(channelId)).send(messageOptions(body))
        : await answer.followUp({ ...messageOptions(body), ...(at === null ? { flags: MessageFlags.Ephemeral } : {}) });
    reply = null;
    given = false;
    await settle(channelId, message.id, message.flags.has(MessageFlags.Ephemeral));
    return true;
  }

  async function channelOf(channelId: string) {
    const channel = await client.channels.fetch(channelId);
    if (channel === null || !channel.isSendable()) throw new Error(`channel ${channelId} takes no messages`);
    return channel;
  }

  return {
    async write(body) {
      if (lost) return;
      try {
        lost = !(await edit(body));
      } catch (error) {
        const code = codeOf(error);
        if (code === RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached) {
          await sendAnew(body).catch(() => {
            lost = true;
          });
          return;
        }
        // Somebody deleted it: they do not want to watch. The receipt comes all the same.
        lost = MESSAGE_GONE.has(code) || OUT_OF_REACH.has(code);
        if (!lost) report(`A job card could not be edited, and is tried again: ${messageOf(error)}`);
      }
    },
    async writeLast(body) {
      for (const wait of [...LAST_WAITS_MS, null]) {
        try {
          return await edit(body).catch((error: unknown) => {
            if (!MESSAGE_GONE.has(codeOf(error))) throw error;
            return sendAnew(body);
          });
        } catch (error) {
          const hopeless = OUT_OF_REACH.has(codeOf(error)) || MESSAGE_GONE.has(codeOf(error));
          if (hopeless || wait === null) {
            report(`The end of a job could not be shown: ${messageOf(error)}`);
            return false;
          }
          await clock.sleep(wait);
        }
      }
      return false;
    },
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof DiscordAPIError ? error.code : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
