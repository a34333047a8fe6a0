import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, found upwards from this file: right from `src/` and from `dist/src/`. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json is missing above the program');
    folder = parent;
  }
  return folder;
}

/** The version of this program, as its package says. */
export function productVersion(): string {
  const own: { readonly version: string } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  return own.version;
}
