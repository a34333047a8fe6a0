import type { Digest } from '../jobs/digest.ts';
import type { Change, ChangeKind } from '../knowledge/freshness.ts';
import type { View, ViewItem } from './view.ts';
import { isSkipReason, skipSentences } from '../crawler/skip-reason.ts';
import { counted } from './wording.ts';

/** Kinds of changes in the order told, each with its heading. */
const HEADINGS: readonly (readonly [kind: ChangeKind, heading: (pages: string) => string])[] = [
  ['new', (pages) => `${pages} new`],
  ['changed', (pages) => `${pages} changed`],
  ['moved', (pages) => `${pages} moved to another address`],
  ['gone', (pages) => `${pages} gone, and out of the answers; put one back with: knowledge restore`],
  ['missing', (pages) => `${pages} missing (404 or 410); asked for once more in a week, then gone`],
  ['disallowed', (pages) => `${pages} newly disallowed by robots.txt; kept, and no longer fetched`],
  ['failing', (pages) => `${pages} gave no readable answer; kept, and asked for again`],
  ['sitemap', () => 'Sitemaps that could not be followed'],
];

/** Pages named of each kind. */
const SHOWN = 10;

/** What changed in a week, for the admins (rule 8.6). */
export function digestView({ counts, changes }: Digest): View {
  const items = HEADINGS.flatMap(([kind, heading]): ViewItem[] => {
    if (counts[kind] === 0) return [];
    const of = changes.filter((change) => change.kind === kind);
    const rest = of.length - SHOWN;
    const lines = of.slice(0, SHOWN).map(lineOf);
    return [
      {
        title: heading(counted(counts[kind], 'page')),
        lines: rest > 0 ? [...lines, `and ${rest} more`] : lines,
      },
    ];
  });
  const isTrouble = counts.gone + counts.missing + counts.disallowed + counts.failing + counts.sitemap > 0;
  return { tone: isTrouble ? 'warning' : 'neutral', title: 'This week in the knowledge', items };
}

function lineOf({ kind, url, title, note }: Change): string {
  const name = title === '' ? url : `${title}: ${url}`;
  if (note === null) return name;
  if (kind === 'sitemap') return `${name}: ${note}`;
  return kind === 'moved' ? `${name} is now ${note}` : `${name} (${wordsFor(note)})`;
}

/** A note may be what the receipt calls an outcome: `http-503`, or the reason of a skip. */
function wordsFor(note: string): string {
  const status = /^http-(\d{3})$/.exec(note)?.[1];
  if (status !== undefined) return `answered ${status}`;
  return isSkipReason(note) ? skipSentences[note] : note;
}
