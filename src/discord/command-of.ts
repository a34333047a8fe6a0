import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Command } from '../app/command.ts';

/** The command that an interaction means; null for one that was registered by an older version. */
export function commandOf(
  commands: readonly Command[],
  interaction: ChatInputCommandInteraction | AutocompleteInteraction,
): Command | null {
  const subcommand = interaction.options.getSubcommand(false);
  const name = subcommand === null ? interaction.commandName : `${interaction.commandName} ${subcommand}`;
  return (
    commands.find(
      ({ path }) => [path[0], ...(path.slice(1).length > 0 ? [path.slice(1).join('-')] : [])].join(' ') === name,
    ) ?? null
  );
}
