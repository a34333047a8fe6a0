import { StoreError, type KnowledgeStore } from '../knowledge/store.ts';

/** Something that has to work. Says in one sentence what is wrong with it; null while all is well. */
export interface HealthProbe {
  readonly part: 'process' | 'database' | 'gateway' | 'schedule';
  check(): Promise<string | null> | string | null;
}

export interface Health {
  readonly well: boolean;
  /** By part: `ok`, or what is wrong. */
  readonly parts: Readonly<Record<string, string>>;
}

/** A probe that takes longer has found something wrong, in milliseconds. */
const PATIENCE_MS = 2000;

/** Asks every probe, side by side. A probe that throws or hangs is a part that does not work. */
export async function examineHealth(probes: readonly HealthProbe[]): Promise<Health> {
  const found = await Promise.all(probes.map(async (probe) => [probe.part, await ask(probe)] as const));
  return {
    well: found.every(([, wrong]) => wrong === null),
    parts: Object.fromEntries(found.map(([part, wrong]) => [part, wrong ?? 'ok'])),
  };
}

async function ask(probe: HealthProbe): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`gave no answer within ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
  });
  try {
    return await Promise.race([Promise.resolve(probe.check()), late]);
  } catch (error) {
    // Whoever asks may be a stranger: what was thrown stays here, unless it was written to be read.
    return error instanceof StoreError ? error.problem.sentence : 'cannot be examined';
  } finally {
    clearTimeout(timer);
  }
}

/** That this process answers at all. */
export const processProbe: HealthProbe = { part: 'process', check: () => null };

/** Whether the instance's database can be read. */
export function databaseProbe({ notes }: Pick<KnowledgeStore, 'notes'>): HealthProbe {
  return {
    part: 'database',
    async check() {
      await notes.get('health');
      return null;
    },
  };
}
