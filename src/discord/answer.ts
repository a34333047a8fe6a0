import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { goFirst } from '../event-loop.ts';
import type { CommandContext } from '../app/command.ts';
import type { Output, Result, View } from '../app/view.ts';
import type { JobHandle } from '../jobs/runner.ts';
import type { Asked } from './asked.ts';
import { MAX_FILE_BYTES, messageOptions, type Body } from './body.ts';
import { nameIn } from './blocker-names.ts';
import { choiceMenu, offerButtons, pageButtons, ratingButtons } from './buttons.ts';
import { showJob } from './card.ts';
import { createPressWriter, type Question } from './custom-id.ts';
import { channelProblem, examineServer } from './examine.ts';
import { keepPresses } from './kept-presses.ts';
import { memberOf } from './member.ts';
import { createPen } from './pen.ts';
import { renderView } from './render.ts';
import type { CardPlace } from './sheet.ts';
import { said } from './text.ts';
import type { Surface } from './surface.ts';

/** One sentence, for the person who asked alone. */
export async function saySentence(interaction: Asked, sentence: string): Promise<void> {
  await goFirst(interaction.reply({ content: said(sentence), flags: MessageFlags.Ephemeral }));
}

/**
 * Acknowledges at once that an answer will come. The card of a job is for all to see, where Heimdall sees the channel
 * itself and can keep it up to date; everything else is for the person who asked. Returns where the card will stand.
 */
export async function acknowledge(interaction: Asked, isPublic: boolean): Promise<CardPlace | null> {
  if (!isPublic || !interaction.appPermissions.has(PermissionFlagsBits.ViewChannel)) {
    await goFirst(interaction.deferReply({ flags: MessageFlags.Ephemeral }));
    return null;
  }
  const { responseMessageId } = (await goFirst(interaction.deferReply({ withResponse: true }))).interaction;
  return responseMessageId === null ? null : { channelId: interaction.channelId, messageId: responseMessageId };
}

/** What a command started from here is told. */
export function contextOf(surface: Surface, interaction: Asked): CommandContext {
  const guildId = interaction.guildId ?? '';
  return {
    app: surface.app,
    guildId,
    operator: false,
    asksFirst: true,
    member: memberOf(interaction),
    mostFileBytes: MAX_FILE_BYTES,
    // A signal of its own for each command: fifty that listen to one look like a leak.
    signal: AbortSignal.any([surface.leaving]),
    examine: () => examineServer(surface, guildId),
    readingProblem: () => surface.ear.problem(),
    nameOf: (id) => nameIn(surface.client.guilds.cache.get(guildId), id),
    channelProblem: (channelId) => channelProblem(surface, guildId, channelId),
  };
}

/** Shows what comes out of a command as the answer that was promised. */
export async function answerWith(
  surface: Surface,
  interaction: Asked,
  asked: Question,
  outputs: AsyncGenerator<Output, void, void>,
  place: CardPlace | null,
): Promise<void> {
  let draft: View | null = null;
  const pen = createPen(async () => {
    // An edit that failed is no loss: the next one, or the result, says more.
    if (draft !== null) await interaction.editReply(messageOptions(renderView(draft))).catch(() => undefined);
  }, surface.clock);
  for (let step = await outputs.next(); step.done !== true; step = await outputs.next()) {
    const output = step.value;
    if (output.kind === 'job') {
      const handle = handleOf(surface, interaction, output.jobId);
      if (handle !== null) {
        return showJob(surface, handle, outputs, { interaction, place, askerId: interaction.user.id });
      }
    }
    if (output.kind === 'draft') {
      draft = output.view;
      pen.touch();
    }
    if (output.kind === 'problem') return sayProblem(interaction, output.sentence);
    if (output.kind === 'result') {
      const body = await resultBody(surface, interaction, output, asked);
      // Before it is shown: who sees it may reply at once. Nobody can reply to what one person alone sees.
      if (output.questionId !== undefined && place !== null) {
        await surface.answers.keep(interaction.guildId ?? '', output.questionId, place.messageId);
      }
      await pen.finish(async () => void (await interaction.editReply(messageOptions(body))));
      // Whatever the command holds is let go now.
      await outputs.return();
      return;
    }
  }
}

function handleOf({ app }: Surface, { guildId }: Asked, jobId: number): JobHandle | null {
  return app.runner.active(guildId ?? '').find((handle) => handle.jobId === jobId) ?? null;
}

/** A result with what turns its pages, does what it offers, or changes what was asked. */
export async function resultBody(
  { app }: Pick<Surface, 'app'>,
  { guildId }: Pick<Asked, 'guildId'>,
  { view, file, paging, offer, choice, changes, questionId }: Result,
  asked: Question,
): Promise<Body> {
  const writer = createPressWriter();
  const components = [
    ...(paging === undefined ? [] : pageButtons(asked, paging, writer)),
    ...(choice === undefined ? [] : choiceMenu(asked, choice, writer)),
    ...(questionId === undefined ? [] : ratingButtons(questionId, writer)),
    ...offerButtons(asked, offer, changes, writer),
  ];
  await keepPresses(app.store.notes, guildId ?? '', writer.kept, app.clock.now());
  return { ...renderView(view, file), components };
}

/** What went wrong is for the person who asked: an answer promised to all is taken back first. */
export async function sayProblem(interaction: Asked, sentence: string): Promise<void> {
  if (interaction.ephemeral === true) {
    await interaction.editReply({ content: said(sentence) });
    return;
  }
  await interaction.deleteReply();
  await interaction.followUp({ content: said(sentence), flags: MessageFlags.Ephemeral });
}
