import {
  ApplicationFlags,
  Client,
  Events,
  GatewayDispatchEvents,
  GatewayIntentBits,
  type ClientOptions,
  type GatewayMessageCreateDispatchData,
} from 'discord.js';
import { refusal } from './client.ts';

/** A message as Discord tells of it, new or changed. An update that only brings previews may leave out all else. */
export type HeardMessage = Pick<GatewayMessageCreateDispatchData, 'id' | 'channel_id'> &
  Partial<GatewayMessageCreateDispatchData>;

/** A connection that hears messages, while somebody wants them heard. */
export interface Ear {
  /** Opens or closes the connection, as is wanted now. */
  adjust(): Promise<void>;
  /** Why messages cannot be heard, with the fix; null when they can. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

export interface EarOptions {
  readonly token: string;
  /** The bot itself, which knows what the developer portal allows. */
  readonly client: Client<true>;
  /** The client's own options, but for what is heard. */
  clientOptions(intents: readonly GatewayIntentBits[]): ClientOptions;
  wanted(): boolean;
  heard(message: HeardMessage): void;
  report(sentence: string): void;
}

const SWITCHED_OFF =
  'Heimdall may not read messages: switch on Message Content Intent in the developer portal (Bot, Privileged Gateway Intents), then ask for /attachments status or /odin channel.';

/**
 * Messages come over a connection of their own, made when the first server uses the blocker or has Odin answer by
 * itself (rule 12.4): intents are fixed
 * when a connection is made, and one that asks for a privileged intent is refused altogether where the portal does not
 * allow it. So nobody who does without them needs the switch, and a missing one costs nothing but them.
 */
export function createEar(options: EarOptions): Ear {
  const { client, report } = options;
  let listening: Client | null = null;
  let refused: string | null = null;
  let closed = false;

  /** Asked anew each time: the portal tells nobody when its switches are changed. */
  async function isAllowed(): Promise<boolean> {
    const { flags } = await client.application.fetch();
    return flags.any([ApplicationFlags.GatewayMessageContent, ApplicationFlags.GatewayMessageContentLimited]);
  }

  async function open(): Promise<void> {
    if (!(await isAllowed())) {
      if (refused === null) report(`Neither the attachment blocker nor answer channels work. ${SWITCHED_OFF}`);
      refused = SWITCHED_OFF;
      return;
    }
    refused = null;
    const ear = new Client(options.clientOptions([GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent]));
    listening = ear;
    ear.on(Events.Error, (error) => report(`Discord, while listening: ${error.message}`));
    ear.on(Events.ShardError, (error) =>
      report(`The connection that hears messages broke, and is made again: ${error.message}`),
    );
    void refusal(ear).then((sentence) => {
      refused = sentence;
      report(`Neither the attachment blocker nor answer channels work: ${sentence}`);
      if (listening === ear) listening = null;
      return ear.destroy();
    });
    // As Discord sends them: discord.js passes changes over of messages that it does not keep, and it keeps none.
    ear.ws.on(GatewayDispatchEvents.MessageCreate, (message: HeardMessage) => options.heard(message));
    ear.ws.on(GatewayDispatchEvents.MessageUpdate, (message: HeardMessage) => options.heard(message));
    await ear.login(options.token);
  }

  async function close(): Promise<void> {
    const ear = listening;
    listening = null;
    await ear?.destroy();
  }

  let turn: Promise<void> = Promise.resolve();
  /** One change after the other: two guilds may begin at once. */
  function adjust(): Promise<void> {
    turn = openOrClose(turn);
    return turn;
  }

  async function openOrClose(before: Promise<void>): Promise<void> {
    await before;
    if (closed) return;
    try {
      if (options.wanted() && listening === null) await open();
      else if (!options.wanted()) await close();
    } catch (error) {
      listening = null;
      report(`Messages cannot be heard: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    adjust,
    async problem() {
      await adjust();
      return refused;
    },
    async close() {
      closed = true;
      await close();
    },
  };
}
