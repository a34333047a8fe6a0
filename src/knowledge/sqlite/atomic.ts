import type { Database } from 'better-sqlite3';

/**
 * Makes work one transaction that takes the write lock at its start: one that reads first and asks for the lock later
 * fails at once, whatever the timeout, when another process wrote in between. A throw rolls everything back.
 */
export function atomic<Args extends unknown[], Result>(
  db: Database,
  work: (...args: Args) => Result,
): (...args: Args) => Result {
  const transaction = db.transaction(work);
  return (...args) => transaction.immediate(...args);
}
