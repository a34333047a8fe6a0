import { createHash } from 'node:crypto';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ChannelType,
  InteractionContextType,
  PermissionFlagsBits,
  Routes,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  type Client,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Command } from '../app/command.ts';
import type { Option } from '../app/option.ts';
import type { Notes } from '../knowledge/instance-facts.ts';
import { GROUPS } from './groups.ts';

/**
 * The commands in Discord's form: those that share a first word are subcommands of one. Knowledge belongs to a server,
 * so all of them work in servers only; those for admins need Manage Server unless a server decides otherwise (12.1), and
 * those for operators are not there.
 */
export function definitionsOf(all: readonly Command[]): readonly RESTPostAPIChatInputApplicationCommandsJSONBody[] {
  const commands = all.filter(({ access }) => access !== 'operator');
  const names = [...new Set(commands.map(({ path }) => path[0] ?? ''))];
  return names.map((name) => {
    const group = commands.filter(({ path }) => path[0] === name);
    const [only] = group;
    const alone = only !== undefined && only.path.length === 1;
    const forAdmins = group.every(({ access }) => access === 'admin');
    return {
      type: ApplicationCommandType.ChatInput,
      name,
      description: alone ? only.description : (GROUPS[name] ?? name),
      options: alone ? optionsOf(only) : group.map(subcommandOf),
      default_member_permissions: forAdmins ? String(PermissionFlagsBits.ManageGuild) : null,
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    };
  });
}

function subcommandOf(command: Command): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name: command.path.slice(1).join('-'),
    description: command.description,
    options: optionsOf(command),
  };
}

/** Discord wants the required ones first. */
function optionsOf({ options }: Command): APIApplicationCommandBasicOption[] {
  const entries = Object.entries(options).filter(([, { operatorOnly }]) => operatorOnly !== true);
  const ordered = [
    ...entries.filter(([, { required }]) => required),
    ...entries.filter(([, { required }]) => !required),
  ];
  return ordered.map(([name, option]) => optionOf(name, option));
}

function optionOf(name: string, option: Option<unknown>): APIApplicationCommandBasicOption {
  const { description, required, kind, min, max, choices, completes } = option;
  const common = { name, description, required };
  switch (kind) {
    case 'flag':
      return { ...common, type: ApplicationCommandOptionType.Boolean };
    case 'integer':
      return {
        ...common,
        type: ApplicationCommandOptionType.Integer,
        ...(min === undefined ? {} : { min_value: min }),
        ...(max === undefined ? {} : { max_value: max }),
      };
    case 'channel':
      return {
        ...common,
        type: ApplicationCommandOptionType.Channel,
        channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
      };
    case 'place':
      return { ...common, type: ApplicationCommandOptionType.Channel };
    case 'role':
      return { ...common, type: ApplicationCommandOptionType.Role };
    case 'member':
      return { ...common, type: ApplicationCommandOptionType.User };
    case 'file':
      return { ...common, type: ApplicationCommandOptionType.Attachment };
    case 'text':
      if (completes !== undefined) return { ...common, type: ApplicationCommandOptionType.String, autocomplete: true };
      return {
        ...common,
        type: ApplicationCommandOptionType.String,
        ...(choices === undefined ? {} : { choices: choices.map((choice) => ({ name: choice, value: choice })) }),
      };
    default:
      return kind satisfies never;
  }
}

/** Registers all commands at once when they changed since the last time (rule 12.1). Returns whether it did. */
export async function registerCommands(
  client: Client<true>,
  commands: readonly Command[],
  notes: Notes,
): Promise<boolean> {
  const body = definitionsOf(commands);
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const note = `commands:${client.application.id}`;
  if ((await notes.get(note)) === hash) return false;
  await client.rest.put(Routes.applicationCommands(client.application.id), { body });
  await notes.set(note, hash);
  return true;
}
