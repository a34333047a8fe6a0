import type { Command } from '../app/command.ts';
import type { Options } from '../app/option.ts';
import { commonOptions, optionsOf } from './common-options.ts';

/** How a line is written: for a shell, or as a slash command on the console. */
export type Notation = 'shell' | 'slash';

/** Help on one command, on those that share a word, or on all; generated from the definitions. */
export function helpFor(topic: readonly Command[], notation: Notation): string {
  const [only] = topic;
  return only !== undefined && topic.length === 1 ? helpForOne(only, notation) : helpForSome(topic, notation);
}

/** How a command is written, and what each option means. */
function helpForOne(command: Command, notation: Notation): string {
  const { path, description, options } = command;
  const name = path.join(' ');
  const own = Object.fromEntries(Object.entries(optionsOf(command)).filter(([key]) => !(key in commonOptions)));
  return [
    `${name}: ${description}`,
    '',
    `  ${notation === 'shell' ? 'heimdall ' : '/'}${[name, ...usageOf(options, notation)].join(' ')}`,
    '',
    ...optionLines(own, notation),
    ...(Object.keys(own).length === 0 ? [] : ['']),
    ...optionLines(commonFor(notation), notation),
  ].join('\n');
}

function helpForSome(topic: readonly Command[], notation: Notation): string {
  const demo: readonly (readonly [string, string])[] =
    notation === 'shell' && new Set(topic.map(({ path }) => path[0])).size > 1
      ? [
          ['backup DIR', 'Copy everything into an empty folder, while Heimdall runs'],
          ['restore DIR', 'Put such a copy back, while it does not; --replace gives up what is there'],
          ['demo', 'Crawl a small site that Heimdall brings along, answer from it, look at a link'],
        ]
      : [];
  const names = [...topic.map(({ path, description }) => [path.join(' '), description] as const), ...demo];
  return [...introduction(notation), '', ...aligned(names), '', ...optionLines(commonFor(notation), notation)].join(
    '\n',
  );
}

function introduction(notation: Notation): readonly string[] {
  if (notation === 'slash') {
    return [
      'Write a command as in Discord, its options as name:value in any order:',
      '',
      '  /knowledge crawl url:https://docs.example.org/guide pages:20 exclude:/guide/old',
      '  /knowledge search query:"rotate the keys" limit:3',
      '',
      'A value reaches to the next option. "help knowledge crawl" explains one command, Ctrl-C cancels what runs,',
      '"exit" or Ctrl-D leaves.',
    ];
  }
  return [
    'Heimdall reads documentation sites politely and finds the right passage in them.',
    '',
    '  heimdall COMMAND [--option value …]   run one command; "heimdall COMMAND --help" explains it',
    '  heimdall                              read commands from the terminal or a pipe, one a line',
    '  heimdall --version',
  ];
}

/** The console's folder is chosen when it starts. */
function commonFor(notation: Notation): Options {
  const { data: _, ...rest } = commonOptions;
  return notation === 'shell' ? commonOptions : rest;
}

function usageOf(options: Options, notation: Notation): readonly string[] {
  return Object.entries(options).map(([name, { required, hint, kind }]) => {
    const value = kind === 'flag' ? '' : hint;
    const written = notation === 'shell' ? `--${name} ${value}`.trim() : `${name}:${value || 'yes'}`;
    return required ? written : `[${written}]`;
  });
}

function optionLines(options: Options, notation: Notation): readonly string[] {
  return aligned(
    Object.entries(options).map(([name, { description, required, hint, kind, min, max }]) => {
      const shown = kind === 'flag' ? '' : ` ${hint}`;
      // A bound that only keeps nonsense out tells nobody anything.
      const range = min === undefined || max === undefined || max > 1000 ? '' : `, ${min} to ${max}`;
      const key = notation === 'shell' ? `--${name}${shown}` : `${name}:${shown.trim() || 'yes'}`;
      return [key, `${description}${range}${required ? ' (required)' : ''}`] as const;
    }),
  );
}

function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
