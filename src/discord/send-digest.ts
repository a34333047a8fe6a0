import type { View } from '../app/view.ts';
import { sendToLog } from './deliver-receipt.ts';
import { renderView } from './render.ts';
import type { Surface } from './surface.ts';

/** Shows a server's admins its digest of the week in the log channel, if they have set one (rule 8.6). Never rejects. */
export async function sendDigest(surface: Surface, guildId: string, view: View): Promise<void> {
  try {
    await sendToLog(surface, guildId, renderView(view));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    surface.report(`The weekly digest of server ${guildId} could not be shown: ${why}`);
  }
}
