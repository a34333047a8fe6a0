import { Writable } from 'node:stream';
import type { Screen } from '../../src/console/show.ts';

/** A screen whose text a test can read. */
export interface TestScreen extends Screen {
  readonly text: { out: string; err: string };
}

export function createScreen({ interactive = false, columns = 100 } = {}): TestScreen {
  const text = { out: '', err: '' };
  const into = (name: 'out' | 'err'): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        text[name] += String(chunk);
        done();
      },
    });
  return { out: into('out'), err: into('err'), interactive, columns: () => columns, text };
}
