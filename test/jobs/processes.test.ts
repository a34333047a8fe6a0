import { describe, expect, it } from 'vitest';
import { expectAccounted } from '../support/account.ts';
import { guildOf, startApp, startCrawl, startImport, tempDir, watch } from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';

describe('two processes with one data directory', () => {
  it('never run jobs of one guild at once: the second waits, and says so', async () => {
    const dataDir = tempDir();
    const { origin, begun, until } = await holdingSite();
    const [one, two] = [await startApp({ dataDir }), await startApp({ dataDir })];
    const first = await startCrawl(one, `${origin}/hold`);
    await until('/hold');
    const second = await startImport(two, [`${origin}/b`]);
    const noted = (async () => {
      for await (const event of second.handle.watch()) if (event.kind === 'note') return event.text;
      return null;
    })();
    expect(await noted).toContain('Another Heimdall process');
    expect(begun).not.toContain('/b');
    first.handle.cancel();
    expect((await second.ran).endings).toEqual({ [`${origin}/b`]: 'new' });
  });

  it('run a job that both know once, and the second tells how it ended', async () => {
    const dataDir = tempDir();
    const { origin, begun, until } = await holdingSite();
    const [one, two] = [await startApp({ dataDir }), await startApp({ dataDir })];
    const first = await startImport(one, [`${origin}/a`, `${origin}/hold`]);
    await until('/hold');
    const [same] = await two.crawling.resume(await guildOf(two));
    if (same === undefined) throw new Error('the other process knows no job');
    const seen = watch(same);
    const running = await (await guildOf(two)).job(same.jobId);
    expect(running?.state).toBe('running');
    first.handle.cancel();
    const ran = await seen;
    expect(ran.end).toBe('cancelled');
    expect(ran.events.filter(({ kind }) => kind === 'started')).toHaveLength(1);
    expect(begun.filter((path) => path === '/a')).toHaveLength(1);
    await expectAccounted(two, ran);
  });

  it('do not cancel what the other one runs', async () => {
    const dataDir = tempDir();
    const { origin, until } = await holdingSite();
    const [one, two] = [await startApp({ dataDir }), await startApp({ dataDir })];
    const first = await startCrawl(one, `${origin}/hold`);
    await until('/hold');
    const guild = await guildOf(two);
    const job = await guild.job(first.handle.jobId);
    if (job === null) throw new Error('no such job');
    expect(await two.crawling.cancel(guild, job)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('Another Heimdall process'),
    });
    expect((await guild.job(job.id))?.state).toBe('running');
    first.handle.cancel();
    await first.ran;
  });
});

it('cancels an interrupted job that nobody runs, while another job of the guild runs', async () => {
  const dataDir = tempDir();
  const { origin, until } = await holdingSite();
  const app = await startApp({ dataDir });
  const dead = await startImport(app, [`${origin}/a`]);
  await app.close();
  await dead.ran;
  const next = await startApp({ dataDir });
  const guild = await guildOf(next);
  const busy = await startImport(next, [`${origin}/hold`]);
  await until('/hold');
  const job = await guild.job(dead.handle.jobId);
  if (job === null) throw new Error('no such job');
  expect(await next.crawling.cancel(guild, job)).toEqual({ ok: true });
  expect(await guild.job(job.id)).toMatchObject({ state: 'finished', end: 'cancelled' });
  busy.handle.cancel();
  await busy.ran;
});
