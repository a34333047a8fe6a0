import { MessageFlags, type ButtonInteraction } from 'discord.js';
import type { Started } from '../app/crawling.ts';
import { followJob } from '../app/follow-job.ts';
import { discardPages } from '../app/removal.ts';
import { counted } from '../app/wording.ts';
import type { JobRecord } from '../knowledge/ledger.ts';
import type { GuildKnowledge } from '../knowledge/store.ts';
import { goFirst } from '../event-loop.ts';
import { acknowledge, answerWith, saySentence } from './answer.ts';
import { messageOptions } from './body.ts';
import { offerButtons } from './buttons.ts';
import { createPressWriter, type JobAction, type Press } from './custom-id.ts';
import { keepPresses } from './kept-presses.ts';
import { refusalFor } from './permission.ts';
import type { CardPlace } from './sheet.ts';
import type { Surface } from './surface.ts';
import { said } from './text.ts';

/** Cancel, Retry failed and Continue: any admin of the server may press them. */
export async function pressJob(
  surface: Surface,
  interaction: ButtonInteraction,
  { action, jobId }: Extract<Press, { kind: 'job' }>,
): Promise<void> {
  const refused = refusalFor({ access: 'admin' }, interaction);
  if (refused !== null) return saySentence(interaction, refused);
  const place = await acknowledgePress(interaction, action);
  const opened = await surface.app.store.guild(interaction.guildId ?? '');
  const job = opened.ok ? await opened.value.job(jobId) : null;
  if (!opened.ok || job === null) return complain(interaction, 'That job is not known any more.');
  if (action === 'discard') return discard(surface, interaction, opened.value, job);
  if (action === 'cancel') {
    const cancelled = await surface.app.crawling.cancel(opened.value, job);
    if (!cancelled.ok) await complain(interaction, cancelled.sentence);
    return;
  }
  const started =
    action === 'retry' ? await surface.app.crawling.retry(opened.value, job) : await goOn(surface, opened.value, job);
  if (!started.ok) return complain(interaction, started.sentence);
  await withoutButtons(interaction);
  const { clock } = surface.app;
  const outputs = followJob(started.handle, { clock, signal: new AbortController().signal });
  return answerWith(surface, interaction, NOTHING_ASKED, outputs, place);
}

/** Cancel shows in the card itself; a new job has a card of its own. */
async function acknowledgePress(interaction: ButtonInteraction, action: JobAction): Promise<CardPlace | null> {
  if (action !== 'cancel') return acknowledge(interaction, action !== 'discard');
  await goFirst(interaction.deferUpdate());
  return null;
}

/** A job's outputs offer nothing to ask again. */
const NOTHING_ASKED = { path: [], options: {}, userId: '' };

/** Takes the pages away that the job brought in; for a day a button brings them back. */
async function discard(
  { app }: Surface,
  interaction: ButtonInteraction,
  guild: GuildKnowledge,
  job: JobRecord,
): Promise<void> {
  const at = app.clock.now();
  const discarded = await discardPages(guild, job, at);
  await withoutButtons(interaction);
  const asked = { ...NOTHING_ASKED, userId: interaction.user.id };
  const undo = { label: 'Undo', destroys: false, path: ['knowledge', 'restore'], options: { job: String(job.id) } };
  const writer = createPressWriter();
  const components = discarded === 0 ? [] : offerButtons(asked, undo, undefined, writer);
  await keepPresses(app.store.notes, guild.guildId, writer.kept, at);
  await interaction.editReply(
    messageOptions({
      content:
        discarded === 0
          ? `No page that job ${job.id} brought in is left to discard.`
          : `Discarded ${counted(discarded, 'page')} of job ${job.id}. This can be undone for a day.`,
      components,
    }),
  );
}

/** Goes on from where the crawl ended. */
async function goOn({ app }: Surface, guild: GuildKnowledge, { spec, id }: JobRecord): Promise<Started> {
  if (spec.kind !== 'crawl') return { ok: false, sentence: `Job ${id} is no crawl: there is nothing to go on with.` };
  return app.crawling.crawl(guild, spec.startUrls, spec.options, false);
}

async function complain(interaction: ButtonInteraction, sentence: string): Promise<void> {
  if (interaction.ephemeral === false) await interaction.deleteReply();
  await interaction.followUp({ content: said(sentence), flags: MessageFlags.Ephemeral });
}

/** What was pressed leads nowhere a second time. A receipt that can't be reached keeps its buttons. */
async function withoutButtons(interaction: ButtonInteraction): Promise<void> {
  await interaction.message.edit({ components: [] }).catch(() => {});
}
