import type { Command } from '../app/command.ts';
import { commonOptions, optionsOf } from './common-options.ts';
import { lineOf, noCommon, type Common, type Line } from './line.ts';

/** Reads what a shell handed over: `knowledge crawl --url URL --pages 5`. Common options may stand before the command. */
export function parseArguments(words: readonly string[], commands: readonly Command[]): Line {
  const valued = namesWithValue(commands);
  const plain: string[] = [];
  const options: (readonly [string, string])[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const written = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(word === '-h' ? '--help' : word);
    const name = written?.[1];
    if (name === undefined) {
      if (word.startsWith('-'))
        return { kind: 'wrong', sentence: `"${word}" is no option: options are written --name value.` };
      plain.push(word);
      continue;
    }
    const next = words[at + 1];
    if (written?.[2] !== undefined) options.push([name, written[2]]);
    else if (valued.has(name) && next !== undefined && !next.startsWith('--')) {
      options.push([name, next]);
      at += 1;
    } else options.push([name, '']);
  }
  return lineOf({ plain, options }, commands, noCommon);
}

/** A word, in which quotes may hold spaces. */
const WORD = /(?:"[^"]*"|[^\s"])+/g;
/** `name:value`, and `--name value` as in a shell; an address's scheme is no name. */
const OPTION = /^(?:--([a-z][a-z-]*)(?:[:=](.*))?|([a-z][a-z-]*)[:=](?!\/\/)(.*))$/s;

/**
 * Reads a slash command: `/knowledge crawl url:https://… pages:5`. A value reaches to the next option of that command;
 * in quotes it may hold anything. `defaults` are the common options the console itself was started with.
 */
export function parseSlash(text: string, commands: readonly Command[], defaults: Common = noCommon): Line {
  const words = text.trim().replace(/^\//, '').match(WORD) ?? [];
  const first = words.findIndex((word) => OPTION.test(word));
  const plain = first === -1 ? words : words.slice(0, first);
  const command = commands.find(({ path }) => path.every((word, index) => plain[index] === word));
  const names = new Set(Object.keys(command === undefined ? commonOptions : optionsOf(command)));
  const options: [string, string][] = [];
  for (const word of words.slice(plain.length)) {
    const written = OPTION.exec(word);
    const name = written?.[1] ?? written?.[3];
    const last = options.at(-1);
    if (name !== undefined && (last === undefined || names.has(name))) {
      options.push([name, unquoted(written?.[2] ?? written?.[4] ?? '')]);
    } else if (last !== undefined) last[1] = `${last[1]} ${unquoted(word)}`.trim();
  }
  if (options.some(([name]) => name === 'data')) {
    return { kind: 'wrong', sentence: 'The data folder is chosen when Heimdall starts: heimdall --data DIR.' };
  }
  return lineOf({ plain, options }, commands, defaults);
}

function unquoted(value: string): string {
  return value.replaceAll('"', '');
}

/** Options after which a value follows, of any command: which one is meant may stand behind them. */
function namesWithValue(commands: readonly Command[]): ReadonlySet<string> {
  const all = [commonOptions, ...commands.map(optionsOf)];
  return new Set(
    all.flatMap((options) => Object.entries(options).flatMap(([name, { kind }]) => (kind === 'flag' ? [] : [name]))),
  );
}
