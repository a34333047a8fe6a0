import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../commands/index.ts';
import { optionsOf } from '../src/console/common-options.ts';

const root = resolve(import.meta.dirname, '..');
const words = [...new Set(commands.map(({ path }) => path[0]))].join('|');
/** `npx heimdall knowledge …`, `/knowledge …`, and `… with: knowledge …`, to the end of the clause or of what is quoted. */
const NAMED = new RegExp(
  `(?:npx heimdall |(?<=[\\s\`'"(])/|(?<=: ))((?:${words})(?![\\w-]|\\.\\w)(?:(?!, )[^\`'"])*)`,
  'g',
);
/** `--name` and `name:value`, of which a sentence's own colon is none. */
const OPTION = /(?<=\s)(?:--([a-z][a-z-]*)|([a-z][a-z-]*):(?!\/\/)(?=[\w#@/$]))/g;

/** What is said of commands in the README and in every sentence of the product. */
function mentions(): readonly (readonly [file: string, mention: string])[] {
  const files = ['src', 'commands'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return ['README.md', ...files].flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/?\*|\/\/|import )/.test(line))
      .flatMap((line) => [...line.matchAll(NAMED)].map(([, mention = '']) => [file, mention] as const)),
  );
}

/** What is wrong with it, or null. */
function wrongWith(mention: string): string | null {
  const said = mention.split(/\s+/);
  const meant = commands.filter(({ path }) => path[0] === said[0]);
  const alone = meant.find(({ path }) => path.length === 1);
  const second = said[1]?.replace(/[.,;:)]+$/, '') ?? '';
  const command = alone ?? meant.find(({ path }) => path[1] === second);
  // A word that happens to be a command's first: `: about 3 days`; or one that a variable follows.
  if (command === undefined) return /^[a-z-]+$/.test(second) ? `there is no ${said[0]} ${second}` : null;
  const known = optionsOf(command);
  const unknown = [...mention.matchAll(OPTION)].flatMap(([, long, short]) => long ?? short ?? []);
  const stray = unknown.find((name) => !(name in known));
  return stray === undefined ? null : `${command.path.join(' ')} has no option ${stray}`;
}

it('every command that people are told of is there, with the options that are named', () => {
  const all = mentions();
  expect(all.length).toBeGreaterThan(60);
  const wrong = all.flatMap(([file, mention]) => {
    const why = wrongWith(mention);
    return why === null ? [] : [`${file}: ${why}: ${mention}`];
  });
  expect(wrong).toEqual([]);
});
