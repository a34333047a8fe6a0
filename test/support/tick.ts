import type { App } from '../../src/app/app.ts';
import type { View } from '../../src/app/view.ts';
import type { JobHandle } from '../../src/jobs/runner.ts';

/** Everything that is due at this moment, to its end; each digest is told. */
export async function tick(app: App, tell: (guildId: string, view: View) => void): Promise<void> {
  const handles: JobHandle[] = [];
  await app.upkeep.tick({
    digest: async (guildId, view) => tell(guildId, view),
    job: (handle) => void handles.push(handle),
  });
  for (const { ended } of handles) await ended;
  await (
    await app.upkeep.checks()
  )?.ended;
}
