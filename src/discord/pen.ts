import type { Clock } from '../clock.ts';

/** Least time between two edits of one message, in milliseconds (rule 12.2). */
const MIN_EDIT_GAP_MS = 2000;

/**
 * Writes one message over and over: at most every two seconds, the latest state wins, the last one is always written.
 * Discord queues edits that come faster, so that a card would fall behind its job by minutes.
 */
export interface Pen {
  /** Something has changed: what there is to show by then is written when it may be. */
  touch(): void;
  /** Writes this when it may be, and nothing after it. */
  finish(last: () => Promise<void>): Promise<void>;
}

/** `write` shows the state as it is then, and does not reject. The first writing need not wait. */
export function createPen(write: () => Promise<void>, clock: Clock): Pen {
  let touched = false;
  let finishing = false;
  let writing: Promise<void> | null = null;

  const isDue = (): boolean => touched && !finishing;

  async function writeAll(): Promise<void> {
    do {
      touched = false;
      await write();
      await clock.sleep(MIN_EDIT_GAP_MS);
    } while (isDue());
    writing = null;
  }

  return {
    touch() {
      touched = true;
      if (isDue()) writing ??= writeAll();
    },
    async finish(last) {
      finishing = true;
      await writing;
      await last();
    },
  };
}
