import type { Command } from './command.ts';
import type { Parsed } from './option.ts';

/** The options of a command that take a file, and how many bytes of it. */
export function fileOptionsOf({ options }: Command): readonly (readonly [name: string, maxBytes: number])[] {
  return Object.entries(options).flatMap(([name, { kind, maxBytes }]) =>
    kind === 'file' ? [[name, maxBytes ?? 0] as const] : [],
  );
}

/** What is wrong with a file of so many bytes, as an option's problem; null when it may be read. */
export function sizeProblem(bytes: number, maxBytes: number): string | null {
  return bytes > maxBytes ? `takes a text file of at most ${Math.floor(maxBytes / 1024)} KB` : null;
}

/** The text of a file; one that is no text is refused. */
export function textOf(bytes: Uint8Array): Parsed<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { ok: true, value: text };
  } catch {
    // Not UTF-8: said below.
  }
  return { ok: false, problem: 'takes a plain text file (UTF-8)' };
}
