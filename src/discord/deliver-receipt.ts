import { LOG_CHANNEL, readSetting } from '../app/settings.ts';
import type { JobHandle } from '../jobs/runner.ts';
import { messageOptions, type Body } from './body.ts';
import type { Surface } from './surface.ts';

/**
 * Hands over a receipt whose card is not there for all to see: to the server's log channel (rule 12.1), else to the
 * person who asked. `seen`: that person has it before them already. Never rejects.
 */
export async function deliverReceipt(
  surface: Surface,
  { guildId, jobId }: JobHandle,
  body: Body,
  { askerId, seen }: { readonly askerId: string; readonly seen: boolean },
): Promise<void> {
  const trouble: string[] = [];
  const attempt = async (send: () => Promise<boolean>): Promise<boolean> =>
    send().catch((error: unknown) => {
      trouble.push(error instanceof Error ? error.message : String(error));
      return false;
    });
  if (await attempt(() => sendToLog(surface, guildId, body))) return;
  if (seen || (await attempt(() => sendToAsker(surface, askerId, body)))) return;
  surface.report(
    `The receipt of job ${jobId} could be shown to nobody (${trouble.join('; ')}): see /knowledge jobs job:${jobId}`,
  );
}

/** False where the server has no log channel. */
export async function sendToLog({ app, client }: Surface, guildId: string, body: Body): Promise<boolean> {
  const guild = await app.store.guild(guildId);
  const channelId = guild.ok ? await readSetting(guild.value, LOG_CHANNEL) : null;
  if (channelId === null) return false;
  const channel = await client.channels.fetch(channelId);
  // A setting from before a channel was moved away, or one that was never this server's.
  if (channel === null || channel.isDMBased() || channel.guildId !== guildId || !channel.isSendable()) {
    throw new Error('the log channel takes no messages');
  }
  await channel.send(messageOptions(body));
  return true;
}

/** Buttons work in servers only. */
async function sendToAsker({ client }: Surface, askerId: string, body: Body): Promise<boolean> {
  await client.users.send(askerId, messageOptions({ ...body, components: [] }));
  return true;
}
