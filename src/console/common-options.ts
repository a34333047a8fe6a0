import { flag, text, type Option, type Options } from '../app/option.ts';
import type { Command } from '../app/command.ts';

/** Options that every command line may have, defined as a command's own are. */
export const commonOptions = {
  guild: guildId(),
  data: text({ description: 'Folder of the database files (default DATA_DIR, or ./data)', hint: 'DIR' }),
  json: flag({ description: 'JSON objects instead of text, one a line' }),
  help: flag({ description: 'Show this help' }),
} satisfies Options;

/** All options that a command takes: its own, `file` where its result brings a file along, and the common ones. */
export function optionsOf(command: Command): Options {
  const { file } = command;
  const saving = file === undefined ? {} : { file: text({ description: `Write to this file: ${file}`, hint: 'FILE' }) };
  return { ...command.options, ...saving, ...commonOptions };
}

/** Whose knowledge: the name becomes part of a file's name, so it is checked before anything else. */
function guildId(): Option<string | undefined> {
  return {
    ...text({ description: 'Whose knowledge (default local)', hint: 'ID' }),
    parse(given) {
      if (given === undefined || /^[A-Za-z0-9_-]{1,64}$/.test(given)) return { ok: true, value: given };
      return { ok: false, problem: `takes 1 to 64 letters, digits, hyphens or underscores, not "${given}"` };
    },
  };
}
