import type { View } from '../app/view.ts';
import { renderView } from './render.ts';
import type { Screen } from './show.ts';

/** Prints a guild's digest of the week between the lines of the console (rule 8.6). */
export function printDigest({ out, interactive }: Screen, guildId: string, view: View): void {
  if (interactive) out.write('\r\u001B[2K');
  out.write(`${renderView({ ...view, title: `${view.title} of ${guildId}` })}\n`);
}
