import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a directory and a hash of its bytes. */
export function snapshot(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
  const entries = files.map((name) => [name, fingerprint(join(directory, name))] as const);
  return Object.fromEntries(entries);
}

function fingerprint(path: string): string {
  return statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'directory';
}

/** All bytes of all files below a directory, as Latin-1 text to search in. */
export function allBytes(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path).toString('latin1'))
    .join('\n');
}
