import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { helpFor } from '../../src/console/help.ts';

describe('the help', () => {
  it.each(commands.map((command) => [command.path.join(' '), command] as const))(
    'of %s names each of its options in both notations, and fits a terminal',
    (name, command) => {
      for (const [notation, mark] of [
        ['shell', '--NAME'],
        ['slash', 'NAME:'],
      ] as const) {
        const text = helpFor([command], notation);
        expect(text).toContain(`${name}: ${command.description}`);
        for (const option of Object.keys(command.options)) expect(text).toContain(mark.replace('NAME', option));
        const rows = text.split('\n').slice(4);
        expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(110);
      }
    },
  );

  it('lists every command in one line each, with the descriptions below one another', () => {
    const rows = helpFor(commands, 'shell').split('\n');
    const found = commands.map(({ path, description }) =>
      rows.find((row) => row.startsWith(`  ${path.join(' ')} `) && row.endsWith(description)),
    );
    expect(found).not.toContain(undefined);
    expect(new Set(commands.map(({ description }, at) => found[at]?.indexOf(description))).size).toBe(1);
  });

  it('explains on the console how a slash command is written', () => {
    expect(helpFor(commands, 'slash')).toContain('/knowledge crawl url:https://docs.example.org/guide pages:20');
  });
});
