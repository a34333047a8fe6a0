import { DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';
import { sentenceFor } from '../app/mistake.ts';
import type { Decision } from '../links/judge.ts';
import type { Policy } from '../links/policy.ts';
import type { HeardMessage } from './blocker-ear.ts';
import { createBlockerLog } from './blocker-log.ts';
import { describeMessage, posterOf, type Poster } from './blocker-message.ts';
import { createTellAuthor } from './blocker-notice.ts';
import { createPlaces } from './blocker-places.ts';
import { createRecent } from './recent.ts';
import type { Surface } from './surface.ts';

/** Hears a message, new or changed, and does what the server's policy says. Never rejects. */
export type Blocker = (message: HeardMessage) => Promise<void>;

/** Messages of which it is remembered who posted them, and what became of them: previews come seconds later. */
const REMEMBERED = 10_000;

type Blocked = Extract<Decision, { kind: 'blocked' }>;
/** What happened to a message that was to be deleted. */
export type Outcome = 'deleted' | 'logged' | 'undeletable';

/**
 * The attachment blocker at work. A message may be heard several times: when it is posted, when its previews come, when it
 * is edited. It is judged each time, acted upon once, and counted once.
 */
export function createBlocker(surface: Omit<Surface, 'ear'>): Blocker {
  const { app, client, report } = surface;
  const posters = createRecent<Poster>(REMEMBERED);
  const ended = createRecent<'acted' | 'counted'>(REMEMBERED);
  const placesOf = createPlaces(client);
  const log = createBlockerLog(surface);
  const tellAuthor = createTellAuthor(surface);

  async function hear(message: HeardMessage): Promise<void> {
    const guildId = message.guild_id;
    if (guildId === undefined || !app.attachments.guildsInUse.has(guildId)) return;
    // Its own answers count as the member's who asked, and are nobody's to delete.
    if (message.author?.id === client.user.id || ended.get(message.id) === 'acted') return;
    const told = posterOf(message);
    const before = posters.get(message.id);
    const poster = told?.rolesTold === false && before !== undefined ? before : (told ?? before);
    if (poster === undefined) return;
    posters.set(message.id, poster);
    const policy = await app.attachments.policyOf(guildId);
    const places = await placesOf(message.channel_id);
    const answerable = poster.rolesTold ? poster : await withRoles(poster, guildId, policy);
    const decision = await app.attachments.judge(describeMessage(message, guildId, answerable, places));
    // Another hearing of the same message may have been faster.
    if (decision === null || ended.get(message.id) === 'acted') return;
    if (decision.kind === 'blocked') {
      ended.set(message.id, 'acted');
      await act(message, guildId, decision, poster);
    } else if (decision.unknown + decision.limited > 0 && ended.get(message.id) === undefined) {
      ended.set(message.id, 'counted');
      await leave(message, guildId, decision);
    }
  }

  /** The roles of who called an app, or whose message changed, where they matter. */
  async function withRoles(poster: Poster, guildId: string, { exempt }: Policy): Promise<Poster> {
    // A webhook is no member, and another bot's roles came with what it posted.
    if (exempt.roles.length === 0 || poster.byMachine) return poster;
    // Who is in the server no more has no roles in it.
    const member = await client.guilds.cache
      .get(guildId)
      ?.members.fetch(poster.member.id)
      .catch(() => null);
    return { ...poster, member: { id: poster.member.id, roleIds: [...(member?.roles.cache.keys() ?? [])] } };
  }

  async function act(message: HeardMessage, guildId: string, decision: Blocked, poster: Poster): Promise<void> {
    const outcome = decision.action === 'log' ? 'logged' : await remove(message, decision);
    if (outcome === null) return;
    await app.attachments.count(guildId, outcome);
    if (outcome === 'deleted' && decision.action === 'tell' && !poster.byMachine) {
      void tellAuthor(message, poster.member.id, decision.what).catch((error: unknown) => report(sentenceFor(error)));
    }
    await log.entry({ message, guildId, decision, memberId: poster.member.id, outcome });
  }

  /** Null when somebody else was faster. */
  async function remove(message: HeardMessage, { what }: Blocked): Promise<Outcome | null> {
    try {
      await client.rest.delete(Routes.channelMessage(message.channel_id, message.id), {
        reason: `Attachment blocker: ${what}`,
      });
      return 'deleted';
    } catch (error) {
      const code = error instanceof DiscordAPIError ? error.code : null;
      if (code === RESTJSONErrorCodes.UnknownMessage) return null;
      if (code === RESTJSONErrorCodes.MissingPermissions || code === RESTJSONErrorCodes.MissingAccess) {
        return 'undeletable';
      }
      throw error;
    }
  }

  async function leave(
    message: HeardMessage,
    guildId: string,
    { unknown, limited, why }: Extract<Decision, { kind: 'left' }>,
  ): Promise<void> {
    if (unknown > 0) await app.attachments.count(guildId, 'unknown');
    if (limited === 0) return;
    await app.attachments.count(guildId, 'limited');
    await log.limited({ guildId, channelId: message.channel_id, why: why ?? 'too many links' });
  }

  return (message) => hear(message).catch((error: unknown) => report(`Attachment blocker: ${sentenceFor(error)}`));
}
