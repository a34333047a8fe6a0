import { expect, it } from 'vitest';
import { scheduleLine } from '../../src/app/watch-view.ts';

const at = new Date('2026-03-02T06:00:00Z');

const never = { mode: 'sitemap', dueAt: at, ranAt: null, outcome: null, backlog: 0 } as const;

it('tells how a schedule stands, what its last run came to last, as that may be whole sentences', () => {
  const outcome = '106 pages of the sitemap are left for the next day.';
  expect(scheduleLine({ ...never, ranAt: at, outcome, backlog: 106 })).toMatch(
    /^watched daily by its sitemap, next run .*, 106 pages waiting for it, last run .*: 106 pages .* the next day\.$/,
  );
});

it('names no backlog where there is none', () => {
  expect(scheduleLine(never)).toMatch(/^watched daily by its sitemap, next run [^,]*, not run yet$/);
});
