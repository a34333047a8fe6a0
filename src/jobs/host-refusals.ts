import type { HostChecks, HostRecord } from '../knowledge/host-checks.ts';
import { MAX_REFUSALS_IN_A_ROW } from '../promises.ts';
import type { JobEvent } from './event.ts';
import { backOffUntil, isLeftAlone, nearestSlot } from './weekly.ts';

/** What a job learns about hosts from how its pages end: which of them refuse us, and which let us in (rule 2.5). */
export interface HostStandings {
  take(event: JobEvent): void;
  /** Hosts that answered a page, or refused so many in a row that the job left them alone. */
  all(): ReadonlyMap<string, 'lets-in' | 'refuses'>;
}

export function createHostStandings(): HostStandings {
  const inARow = new Map<string, number>();
  const standings = new Map<string, 'lets-in' | 'refuses'>();

  function refused(host: string): void {
    const count = (inARow.get(host) ?? 0) + 1;
    inARow.set(host, count);
    if (count >= MAX_REFUSALS_IN_A_ROW) standings.set(host, 'refuses');
  }

  return {
    take(event) {
      if (event.kind === 'failed' && event.failure.code === 'http-status') {
        const { host } = new URL(event.url);
        if (event.failure.status === 401 || event.failure.status === 403) refused(host);
        else inARow.delete(host);
      }
      // A page may be removed without anybody having asked for it.
      if (event.kind === 'page' && event.change !== 'removed') {
        const { host } = new URL(event.url);
        inARow.delete(host);
        if (standings.get(host) !== 'refuses') standings.set(host, 'lets-in');
      }
      if (event.kind === 'skipped' && event.reason === 'host-refused')
        standings.set(new URL(event.url).host, 'refuses');
    },
    all: () => standings,
  };
}

/**
 * What a job learnt counts for the weekly checks and for scheduled work: a host that refused it is left alone as after a
 * check, one that let it in is left alone no longer. Returns the hosts that refused, as they stand now. That an admin
 * asks while a host is left alone makes that no longer.
 */
export async function recordStandings(
  hostChecks: Pick<HostChecks, 'host' | 'record'>,
  standings: HostStandings,
  now: Date,
): Promise<readonly HostRecord[]> {
  const refusing: HostRecord[] = [];
  for (const [host, standing] of standings.all()) {
    const before = await hostChecks.host(host);
    if (standing === 'lets-in') {
      if (before.refusals > 0) await hostChecks.record({ ...before, refusals: 0, notBefore: null }, null);
      continue;
    }
    const refusals = before.refusals + 1;
    const isKnown = before.refusals > 0 && isLeftAlone(before, now);
    const after = isKnown ? before : { ...before, refusals, notBefore: backOffUntil(nearestSlot(host, now), refusals) };
    if (!isKnown) await hostChecks.record(after, null);
    refusing.push(after);
  }
  return refusing;
}

/**
 * The host's record, when scheduled work has to leave the host alone because it refuses us; null when it need not. Whether
 * it still does is for the weekly check to find out, with a single request; where no page lies any more there is none.
 */
export async function refusalOf(
  hostChecks: Pick<HostChecks, 'host' | 'guildsOn'>,
  host: string,
  now: Date,
): Promise<HostRecord | null> {
  const record = await hostChecks.host(host);
  if (record.refusals === 0) return null;
  return isLeftAlone(record, now) || (await hostChecks.guildsOn(host)).length > 0 ? record : null;
}

/** How a host that refuses us stands, for the admins. */
export function refusalSentence({ host, notBefore }: HostRecord, now: Date): string {
  return notBefore !== null && notBefore > now
    ? `${host} refuses us (401 or 403) and is left alone until ${notBefore.toISOString().slice(0, 10)}.`
    : `${host} refused us (401 or 403); its weekly check first asks whether it still does.`;
}
