import { PRODUCT_TOKEN } from '../fetch/identity.ts';
import type { Schedule, SourceState } from '../knowledge/freshness.ts';
import type { HostRecord } from '../knowledge/host-checks.ts';
import { counted, shownTime } from './wording.ts';

const MODES: Readonly<Record<Exclude<Schedule['mode'], 'off'>, string>> = {
  weekly: 'watched weekly by its links',
  sitemap: 'watched daily by its sitemap',
};

/**
 * How a source's schedule stands, in one line; null where it has none. Nothing is asked before `notBefore`, if there is
 * such a moment.
 */
export function scheduleLine(
  { mode, dueAt, ranAt, outcome, backlog }: Pick<Schedule, 'mode' | 'dueAt' | 'ranAt' | 'outcome' | 'backlog'>,
  notBefore: Date | null = null,
): string | null {
  if (mode === 'off') return null;
  return [
    MODES[mode],
    nextRunWords(dueAt, notBefore),
    backlog === 0 ? null : `${counted(backlog, 'page')} waiting for it`,
    // Last, as it may be whole sentences.
    ranAt === null ? 'not run yet' : `last run ${shownTime(ranAt)}: ${outcome ?? 'done'}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function nextRunWords(dueAt: Date | null, notBefore: Date | null): string | null {
  if (dueAt === null) return null;
  return notBefore === null || notBefore <= dueAt
    ? `next run ${shownTime(dueAt)}`
    : `next run not before ${shownTime(notBefore)}`;
}

/** What makes a page count as missing. */
export const MISSING_WORDS = '404 or 410, or a redirect to something else';

/** What is not as it should be with a source's pages; null when nothing is. */
export function troubleLine({ frozen, missing, failing }: SourceState): string | null {
  const parts = [
    frozen === 0 ? null : `${counted(frozen, 'page')} frozen: robots.txt forbids it by now`,
    missing === 0 ? null : `${counted(missing, 'page')} missing (${MISSING_WORDS})`,
    failing === 0 ? null : `${counted(failing, 'page')} without a readable answer`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/** A host that is not asked before a moment. */
export interface HostLeftAlone {
  readonly host: string;
  readonly until: Date;
  /** It refuses us (rule 2.5), or it is down. */
  readonly why: 'refused' | 'unavailable';
}

/** Those of the hosts that are left alone now. */
export function hostsLeftAlone(hosts: readonly HostRecord[], now: Date): readonly HostLeftAlone[] {
  return hosts.flatMap(({ host, refusals, notBefore }) =>
    notBefore === null || notBefore <= now
      ? []
      : [{ host, until: notBefore, why: refusals === 0 ? 'unavailable' : 'refused' }],
  );
}

/** Until when a host that refuses us is left alone; null where none does. */
export function refusedUntil(hosts: readonly HostLeftAlone[]): Date | null {
  return hosts.find(({ why }) => why === 'refused')?.until ?? null;
}

/** Hosts of a source that are left alone, in one line; null when none is. */
export function leftAloneLine(hosts: readonly HostLeftAlone[]): string | null {
  const lines = hosts.map(({ host, until, why }) =>
    why === 'unavailable'
      ? `${host} could not be checked, and is tried again after ${shownTime(until)}`
      : `${host} refuses us (401 or 403) and is left alone until ${shownTime(until)}; ask its owner to let ${PRODUCT_TOKEN} in`,
  );
  return lines.length === 0 ? null : lines.join(', ');
}
