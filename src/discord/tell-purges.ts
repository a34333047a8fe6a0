import { untoldPurges } from '../app/purge.ts';
import { sendToLog } from './deliver-receipt.ts';
import { renderView } from './render.ts';
import type { Surface } from './surface.ts';

/**
 * Tells the admins of each server concerned, in its log channel, that the owner of a site asked to be left alone. A server
 * without such a channel reads it in `/knowledge list` alone. Never rejects for what Discord refuses.
 */
export async function tellPurges(surface: Surface): Promise<void> {
  const { app, client, report } = surface;
  for (const { guildId, view, told } of await untoldPurges(app.store)) {
    if (!client.guilds.cache.has(guildId)) continue;
    try {
      await sendToLog(surface, guildId, renderView(view));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      report(`That a site is not visited any more could not be told in server ${guildId}: ${why}`);
    }
    await told();
  }
}
