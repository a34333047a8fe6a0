import type { ApplicationCommandOptionChoiceData, AutocompleteInteraction } from 'discord.js';
import { goFirst } from '../event-loop.ts';
import { sourceName } from '../app/guild.ts';
import { counted } from '../app/wording.ts';
import type { GuildKnowledge, Source, StoredPage } from '../knowledge/store.ts';
import { commandOf } from './command-of.ts';
import { refusalFor } from './permission.ts';
import type { Surface } from './surface.ts';
import { shortened } from './text.ts';

/** Suggestions at most, and characters of one (Discord's documentation, "Application Command Option Choice Structure"). */
const MAX_CHOICES = 25;
const MAX_NAME = 100;
/** Removed pages looked through, the latest removed first. */
const MOST_REMOVED = 1000;

type Choice = ApplicationCommandOptionChoiceData<string>;

/**
 * Suggests sources and pages while somebody types. The value is the row's number, since an address may be longer than a
 * value may be. Answers with nothing rather than with an error: who types sees no difference.
 */
export async function complete(surface: Surface, interaction: AutocompleteInteraction): Promise<void> {
  const choices = await choicesFor(surface, interaction);
  // Not before: what is looked up needs turns itself.
  await goFirst(interaction.respond(choices));
}

async function choicesFor(
  { app, commands }: Surface,
  interaction: AutocompleteInteraction,
): Promise<readonly Choice[]> {
  const command = commandOf(commands, interaction);
  const { guildId } = interaction;
  if (command === null || guildId === null || refusalFor(command, interaction) !== null) return [];
  if (!(await app.store.guildIds()).includes(guildId)) return [];
  const opened = await app.store.guild(guildId);
  if (!opened.ok) return [];
  const { name, value } = interaction.options.getFocused(true);
  const typed = value.trim();
  switch (command.options[name]?.completes) {
    case 'source':
      return sourceChoices(opened.value, typed);
    case 'page':
      return pageChoices(opened.value, typed);
    case 'removed-source':
      return removedSourceChoices(opened.value, typed);
    case 'removed-page':
      return removedPageChoices(opened.value, typed);
    case undefined:
      return [];
    default:
      throw new Error(`nothing is known to complete ${name} with`);
  }
}

async function sourceChoices(guild: GuildKnowledge, typed: string): Promise<readonly Choice[]> {
  return sourcesLike(await guild.sources(), typed);
}

async function removedSourceChoices(guild: GuildKnowledge, typed: string): Promise<readonly Choice[]> {
  return sourcesLike(await guild.removedSources(), typed);
}

function sourcesLike(sources: readonly Pick<Source, 'id' | 'spec' | 'pages'>[], typed: string): readonly Choice[] {
  const wanted = typed.toLowerCase();
  return sources
    .filter((source) => String(source.id) === wanted || sourceName(source).toLowerCase().includes(wanted))
    .slice(0, MAX_CHOICES)
    .map((source) => choice(source.id, `${sourceName(source)} (${counted(source.pages, 'page')})`));
}

async function pageChoices(guild: GuildKnowledge, typed: string): Promise<readonly Choice[]> {
  return (await guild.suggestPages(typed, MAX_CHOICES)).map(pageChoice);
}

async function removedPageChoices(guild: GuildKnowledge, typed: string): Promise<readonly Choice[]> {
  const wanted = typed.toLowerCase();
  return (await guild.removedPages({ limit: MOST_REMOVED, offset: 0 }))
    .filter(({ id, title, url }) => String(id) === wanted || `${url} ${title}`.toLowerCase().includes(wanted))
    .slice(0, MAX_CHOICES)
    .map(pageChoice);
}

function pageChoice({ id, title, url }: Pick<StoredPage, 'id' | 'title' | 'url'>): Choice {
  return choice(id, title === '' ? url : `${title} · ${url}`);
}

function choice(id: number, name: string): Choice {
  return { name: shortened(`${id}  ${name}`, MAX_NAME), value: String(id) };
}
