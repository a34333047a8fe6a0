import {
  DiscordAPIError,
  MessageFlags,
  RESTJSONErrorCodes,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type Interaction,
} from 'discord.js';
import { pressAgain } from './again-press.ts';
import { acknowledge, answerWith, contextOf, sayProblem, saySentence, type Asked } from './answer.ts';
import { complete } from './autocomplete.ts';
import { attachedTexts, isAttached } from './attachment.ts';
import { commandOf } from './command-of.ts';
import { readCustomId } from './custom-id.ts';
import { pressJob } from './job-press.ts';
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
    else if (interaction.isButton()) await press(surface, interaction);
  } catch (error) {
    if (isNobodysFault(error, surface) || interaction.isAutocomplete()) return;
    const body = mistakeBody(error, surface);
    if (interaction.isChatInputCommand() || interaction.isButton())
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
  const attached = await attachedTexts(command, interaction);
  if (!attached.ok) return sayProblem(interaction, attached.sentence);
  const given = new Map([...raw, ...attached.texts]);
  const outputs = command.start(given, contextOf(surface, interaction.guildId ?? ''));
  await answerWith(surface, interaction, asked, outputs, place);
}

async function press(surface: Surface, interaction: ButtonInteraction): Promise<void> {
  const meant = readCustomId(interaction.customId);
  const refused = meant === null ? 'This button belongs to an older Heimdall.' : leavingSentence(surface);
  if (meant === null || refused !== null) return saySentence(interaction, refused ?? '');
  return meant.kind === 'job' ? pressJob(surface, interaction, meant) : pressAgain(surface, interaction, meant);
}

function leavingSentence({ leaving }: Surface): string | null {
  return leaving.aborted ? 'Heimdall is just being restarted: try again in a minute.' : null;
}

/** Options as a command reads them: by name, as text; files come later. A subcommand's are one level below. */
function rawOptions(options: readonly CommandInteractionOption[]): ReadonlyMap<string, string> {
  const [first] = options;
  const own = first?.options ?? options;
  return new Map(
    own.flatMap((option) =>
      option.value === undefined || isAttached(option) ? [] : [[option.name, String(option.value)] as const],
    ),
  );
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
  if (interaction.deferred && !interaction.isButton())
    await interaction.editReply({ content: sentence, embeds: [], components: [] });
  else if (interaction.deferred || interaction.replied)
    await interaction.followUp({ content: sentence, flags: MessageFlags.Ephemeral });
  else await saySentence(interaction, sentence);
}
