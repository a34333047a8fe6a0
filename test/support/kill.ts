import { cpSync } from 'node:fs';
import { tempDir } from './app.ts';

/**
 * The files as a kill at this moment would leave them: what was written is there, locks and shared memory are gone. To be
 * called from a site's answer, it catches the job with that very request in flight.
 */
export function filesAfterKill(dataDir: string): string {
  const copy = tempDir();
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !/(?:-shm|\.lock(?:-\w+)?)$/.test(path) });
  return copy;
}
