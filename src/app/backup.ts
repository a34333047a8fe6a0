import { backUp } from '../knowledge/sqlite/backup.ts';
import { restoreBackup } from '../knowledge/sqlite/restore.ts';
import { projectRoot } from './root.ts';
import { counted, shownTime } from './wording.ts';

/** What was done, and what went wrong, each as sentences; `ok` is false when nothing was done, or not all. */
export interface UpkeepReport {
  readonly ok: boolean;
  readonly done: readonly string[];
  readonly problems: readonly string[];
}

/** Copies everything into an empty folder, while jobs run. */
export async function makeBackup(dataDir: string, directory: string, now: Date): Promise<UpkeepReport> {
  const made = await backUp(dataDir, directory, now);
  if (!made.ok) return { ok: false, done: [], problems: [made.sentence] };
  const size = `${(made.bytes / 1024 / 1024).toFixed(1)} MB`;
  return {
    ok: made.skipped.length === 0,
    done: [
      `Backed up the instance and ${counted(made.guilds, 'guild')} (${size}) to ${directory}.`,
      `Put it back with: heimdall restore ${directory}`,
    ],
    problems: made.skipped,
  };
}

/** Puts a backup in place of what the data folder holds. */
export async function putBackupBack(dataDir: string, directory: string, replace: boolean): Promise<UpkeepReport> {
  const restored = await restoreBackup({ directory, dataDir, replace, migrationsDir: `${projectRoot()}/migrations` });
  if (!restored.ok) return { ok: false, done: [], problems: [restored.sentence] };
  const { guilds, madeAt, replaced, knewForgotten } = restored;
  const instead = replaced ? ', in place of what was there' : '';
  return {
    ok: true,
    done: [
      `Restored ${counted(guilds, 'guild')} from the backup of ${shownTime(new Date(madeAt))} into ${dataDir}${instead}.`,
      'What was removed since then is there again; what was removed before it and whose time is over is erased at the next start.',
      knewForgotten
        ? 'What members had deleted with /privacy forget since then stays deleted.'
        : 'This folder does not know which members used /privacy forget since then: what they had deleted is there again. Tell them, or restore with --replace over the folder that was in use.',
    ],
    problems: [],
  };
}
