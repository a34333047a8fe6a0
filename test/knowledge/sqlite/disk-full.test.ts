import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runChild } from './child.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const Report = z.object({
  saved: z.number(),
  problem: z.object({ code: z.string(), sentence: z.string() }),
  readable: z.number(),
  lifted: z.boolean(),
  after: z.number(),
});

it.each([1_500, 5_000])(
  'says that the disk is full (files up to %i KiB), rolls back, and goes on when there is room',
  { timeout: 60_000 },
  async (kibibytes) => {
    const directory = temporaryDirectory();
    // The signal would end the process before the write could fail. A soft limit can be lifted later.
    const child = runChild('fill-disk.ts', [directory], `trap '' XFSZ; ulimit -S -f ${kibibytes}; `);
    const report = Report.parse(JSON.parse(await child.finished()));
    expect(report.problem.code).toBe('disk-full');
    expect(report.problem.sentence).toContain('make room');
    expect(report.saved).toBeGreaterThan(0);
    expect(report.readable - report.saved).toBeOneOf([0, 1]);
    expect(report.after).toBe(report.readable + (report.lifted ? 1 : 0));
    const db = new Database(join(directory, 'guilds', 'local.sqlite'));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.prepare("SELECT count(*) AS count FROM job_urls WHERE state = 'page'").get()).toEqual({
      count: report.after,
    });
    db.close();
  },
);
