import { readFile, stat } from 'node:fs/promises';
import type { Command } from '../app/command.ts';
import { fileOptionsOf, sizeProblem, textOf } from '../app/file-option.ts';
import type { Parsed } from '../app/option.ts';

/** Options with the names of files replaced by the text in them; or one sentence why a file can't be read. */
export async function withFileTexts(
  command: Command,
  raw: ReadonlyMap<string, string>,
): Promise<
  { readonly ok: true; readonly raw: ReadonlyMap<string, string> } | { readonly ok: false; readonly sentence: string }
> {
  const read = new Map(raw);
  for (const [name, maxBytes] of fileOptionsOf(command)) {
    const path = raw.get(name);
    if (path === undefined) continue;
    const text = await textAt(path, maxBytes);
    if (!text.ok) return { ok: false, sentence: `Option ${name} ${text.problem}: ${path}` };
    read.set(name, text.value);
  }
  return { ok: true, raw: read };
}

async function textAt(path: string, maxBytes: number): Promise<Parsed<string>> {
  try {
    const { size } = await stat(path);
    const problem = sizeProblem(size, maxBytes);
    return problem === null ? textOf(await readFile(path)) : { ok: false, problem };
  } catch {
    return { ok: false, problem: 'takes a file that is there and may be read' };
  }
}
