import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const main = join(root, 'dist/src/main.js');

/** Before the tests: threads and the program are run from the build, so it is made anew when it is older than a source. */
export default function build(): void {
  if (existsSync(main) && statSync(main).mtimeMs > newestSource()) return;
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: root, stdio: 'inherit' });
  } catch (error) {
    // Wrong types are the type check's finding; what was built all the same can be run.
    if (!existsSync(main)) throw error;
  }
}

function newestSource(): number {
  const files = ['src', 'commands'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  );
  return Math.max(...[...files, join(root, 'tsconfig.json')].map((file) => statSync(file).mtimeMs));
}
