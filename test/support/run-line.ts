import { commands } from '../../commands/index.ts';
import type { App } from '../../src/app/app.ts';
import { answer, runCommand } from '../../src/console/console.ts';
import { parseArguments } from '../../src/console/parse.ts';
import { createScreen } from './screen.ts';

export interface RanLine {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The last JSON line, when `--json` was asked for. */
  result(): Record<string, unknown>;
}

/** Runs one command line in this process, on this app. */
export async function runLine(app: App, ...words: readonly string[]): Promise<RanLine> {
  const screen = createScreen();
  const line = parseArguments(words, commands);
  if (line.kind !== 'command' && line.kind !== 'wrong' && line.kind !== 'help') throw new Error(line.kind);
  const code =
    line.kind === 'command'
      ? await runCommand(line, app, screen, new AbortController().signal)
      : answer(line, screen, 'shell');
  const { out, err } = screen.text;
  return { code, out, err, result: () => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') };
}
