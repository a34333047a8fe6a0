import type { CheckedPage, Freshness } from '../knowledge/freshness.ts';

const PER_READ = 500;

/** Every page of a source, read in slices. */
export async function* pagesOf(
  freshness: Pick<Freshness, 'pagesOf'>,
  sourceId: number,
): AsyncGenerator<CheckedPage, void, void> {
  for (let after: number | null = 0; after !== null;) {
    const some: readonly CheckedPage[] = await freshness.pagesOf(sourceId, after, PER_READ);
    yield* some;
    after = some.length < PER_READ ? null : (some.at(-1)?.pageId ?? null);
  }
}
