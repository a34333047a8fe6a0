import type { Command } from '../app/command.ts';
import { commonOptions, optionsOf } from './common-options.ts';

/** What the common options of a line came to. */
export interface Common {
  readonly guild: string;
  readonly data: string | null;
  readonly json: boolean;
  /** Where the result's file goes. */
  readonly file: string | null;
}

export const noCommon: Common = { guild: 'local', data: null, json: false, file: null };

/** A line read: which command, with which options; or one sentence what is wrong with it. */
export type Line =
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly raw: ReadonlyMap<string, string>;
      readonly common: Common;
    }
  /** No command: commands are read from the terminal or a pipe. */
  | { readonly kind: 'console'; readonly common: Common }
  | { readonly kind: 'demo'; readonly common: Common }
  /** Copies the data folder, or puts a copy back. */
  | { readonly kind: 'backup'; readonly directory: string; readonly common: Common }
  | { readonly kind: 'restore'; readonly directory: string; readonly replace: boolean; readonly common: Common }
  /** `topic`: one command, those that share a word, or all. */
  | { readonly kind: 'help'; readonly topic: readonly Command[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly sentence: string };

/** A line taken apart, before anybody looked whether there is such a command. */
export interface Words {
  /** What is no option: the command's name, and words too many. */
  readonly plain: readonly string[];
  /** Options in the order given; a flag given bare is ''. */
  readonly options: readonly (readonly [name: string, value: string])[];
}

/** Finds the command that a line means and checks what the command itself does not: names, doubles, missing values. */
export function lineOf({ plain, options }: Words, commands: readonly Command[], defaults: Common): Line {
  const given = new Map(options);
  if (plain[0] === 'help') return helpOn(plain.slice(1), commands);
  if (given.has('help') && plain[0] !== 'demo') return helpOn(plain, commands);
  if (plain.length === 0 && given.has('version')) return { kind: 'version' };
  if (plain[0] === 'backup' || plain[0] === 'restore') return upkeepOf(plain[0], plain.slice(1), options, defaults);
  const command = commandIn(plain, commands);
  const isDemo = plain.length === 1 && plain[0] === 'demo';
  if (command === null && plain.length > 0 && !isDemo) return noSuch(plain, commands);

  const known = command === null ? commonOptions : optionsOf(command);
  const problem = problemIn(options, known, command);
  if (problem !== null) return wrong(problem);
  const stray = command === null ? undefined : plain[command.path.length];
  if (command !== null && stray !== undefined) return wrong(tooMany(stray, command));

  const common: Common = {
    guild: given.get('guild') ?? defaults.guild,
    data: given.get('data') ?? defaults.data,
    json: given.has('json') ? isYes(given.get('json')) : defaults.json,
    file: given.get('file') ?? null,
  };
  if (isDemo) return given.has('help') ? { kind: 'help', topic: commands } : { kind: 'demo', common };
  return command === null ? { kind: 'console', common } : { kind: 'command', command, raw: given, common };
}

/** `backup DIR` and `restore DIR [--replace]`: the only lines with a plain value, as all programs for this have it. */
function upkeepOf(
  kind: 'backup' | 'restore',
  named: readonly string[],
  options: Words['options'],
  defaults: Common,
): Line {
  const known = ['data', ...(kind === 'restore' ? ['replace'] : [])];
  const stray = options.find(([name]) => !known.includes(name));
  if (stray !== undefined) return wrong(`"${kind}" has no option ${stray[0]}. Its options are: ${known.join(', ')}.`);
  const [directory, ...more] = named;
  if (directory === undefined || more.length > 0) return wrong(`Name one folder: ${kind} DIR`);
  const given = new Map(options);
  if (given.get('data') === '') return wrong('Option data needs a value: DIR.');
  const common = { ...defaults, data: given.get('data') ?? defaults.data };
  return kind === 'backup' ? { kind, directory, common } : { kind, directory, common, replace: given.has('replace') };
}

/** What is wrong with the options, in one sentence, or null. Their values are the command's business. */
function problemIn(
  options: Words['options'],
  known: ReturnType<typeof optionsOf>,
  command: Command | null,
): string | null {
  for (const [index, [name, value]] of options.entries()) {
    const option = known[name];
    if (option === undefined) return noOption(name, command);
    if (options.findIndex(([other]) => other === name) < index) return `Option ${name} is given twice.`;
    if (option.kind !== 'flag' && value === '') return `Option ${name} needs a value: ${option.hint}.`;
    const parsed = name in commonOptions ? option.parse(value) : null;
    if (parsed?.ok === false) return `Option ${name} ${parsed.problem}.`;
  }
  return null;
}

function noOption(name: string, command: Command | null): string {
  if (command === null)
    return `There is no option ${name} here. Options are: ${Object.keys(commonOptions).join(', ')}.`;
  const own = Object.keys(optionsOf(command));
  return `"${command.path.join(' ')}" has no option ${name}. Its options are: ${own.join(', ')}.`;
}

function tooMany(stray: string, { path, options }: Command): string {
  const address = /^https?:/i.test(stray) ? ['url', 'urls', 'page'].find((name) => name in options) : undefined;
  if (address !== undefined) return `Write the address as an option: ${path.join(' ')} --${address} ${stray}`;
  return `"${stray}" is one word too many: every value has its option, and one with spaces stands in quotes.`;
}

function noSuch(plain: readonly string[], commands: readonly Command[]): Line {
  const group = commands.filter(({ path }) => path.length > 1 && path[0] === plain[0]);
  if (group.length > 0) {
    const names = group.map(({ path }) => path.slice(1).join(' ')).join(', ');
    const [, second] = plain;
    return wrong(
      second === undefined
        ? `"${plain[0]}" needs one of: ${names}.`
        : `There is no "${plain[0]} ${second}", but there is: ${names}.`,
    );
  }
  const meant = commands.find(({ path }) => path.length > 1 && path[1] === plain[0]);
  if (meant !== undefined) return wrong(`There is no command "${plain.join(' ')}"; perhaps "${meant.path.join(' ')}".`);
  const names = [...new Set(commands.map(({ path }) => path[0]))].join(', ');
  return wrong(`There is no command "${plain.join(' ')}". Commands are: ${names}, backup, restore, demo, help.`);
}

function helpOn(plain: readonly string[], commands: readonly Command[]): Line {
  const topic = commands.filter(({ path }) => plain.every((word, index) => path[index] === word));
  if (topic.length > 0) return { kind: 'help', topic };
  return ['demo', 'backup', 'restore'].includes(plain[0] ?? '')
    ? { kind: 'help', topic: commands }
    : noSuch(plain, commands);
}

function commandIn(plain: readonly string[], commands: readonly Command[]): Command | null {
  return commands.find(({ path }) => path.every((word, index) => plain[index] === word)) ?? null;
}

function isYes(value: string | undefined): boolean {
  const parsed = commonOptions.json.parse(value);
  return parsed.ok && parsed.value;
}

function wrong(sentence: string): Line {
  return { kind: 'wrong', sentence };
}
