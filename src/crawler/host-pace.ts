import type { Timing } from '../fetch/outcome.ts';
import { MIN_GAP_MS } from '../promises.ts';

/** Why a request has to wait, and how many milliseconds. */
export interface Wait {
  readonly ms: number;
  readonly why: 'pace' | 'crawl-delay' | 'retry-after';
}

/** How fast one job may ask one host. Pure: moments are arguments, in monotonic milliseconds. */
export interface HostPace {
  /** How long a request has to wait from now; null when it may start. `otherMs` is asked for by other bounds. */
  wait(now: number, otherMs: number): Wait | null;
  /** A request begins: what held the host back is over. */
  begin(): void;
  /** A request ended at `now`. */
  ended(timing: Timing, now: number): void;
  /** Slower of what robots.txt of this host's origins asked for so far; null asks for nothing (rule 3.4). */
  crawlDelay(seconds: number | null): void;
  /** Halves the rate (rule 2.6). */
  slowDown(): void;
  /** Nothing before this moment (rule 2.6). */
  holdBack(until: number): void;
  /** Between two requests as it stands, in milliseconds. */
  gapMs(): number;
}

/** Added to the gap between two sends, because the wire is less exact than the clock. */
export const SEND_MARGIN_MS = 10;
/** A host that keeps answering 429 is not asked more rarely than this. */
const SLOWEST_GAP_MS = 60_000;

export interface HostPaceStart {
  /** The first request comes no earlier. */
  readonly notBefore: number;
  /** When an earlier life of the job may have sent its last request; null for a job that is new. */
  readonly sentAt: number | null;
}

/**
 * The gap holds on the wire (rule 4.1): it counts from the sending, and also from the moment by which the server must
 * have seen the request, which is when its answer began or, where none came, when the wait for it ended. So it holds at
 * the server whatever the network did to the request on its way.
 */
export function createHostPace({ notBefore: firstAt, sentAt: lastSentAt }: HostPaceStart): HostPace {
  let notBefore = firstAt;
  let heldBack = false;
  let sentAt = lastSentAt;
  let seenAt: number | null = null;
  let askedMs = MIN_GAP_MS;
  let slowness = 1;

  const gapMs = (): number => Math.max(askedMs, Math.min(SLOWEST_GAP_MS, askedMs * slowness));

  return {
    wait(now, otherMs) {
      const afterSend = sentAt === null ? 0 : sentAt + gapMs() + SEND_MARGIN_MS;
      const afterSeen = seenAt === null ? 0 : seenAt + gapMs();
      const paceMs = Math.ceil(Math.max(afterSend, afterSeen) - now);
      const heldMs = Math.ceil(notBefore - now);
      const ms = Math.max(paceMs, heldMs, Math.ceil(otherMs));
      if (ms <= 0) return null;
      if (heldBack && heldMs === ms) return { ms, why: 'retry-after' };
      return { ms, why: askedMs > MIN_GAP_MS && paceMs === ms ? 'crawl-delay' : 'pace' };
    },
    begin() {
      heldBack = false;
    },
    ended(timing, now) {
      sentAt = timing.sentAt ?? now;
      seenAt = timing.headAt ?? (timing.sentAt === undefined ? null : now);
    },
    crawlDelay(seconds) {
      askedMs = Math.max(askedMs, (seconds ?? 0) * 1000);
    },
    slowDown() {
      slowness *= 2;
    },
    holdBack(until) {
      if (until <= notBefore) return;
      notBefore = until;
      heldBack = true;
    },
    gapMs,
  };
}
