import type { Source, StoredPage } from './store.ts';

/**
 * Why a page is out of the answers although its Markdown is kept for a while (rules 8.3, 8.6 and 9.2). Until it is
 * erased it can be put back as it was.
 */
export type RemovalReason = 'admin' | 'source' | 'discarded' | 'gone' | 'absent' | 'noindex' | 'duplicate' | 'moved';

/** A page that is out of everything and can still be put back. */
export interface RemovedPage extends Pick<StoredPage, 'id' | 'url' | 'title'> {
  readonly why: RemovalReason;
  readonly removedAt: Date;
  /** From then on it can't be put back. */
  readonly eraseAt: Date;
}

/** `without-source`: the sources it belongs to are removed as well, and have to be put back first. */
export type PageRestored = 'restored' | 'not-removed' | 'without-source';

/** A source that is out of everything, with the pages that went with it, and can still be put back. */
export interface RemovedSource extends Pick<Source, 'id' | 'spec' | 'addedAt'> {
  /** Pages that come back with it. */
  readonly pages: number;
  readonly removedAt: Date;
  readonly eraseAt: Date;
}

/** What happened, for the admin: "This page …". */
export const removalSentences: Readonly<Record<RemovalReason, string>> = {
  admin: 'was removed by an admin',
  source: 'was removed with its source',
  discarded: 'came with a cancelled job and was discarded',
  gone: 'is gone: its site answered twice that it does not exist (404 or 410)',
  absent: 'has been absent from the sitemap of its site for 30 days',
  noindex: 'asks not to be indexed now (noindex)',
  duplicate: 'has the same text as another page now',
  moved: 'moved to another address, where its text is another',
};

const DAY_MS = 24 * 3_600_000;

/** How long what was removed can be put back, in milliseconds: a day after a person's order, 90 days after a check's. */
const KEPT_MS: Readonly<Record<RemovalReason, number>> = {
  admin: DAY_MS,
  source: DAY_MS,
  discarded: DAY_MS,
  gone: 90 * DAY_MS,
  absent: 90 * DAY_MS,
  noindex: 90 * DAY_MS,
  duplicate: 90 * DAY_MS,
  moved: 90 * DAY_MS,
};

/** When what is removed now is erased. */
export function eraseTime(why: RemovalReason, removedAt: Date): Date {
  return new Date(removedAt.getTime() + KEPT_MS[why]);
}
