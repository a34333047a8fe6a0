import type { Digest } from '../jobs/digest.ts';
import type { Change, ChangeKind } from '../knowledge/freshness.ts';
import type { View, ViewItem } from './view.ts';
import { isSkipReason, skipSentences } from '../crawler/skip-reason.ts';
import { MISSING_WORDS } from './watch-view.ts';
import { counted, shownTime } from './wording.ts';

/** Kinds of changes in the order told, each with its heading. */
const HEADINGS: readonly (readonly [kind: ChangeKind, heading: (pages: string) => string])[] = [
  ['new', (pages) => `${pages} new`],
  ['changed', (pages) => `${pages} changed`],
  ['moved', (pages) => `${pages} moved to another address`],
  ['gone', (pages) => `${pages} gone, and out of the answers; put one back with: knowledge restore`],
  ['missing', (pages) => `${pages} missing (${MISSING_WORDS}); asked for once more in a week, then out of the answers`],
  [
    'disallowed',
    (pages) => `${pages} newly disallowed by robots.txt; kept, and not fetched before it allows them again`,
  ],
  ['failing', (pages) => `${pages} gave no readable answer; kept, and asked for again in a week`],
  ['down', () => 'Sites that are down as a whole; their pages are kept, and asked for again every day'],
  ['sitemap', () => 'Sitemaps that could not be followed; they are tried again every day'],
];

/** Lines of each kind. */
const SHOWN = 10;

/** Kinds that a whole site can turn into at once: so many of its pages are one line. */
const TOGETHER: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['disallowed', 'failing']);

interface Line {
  readonly text: string;
  readonly pages: number;
}

/** What changed in a week, for the admins (rule 8.6). `cut`: more happened than this digest has room for. */
export function digestView({ counts, changes }: Digest, cut = false): View {
  const items = HEADINGS.flatMap(([kind, heading]): ViewItem[] => {
    if (counts[kind] === 0) return [];
    const all = linesOf(changes.filter((change) => change.kind === kind));
    const shown = all.slice(0, SHOWN);
    const rest = counts[kind] - shown.reduce((sum, { pages }) => sum + pages, 0);
    const lines = shown.map(({ text }) => text);
    return [
      {
        title: heading(counted(counts[kind], 'page')),
        lines: rest > 0 ? [...lines, `and ${rest} more`] : lines,
      },
    ];
  });
  const isTrouble =
    counts.gone + counts.missing + counts.disallowed + counts.failing + counts.down + counts.sitemap > 0;
  const title = 'This week in the knowledge';
  const text = cut ? ['More happened than one digest tells; the rest is told next week.'] : [];
  return { tone: isTrouble ? 'warning' : 'neutral', title, ...(cut ? { text } : {}), items };
}

/** Line by line what is told; where many pages of one host came to the same, of the host. */
function linesOf(changes: readonly Change[]): readonly Line[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = TOGETHER.has(change.kind) ? `${new URL(change.url).host} ${change.note ?? ''}` : change.url;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].flatMap((group): readonly Line[] => {
    const [first] = group;
    if (first === undefined || group.length <= SHOWN)
      return group.map((change) => ({ text: lineOf(change), pages: 1 }));
    const { host } = new URL(first.url);
    const why = first.note === null ? '' : ` (${wordsFor(first.note)})`;
    return [{ text: `${host}: ${counted(group.length, 'page')}${why}`, pages: group.length }];
  });
}

function lineOf({ kind, url, title, note, pages = 1, at }: Change): string {
  if (kind === 'down') return `${url}: ${counted(pages, 'page')}, since ${shownTime(at)} (${wordsFor(note ?? '')})`;
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
