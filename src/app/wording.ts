/** Small matters of wording that every view shares. Pure. */

/** `1 page`, `2 pages`; another plural where an s is not enough. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A moment as people read it, in UTC: `2026-03-01 12:00 UTC`. Programs get ISO 8601 beside it. */
export function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
