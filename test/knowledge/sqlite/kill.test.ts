import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { guildOf } from '../samples.ts';
import { runChild } from './child.ts';
import { openStore } from './open-for-tests.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const KILLS = 10;

/** Pages without a line in a receipt, and lines that speak of a page that is not there. */
const MISMATCHES = `
  SELECT 'page without line' AS what, id FROM pages
  WHERE id NOT IN (SELECT page_id FROM job_urls WHERE state = 'page' AND change IN ('new', 'updated'))
  UNION ALL
  SELECT 'line without page', page_id FROM job_urls u
  WHERE state = 'page' AND change IN ('new', 'updated') AND page_id NOT IN (SELECT id FROM pages)
    AND NOT EXISTS (SELECT 1 FROM job_urls r WHERE r.page_id = u.page_id AND r.change = 'removed')
  UNION ALL
  SELECT 'page removed, yet there', page_id FROM job_urls
  WHERE change = 'removed' AND page_id IN (SELECT id FROM pages_here)
  UNION ALL
  SELECT 'page out without line', page_id FROM removals
  WHERE page_id NOT IN (SELECT page_id FROM job_urls WHERE change = 'removed')
  UNION ALL
  SELECT 'page without source', id FROM pages WHERE id NOT IN (SELECT page_id FROM page_sources)
  UNION ALL
  SELECT 'passage without index or page', id FROM passages
  WHERE id NOT IN (SELECT id FROM word_index_docsize) OR page_id IS NULL OR id > (SELECT counted_to FROM index_progress)`;

it(`leaves nothing lost or half-written when killed at any moment (${KILLS} kills)`, { timeout: 90_000 }, async () => {
  const directory = temporaryDirectory();
  let lines = 0;
  for (let run = 0; run < KILLS; run++) {
    const child = runChild('write-visits.ts', [directory, String(run)]);
    await child.printed('writing');
    await sleep(Math.random() * 120);
    await child.kill();

    const store = await openStore(directory);
    const guild = await guildOf(store);
    const jobs = await guild.unfinishedJobs();
    expect(jobs).toHaveLength(run + 1);
    expect(await store.guildsWithOpenJobs()).toEqual(['local']);
    for (const job of jobs.slice(-1)) lines += (await guild.urlsOf(job.id)).length;
    await store.close();

    const db = new Database(join(directory, 'guilds', 'local.sqlite'));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.prepare(MISMATCHES).all()).toEqual([]);
    db.exec("INSERT INTO word_index (word_index) VALUES ('integrity-check')");
    expect(db.prepare('SELECT id FROM passages EXCEPT SELECT id FROM word_index_docsize').all()).toEqual([]);
    db.close();
  }
  expect(lines).toBeGreaterThan(KILLS);
});
