/**
 * How far a site's `lastmod` has proved honest (rule 8.5). Pages are asked for anyway, weekly at the latest, and their
 * content hashes say whether what the sitemap said of them was true: a date that moves with every sitemap, and one that
 * never moves, both show. Pure.
 */

export interface LastmodRecord {
  readonly right: number;
  readonly wrong: number;
}

/** How much a site that nobody knows yet is trusted: so many wrong dates, and no right one, end it. */
const CREDIT = 2;
/** Beyond so many observations the older ones fade, so that a site which mends its ways is trusted again. */
const MEMORY = 40;

/**
 * What one answer says about the site's dates.
 *
 * @param before what the sitemap said when the page was asked for the last time; ISO 8601, UTC
 * @param now what it said of it since; ISO 8601, UTC
 * @returns null where it says nothing: no dates, or nothing moved and nothing changed
 */
export function lastmodEvidence(
  before: string | null,
  now: string | null,
  changed: boolean,
): keyof LastmodRecord | null {
  if (before === null || now === null) return null;
  const moved = now > before;
  if (moved === changed) return moved ? 'right' : null;
  return 'wrong';
}

export function withEvidence(record: LastmodRecord, evidence: keyof LastmodRecord): LastmodRecord {
  const fade = record.right + record.wrong >= MEMORY ? 2 : 1;
  const faded = { right: Math.floor(record.right / fade), wrong: Math.floor(record.wrong / fade) };
  return { ...faded, [evidence]: faded[evidence] + 1 };
}

/** Whether a newer date is a reason to ask for the page before its weekly check. */
export function isTrusted({ right, wrong }: LastmodRecord): boolean {
  return right + CREDIT >= wrong;
}
