import { makeBackup, putBackupBack } from '../app/backup.ts';
import type { Line } from './line.ts';
import { complain, type ExitCode, type Screen } from './show.ts';

/** Makes a backup, or puts one back, and says what was done. */
export async function runUpkeep(
  line: Extract<Line, { kind: 'backup' | 'restore' }>,
  dataDir: string,
  screen: Screen,
  now: Date,
): Promise<ExitCode> {
  const report =
    line.kind === 'backup'
      ? await makeBackup(dataDir, line.directory, now)
      : await putBackupBack(dataDir, line.directory, line.replace);
  for (const sentence of report.done) screen.out.write(`${sentence}\n`);
  for (const sentence of report.problems) complain(screen, sentence);
  return report.ok ? 0 : 1;
}
