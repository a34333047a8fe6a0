import { troubleView } from '../app/answer-view.ts';
import type { AnswerNews } from '../app/asking.ts';
import { sendToLog } from './deliver-receipt.ts';
import { renderView } from './render.ts';
import type { Surface } from './surface.ts';

/** `model-trouble:GUILD:WHY`: the day (UTC) on which it was told last. */
const NOTE = 'model-trouble:';

/**
 * Tells a server's admins in its log channel why the model's words were not what members got: each kind once a day, and
 * members nothing (rule 10.3). A server without such a channel sees it in the metrics alone. Never rejects; ends with the
 * app's news.
 */
export async function tellTroubles(surface: Surface): Promise<void> {
  for await (const news of surface.app.answers.watch()) {
    if (surface.leaving.aborted) return;
    try {
      await tell(surface, news);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      surface.report(`Why the model did not answer could not be told in server ${news.guildId}: ${why}`);
    }
  }
}

async function tell(surface: Surface, { guildId, trouble }: AnswerNews): Promise<void> {
  const view = trouble === null ? null : troubleView(trouble);
  if (view === null || !surface.client.guilds.cache.has(guildId)) return;
  const { notes } = surface.app.store;
  const [name, day] = [`${NOTE}${guildId}:${view.kind}`, surface.app.clock.now().toISOString().slice(0, 10)];
  if ((await notes.get(name)) === day) return;
  await notes.set(name, day);
  await sendToLog(surface, guildId, renderView(view.view));
}

/** Forgets all of a server's. */
export async function forgetTroubles({ app }: Pick<Surface, 'app'>, guildId: string): Promise<void> {
  for (const [name] of await app.store.notes.under(`${NOTE}${guildId}:`)) await app.store.notes.set(name, null);
}
