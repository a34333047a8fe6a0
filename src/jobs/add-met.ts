import type { JobLedger, MetUrl } from '../knowledge/ledger.ts';
import { createBreather } from './breather.ts';

/** URLs written to the ledger in one go; a page or a sitemap may name many thousands. */
const PER_WRITE = 500;

/**
 * Writes down URLs in slices and returns the last slice unwritten, for whoever has something to write with it. A kill
 * in between does no harm: what brought the URLs is still in flight then, and is asked again.
 */
export async function addAllButLast(
  ledger: JobLedger,
  jobId: number,
  met: readonly MetUrl[],
): Promise<readonly MetUrl[]> {
  const breathe = createBreather();
  let from = 0;
  for (; met.length - from > PER_WRITE; from += PER_WRITE) {
    await ledger.addUrls(jobId, met.slice(from, from + PER_WRITE));
    await breathe();
  }
  return met.slice(from);
}
