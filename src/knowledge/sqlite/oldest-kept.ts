import type { Database } from 'better-sqlite3';
import { dateOf } from './checked-pages.ts';

interface Row {
  readonly eraseAt: number | null;
  readonly saidAt: number | null;
}

/** What is to be erased first of all that one guild keeps for a while (rules 9.2, 10.8). */
export function oldestKept(db: Database): { readonly eraseAt: Date | null; readonly saidAt: Date | null } {
  const row = db
    .prepare<[], Row>(
      `SELECT (SELECT min(at) FROM (SELECT erase_at AS at FROM removals UNION ALL SELECT erase_at FROM sources)) AS eraseAt,
              (SELECT min(at) FROM (SELECT asked_at AS at FROM questions UNION ALL SELECT rated_at FROM ratings)) AS saidAt`,
    )
    .get();
  return { eraseAt: dateOf(row?.eraseAt ?? null), saidAt: dateOf(row?.saidAt ?? null) };
}
