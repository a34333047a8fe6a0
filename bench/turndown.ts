import { joinBlocks } from '../src/page/blocks.ts';
import { writeWithTurndown } from '../src/page/fallback.ts';
import { writeMarkdown } from '../src/page/markdown.ts';
import { contentOf } from '../test/page/content-of.ts';
import { structureOf, type Structure } from '../test/page/reparsed.ts';
import { expectations, SETS } from '../test/page/score.ts';
import { lettersOf } from '../test/page/tree-structure.ts';
import { markdownTable } from './table.ts';
import { addressOf, causesOf } from './turndown-causes.ts';

/** What our writer and turndown make of the same content of each stored page, as a Markdown parser sees both. */

/** Kinds of elements, and what two of one kind must share to be the same. */
const KINDS = {
  code: ({ codes }) => codes.map(({ text }) => lettersOf(text)),
  table: ({ tables }) => tables.map((table) => lettersOf(table.flat().join(' '))),
  heading: ({ headings }) => headings.map(({ text }) => lettersOf(text)),
  link: ({ links }) => links.map(({ url }) => addressOf(url)),
  image: ({ images }) => images.map(({ url }) => url),
} satisfies Readonly<Record<string, (seen: Structure) => string[]>>;

export type Kind = keyof typeof KINDS;
export type Side = 'ours' | 'turndown';

const kinds: readonly Kind[] = ['code', 'table', 'heading', 'link', 'image'];

interface Difference {
  readonly set: string;
  readonly kind: Kind;
  readonly page: string;
  readonly only: Side;
  readonly item: string;
  readonly cause: string;
}

/** Every element that only one of the two has, with its cause; exit code 1 when one of turndown's has none. */
export function turndown(args: string[]): Promise<number> {
  const differences: Difference[] = [];
  const counts: string[][] = [];
  for (const set of ['pages', 'built', 'built-deb'] as const) {
    const sums = new Map(kinds.map((kind) => [kind, { ours: 0, theirs: 0 }]));
    for (const expected of expectations(set).pages) {
      const { root } = contentOf(set, expected);
      const theirs = structureOf(writeWithTurndown(root, expected.url) ?? '');
      const causes = causesOf(root, expected.url);
      const ours = structureOf(joinBlocks(writeMarkdown(root, expected.url).blocks));
      for (const kind of kinds) {
        const [mine, other] = [KINDS[kind](ours), KINDS[kind](theirs)];
        const sum = sums.get(kind);
        if (sum) [sum.ours, sum.theirs] = [sum.ours + mine.length, sum.theirs + other.length];
        const add = (only: Side, items: readonly string[]): void => {
          for (const item of items) {
            const cause = causes.take(kind, only, item);
            differences.push({ set, kind, page: expected.id, only, item, cause });
          }
        };
        add('ours', without(mine, other));
        add('turndown', without(other, mine));
      }
    }
    for (const [kind, { ours, theirs }] of sums) {
      const here = differences.filter((difference) => difference.set === set && difference.kind === kind);
      const only = (side: Side): string => `${here.filter((difference) => difference.only === side).length}`;
      counts.push([SETS[set] || 'pages/', kind, `${ours}`, `${theirs}`, only('ours'), only('turndown')]);
    }
  }
  console.log(markdownTable(['set', 'kind', 'ours', 'turndown', 'only ours', 'only turndown'], counts));
  console.log(`\n${markdownTable(['kind', 'only', 'elements', 'pages', 'cause'], byCause(differences))}\n`);
  const open = differences.filter(({ cause }) => cause === '');
  for (const { kind, page, only, item, cause } of args.includes('--list') ? differences : open) {
    console.log(`${kind}, only ${only}, ${page}: ${item.slice(0, 120)}${cause && ` (${cause})`}`);
  }
  return Promise.resolve(open.some(({ only }) => only === 'turndown') ? 1 : 0);
}

function byCause(differences: readonly Difference[]): string[][] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const key = `${difference.kind}|${difference.only}|${difference.cause || 'not told'}`;
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups].map(([key, members]) => {
    const [kind = '', only = '', cause = ''] = key.split('|');
    return [kind, only, `${members.length}`, `${new Set(members.map(({ page }) => page)).size}`, cause];
  });
}

/** Items of a list that another has not, as often as it has not. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
