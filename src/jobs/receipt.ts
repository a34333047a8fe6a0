import { isSkipReason, skipSentences, type SkipReason } from '../crawler/skip-reason.ts';
import type { JobTally } from './tally.ts';

/** The account of a job: every URL it met, counted once (rule 6.3). */
export interface Receipt {
  readonly met: number;
  readonly stored: number;
  readonly pages: JobTally['pages'];
  readonly skipped: JobTally['skipped'];
  readonly failed: JobTally['failed'];
  /** What an admin could change, when one reason takes most of the links met (rule 5.9). */
  readonly advice: string | null;
}

/** Options that would let more through, by the reason that keeps it out. */
const ADVICE: Readonly<Partial<Record<SkipReason, string>>> = {
  'outside-path': 'Start higher up (a shorter path) to let them in.',
  'other-origin': 'Crawl that other site by itself to have them.',
  'excluded-path': 'Take paths out of `exclude` to let them in.',
  'has-parameters': 'Set `params` to let them in.',
  'file-url': 'Set `files` to look at them.',
  'robots-disallowed': 'Ask the site owner for a `User-agent: HeimdallBot` group with `Allow` lines.',
  'nofollow-link': 'The site marks these links; import the pages you need by their address.',
  'nofollow-page': 'The site asks not to follow the links of these pages; import the pages you need by their address.',
};

/** What to do about URLs that robots.txt forbids, where there is no other advice (rule 12.2). */
export const ROBOTS_ADVICE =
  'To have what robots.txt disallows, ask the site owner for a `User-agent: HeimdallBot` group with `Allow` lines.';

/** One reason needs advice when it takes more than this share of the links met (rule 5.9). */
const DOMINANT_SHARE = 0.8;

export function receiptOf(totals: JobTally): Receipt {
  const { pages, skipped, failed, met } = totals;
  return {
    met,
    stored: pages.new + pages.updated + pages.unchanged,
    pages,
    skipped,
    failed,
    advice: adviceFor(totals),
  };
}

/** Reasons with their counts and sentences, most frequent first. */
export function reasonsOf(
  skipped: JobTally['skipped'],
): readonly { readonly reason: SkipReason; readonly count: number }[] {
  return Object.entries(skipped)
    .flatMap(([reason, count]) => (isSkipReason(reason) ? [{ reason, count }] : []))
    .toSorted((a, b) => b.count - a.count);
}

function adviceFor({ skipped, met }: JobTally): string | null {
  const [top] = reasonsOf(skipped);
  if (top === undefined || met === 0 || top.count <= met * DOMINANT_SHARE) return null;
  const option = ADVICE[top.reason];
  if (option === undefined) return null;
  return `${top.count} of the ${met} URLs met are left out because each ${skipSentences[top.reason]}. ${option}`;
}
