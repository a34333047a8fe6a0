import { goFirst } from '../event-loop.ts';
import { acknowledge, answerWith, contextOf, resultBody, saySentence } from './answer.ts';
import type { Pressed } from './asked.ts';
import { messageOptions } from './body.ts';
import type { Question } from './custom-id.ts';
import { refusalFor } from './permission.ts';
import { said } from './text.ts';
import type { Surface } from './surface.ts';

/** Asks a command once more, with the options that the button names: turns a list's page in place, or does what was offered. */
export async function pressAgain(surface: Surface, interaction: Pressed, asked: Question): Promise<void> {
  const { path, options, userId } = asked;
  const command = surface.commands.find((known) => known.path.join(' ') === path.join(' '));
  if (command === undefined) return saySentence(interaction, 'That command is not there any more.');
  if (interaction.user.id !== userId) return saySentence(interaction, notYours(asked));
  const raw = new Map(Object.entries(options));
  const refused = refusalFor(command, interaction) ?? command.problemIn(raw);
  if (refused !== null) return saySentence(interaction, refused);
  const outputs = command.start(raw, contextOf(surface, interaction));
  if (command.startsJob(raw)) {
    const place = await acknowledge(interaction, true);
    return answerWith(surface, interaction, asked, outputs, place);
  }
  await goFirst(interaction.deferUpdate());
  for await (const output of outputs) {
    const body = output.kind === 'result' ? await resultBody(surface, interaction, output, asked) : null;
    if (body !== null) await interaction.editReply(messageOptions(body));
    if (output.kind === 'problem') await interaction.editReply(messageOptions({ content: said(output.sentence) }));
  }
}

/** What somebody else is told. */
export function notYours({ path }: Question): string {
  return `Only the person who asked may press this; ask for your own with /${path.join(' ')}.`;
}
