import type { JobLedger, JobUrl } from '../knowledge/ledger.ts';
import { createBreather } from './breather.ts';

/** Lines of the ledger read in one go; a job may have met tens of thousands of URLs. */
const PER_READ = 500;

/** Every URL a job met, in the order met, read in slices. */
export async function* linesOf(ledger: JobLedger, jobId: number): AsyncGenerator<JobUrl, void, void> {
  const breathe = createBreather();
  for (let offset = 0; ; offset += PER_READ) {
    const lines = await ledger.urlsOf(jobId, { limit: PER_READ, offset });
    yield* lines;
    if (lines.length < PER_READ) return;
    await breathe();
  }
}
