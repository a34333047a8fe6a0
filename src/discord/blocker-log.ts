import { ButtonStyle, ComponentType, type APIEmbed } from 'discord.js';
import { LOG_CHANNEL, readSetting } from '../app/settings.ts';
import type { Layer } from '../links/blocker.ts';
import type { Decision } from '../links/judge.ts';
import type { Kind } from '../links/policy.ts';
import type { Outcome } from './blocker.ts';
import type { HeardMessage } from './blocker-ear.ts';
import { messageOptions, type Body } from './body.ts';
import { createPressWriter, type BlockerAction } from './custom-id.ts';
import { COLOURS } from './render.ts';
import type { Surface } from './surface.ts';
import { plainLine, shortened } from './text.ts';

/** What is told in the log channel of one message. */
export interface LogEntry {
  readonly message: HeardMessage;
  readonly guildId: string;
  readonly decision: Extract<Decision, { kind: 'blocked' }>;
  /** Who answers for it. */
  readonly memberId: string;
  readonly outcome: Outcome;
}

/** Explains in the log channel what was done, and what was not (rules 11.5, 11.6). Never rejects. */
export interface BlockerLog {
  entry(entry: LogEntry): Promise<void>;
  /** Links were left alone because of a limit; told once a minute and server. */
  limited(about: { readonly guildId: string; readonly channelId: string; readonly why: string }): Promise<void>;
}

/** The field that names the address: `Allow this host` reads it. */
export const LINK_FIELD = 'Link';
/** Most of a message's text that a log entry holds: an embed's description. */
const MAX_TEXT = 4096;
const LIMITS_EVERY_MS = 60_000;

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  gif: 'a GIF',
  video: 'a video',
  image: 'a picture',
  file: 'a file',
  sticker: 'a sticker',
  emoji: 'an animated emoji',
};
const LAYER_WORDS: Readonly<Record<Layer, string>> = {
  discord: 'Discord’s own word',
  rule: 'this server’s list of hosts',
  host: 'the table of known hosts',
  memory: 'an earlier look at the same link',
  bytes: 'a look at the first bytes',
};
const TITLES: Readonly<Record<Outcome, (kind: string) => string>> = {
  deleted: (kind) => `Deleted: a message with ${kind}`,
  logged: (kind) => `Would be deleted: a message with ${kind}`,
  undeletable: (kind) => `Could not be deleted: a message with ${kind}`,
};

export function createBlockerLog({ app, client, clock, report }: Omit<Surface, 'ear'>): BlockerLog {
  const toldOfLimits = new Map<string, number>();

  async function send(guildId: string, body: Body): Promise<void> {
    const { logChannel } = await app.attachments.policyOf(guildId);
    const channelId = logChannel ?? (await generalLog(guildId));
    if (channelId === null) return;
    try {
      const channel = await client.channels.fetch(channelId);
      if (channel === null || channel.isDMBased() || channel.guildId !== guildId || !channel.isSendable()) {
        throw new Error('the log channel takes no messages');
      }
      await channel.send(messageOptions(body));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      report(
        `The attachment blocker could not write to the log channel of server ${guildId} (${why}): see /doctor there`,
      );
    }
  }

  async function generalLog(guildId: string): Promise<string | null> {
    const guild = await app.store.guild(guildId);
    return guild.ok ? readSetting(guild.value, LOG_CHANNEL) : null;
  }

  return {
    entry: (entry) => send(entry.guildId, entryBody(entry)),
    async limited({ guildId, channelId, why }) {
      const now = clock.now().getTime();
      if (now - (toldOfLimits.get(guildId) ?? -Infinity) < LIMITS_EVERY_MS) return;
      toldOfLimits.set(guildId, now);
      const description = `In <#${channelId}>: ${plainLine(why)}. Such messages stay; /attachments status counts them.`;
      await send(guildId, { embeds: [{ title: 'Links were left alone', color: COLOURS.warning, description }] });
    },
  };
}

/** The entry of one message. Its text stands here and nowhere else, and as it was: Undo restores it from here. */
export function entryBody({ message, decision, memberId, outcome }: LogEntry): Body {
  const { evidence, what } = decision;
  const text = textOf(message);
  const files = (message.attachments ?? []).map(({ filename }) => filename).join(', ');
  const fields: readonly (readonly [string, string])[] = [
    ['Member', `<@${memberId}>`],
    ['Channel', `<#${message.channel_id}>`],
    ['Decided by', LAYER_WORDS[evidence.layer]],
    ['What it saw', plainLine(evidence.why)],
    [LINK_FIELD, evidence.way === 'link' && evidence.url !== null ? evidence.url.href : ''],
    ['Files', plainLine(files)],
    ['To do', outcome === 'undeletable' ? 'Give Heimdall Manage Messages in that channel; /doctor says where.' : ''],
  ];
  const embed: APIEmbed = {
    title: TITLES[outcome](KIND_WORDS[what]),
    color: outcome === 'undeletable' ? COLOURS.bad : outcome === 'logged' ? COLOURS.neutral : COLOURS.warning,
    ...(text === '' ? {} : { description: text.slice(0, MAX_TEXT) }),
    fields: fields.flatMap(([name, value]) =>
      value === '' ? [] : [{ name, value: shortened(value, 300), inline: true }],
    ),
  };
  const canAllow = evidence.way === 'link' && evidence.url !== null;
  const actions: readonly BlockerAction[] = [
    ...(outcome === 'deleted' && text !== '' ? (['undo'] as const) : []),
    ...(canAllow ? (['allow-host'] as const) : []),
    'exempt',
  ];
  return { embeds: [embed], components: buttonRow(actions, message.channel_id, memberId) };
}

/** The message's own words, or those that it forwards. */
function textOf({ content = '', message_snapshots: snapshots = [] }: HeardMessage): string {
  return content === '' ? snapshots.map(({ message }) => message.content).join('\n') : content;
}

const LABELS: Readonly<Record<BlockerAction, string>> = {
  undo: 'Undo',
  'allow-host': 'Allow this host',
  exempt: 'Exempt this member',
};

/** A row of the entry's buttons; none for no actions. */
export function buttonRow(
  actions: readonly BlockerAction[],
  channelId: string,
  memberId: string,
): NonNullable<Body['components']> {
  if (actions.length === 0) return [];
  const { idOf } = createPressWriter();
  const components = actions.map((action) => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    label: LABELS[action],
    custom_id: idOf({ kind: 'blocker', action, channelId, memberId }),
  }));
  return [{ type: ComponentType.ActionRow, components }];
}
