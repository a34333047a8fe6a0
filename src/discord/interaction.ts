import {
  DiscordAPIError,
  MessageFlags,
  RESTJSONErrorCodes,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type Interaction,
} from 'discord.js';
import { pressAgain } from './again-press.ts';
import { acknowledge, answerWith, contextOf, saySentence } from './answer.ts';
import type { Asked, Pressed } from './asked.ts';
import { complete } from './autocomplete.ts';
import { commandOf } from './command-of.ts';
import { fillIn, showForm } from './form.ts';
import { pressJob } from './job-press.ts';
import { pressOf } from './kept-presses.ts';
import { mistakeBody } from './mistake.ts';
import { refusalFor } from './permission.ts';
import type { Surface } from './surface.ts';

/**
 * Answers one interaction; never rejects. What is wrong with it is said before anything is done; everything else is
 * acknowledged first and done afterwards, so that no work keeps Discord waiting (rule 12.2).
 */
export async function respond(surface: Surface, interaction: Interaction): Promise<void> {
  try {
    if (interaction.isAutocomplete()) await complete(surface, interaction);
    else if (interaction.isChatInputCommand()) await runCommand(surface, interaction);
    else if (isPressed(interaction)) await press(surface, interaction);
  } catch (error) {
    if (isNobodysFault(error, surface) || interaction.isAutocomplete()) return;
    const body = mistakeBody(error, surface);
    if (interaction.isChatInputCommand() || isPressed(interaction))
      await tell(interaction, body.content ?? '').catch(() => {});
  }
}

async function runCommand(surface: Surface, interaction: ChatInputCommandInteraction): Promise<void> {
  const command = commandOf(surface.commands, interaction);
  if (command === null)
    return saySentence(interaction, 'Heimdall has changed: reload Discord (Ctrl+R) to see its commands.');
  const raw = rawOptions(interaction.options.data);
  const refused = refusalFor(command, interaction) ?? command.problemIn(raw) ?? leavingSentence(surface);
  if (refused !== null) return saySentence(interaction, refused);
  const place = await acknowledge(interaction, command.startsJob(raw));
  const asked = { path: command.path, options: Object.fromEntries(raw), userId: interaction.user.id };
  const outputs = command.start(raw, contextOf(surface, interaction.guildId ?? ''));
  await answerWith(surface, interaction, asked, outputs, place);
}

function isPressed(interaction: Interaction): interaction is Pressed {
  if (interaction.isModalSubmit()) return interaction.isFromMessage();
  return interaction.isButton() || interaction.isStringSelectMenu();
}

async function press(surface: Surface, interaction: Pressed): Promise<void> {
  const leaving = leavingSentence(surface);
  if (leaving !== null) return saySentence(interaction, leaving);
  // How to acknowledge depends on what was pressed: at most this one row is read before.
  const meant = await pressOf(surface.app.store.notes, interaction.guildId ?? '', interaction.customId);
  switch (meant?.kind) {
    case undefined:
      return saySentence(interaction, 'This belongs to an older Heimdall, or to an answer of long ago: ask again.');
    case 'job':
      return interaction.isButton() ? pressJob(surface, interaction, meant) : undefined;
    case 'again':
      return pressAgain(surface, interaction, meant);
    case 'choose': {
      const chosen = interaction.isStringSelectMenu() ? interaction.values : [];
      const value = [meant.options[meant.name] ?? '', ...chosen].filter(Boolean).join(',');
      return pressAgain(surface, interaction, { ...meant, options: { ...meant.options, [meant.name]: value } });
    }
    case 'change':
      if (interaction.isButton()) return showForm(surface, interaction, meant);
      return interaction.isModalSubmit() ? pressAgain(surface, interaction, fillIn(interaction, meant)) : undefined;
    default:
      return meant satisfies never;
  }
}

function leavingSentence({ leaving }: Surface): string | null {
  return leaving.aborted ? 'Heimdall is just being restarted: try again in a minute.' : null;
}

/** Options as a command reads them: by name, as text. A subcommand's are one level below. */
function rawOptions(options: readonly CommandInteractionOption[]): ReadonlyMap<string, string> {
  const [first] = options;
  const own = first?.options ?? options;
  return new Map(own.flatMap(({ name, value }) => (value === undefined ? [] : [[name, String(value)] as const])));
}

/** Discord's word for answers that came too late or twice: nothing of ours is broken, and nobody is left to tell. */
function isNobodysFault(error: unknown, { report }: Surface): boolean {
  if (!(error instanceof DiscordAPIError)) return false;
  if (error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) {
    report('Something else has answered a command first: another process runs with this token. Stop one of the two.');
    return true;
  }
  if (error.code !== RESTJSONErrorCodes.UnknownInteraction) return false;
  report(
    'A command could not be acknowledged in time: this machine or its network is too slow, or a second process runs with this token.',
  );
  return true;
}

/** One sentence, however far the answer has come. */
async function tell(interaction: Asked, sentence: string): Promise<void> {
  if (interaction.deferred && interaction.isChatInputCommand())
    await interaction.editReply({ content: sentence, embeds: [], components: [] });
  else if (interaction.deferred || interaction.replied)
    await interaction.followUp({ content: sentence, flags: MessageFlags.Ephemeral });
  else await saySentence(interaction, sentence);
}
