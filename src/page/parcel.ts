import { deserialize, serialize } from 'node:v8';
import type { Image, Link, Page, PageMarks, Passage, Reading } from './page.ts';

/**
 * A reading on its way between threads. Unpacking is work of the thread that receives, and a page of 50,000 links is
 * a tenth of a second of it: long lists go in slices, as bytes, and each is unpacked in a turn of its own (rule 7.6).
 */
export type Parcel = { readonly reading: Reading } | { readonly slices: readonly Uint8Array<ArrayBuffer>[] };

/** What one slice holds: the reading with its lists empty comes first. */
type Slice =
  | { readonly of: 'reading'; readonly reading: Reading }
  | { readonly of: 'marks'; readonly items: readonly Link[] }
  | { readonly of: 'links'; readonly items: readonly string[] }
  | { readonly of: 'images'; readonly items: readonly Image[] }
  | { readonly of: 'passages'; readonly items: readonly Passage[] };

/** Items of a slice; readings with fewer in all are not cut. */
const SLICE = 1000;

export function pack(reading: Reading): Parcel {
  const page = reading.kind === 'page' ? reading.page : null;
  const { links } = reading.marks;
  const { links: targets = [], images = [], passages = [] } = page ?? {};
  if (links.length + targets.length + images.length + passages.length <= SLICE) return { reading };
  const slices: Slice[] = [
    { of: 'reading', reading: withLists(reading, { marks: [], links: [], images: [], passages: [] }) },
    ...cut(links).map((items) => ({ of: 'marks' as const, items })),
    ...cut(targets).map((items) => ({ of: 'links' as const, items })),
    ...cut(images).map((items) => ({ of: 'images' as const, items })),
    ...cut(passages).map((items) => ({ of: 'passages' as const, items })),
  ];
  return { slices: slices.map((slice) => new Uint8Array(serialize(slice))) };
}

/** What can be moved to the other thread rather than copied. */
export function buffersOf(parcel: Parcel): ArrayBuffer[] {
  return 'slices' in parcel ? parcel.slices.map(({ buffer }) => buffer) : [];
}

export async function unpack(parcel: Parcel): Promise<Reading> {
  if ('reading' in parcel) return parcel.reading;
  const lists: Lists = { marks: [], links: [], images: [], passages: [] };
  let found: Reading | null = null;
  for (const bytes of parcel.slices) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    const slice: Slice = deserialize(bytes);
    if (slice.of === 'reading') found = slice.reading;
    else if (slice.of === 'marks') lists.marks.push(...slice.items);
    else if (slice.of === 'links') lists.links.push(...slice.items);
    else if (slice.of === 'images') lists.images.push(...slice.items);
    else lists.passages.push(...slice.items);
  }
  if (!found) throw new Error('a parcel without its reading');
  return withLists(found, lists);
}

interface Lists {
  readonly marks: Link[];
  readonly links: string[];
  readonly images: Image[];
  readonly passages: Passage[];
}

function withLists(reading: Reading, { marks: own, ...lists }: Lists): Reading {
  const marks: PageMarks = { ...reading.marks, links: own };
  if (reading.kind === 'refused') return { ...reading, marks };
  const page: Page = { ...reading.page, ...lists };
  return { kind: 'page', page, marks };
}

function cut<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, i) => items.slice(i * SLICE, (i + 1) * SLICE));
}
