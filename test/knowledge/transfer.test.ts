import { describe, expect, it } from 'vitest';
import { exportLines, readExport, type ExportedPage, type ExportedSource } from '../../src/knowledge/transfer.ts';
import { CRAWL_OPTIONS, LATER, NOON, pageOf, passage } from './samples.ts';

const SOURCE: ExportedSource = {
  kind: 'source',
  id: 7,
  spec: { kind: 'site', startUrls: ['https://docs.example/'], options: CRAWL_OPTIONS },
  addedAt: NOON,
  withheld: ['https://docs.example/secret'],
  bindings: [{ kind: 'role', target: '5' }],
};
const { links: _, ...CONTENT } = pageOf('https://docs.example/', 'Home', [passage('Welcome to Asgard.', 'Home')]);
const PAGE: ExportedPage = {
  kind: 'page',
  ...CONTENT,
  sourceIds: [7],
  validators: { etag: 'W/"1"' },
  noindex: false,
  aiInput: true,
  fetchedAt: LATER,
  readAt: NOON,
  changedAt: NOON,
};

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function written(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines({ exportedAt: NOON, sources: [SOURCE], pages: () => each([PAGE]) })) {
    lines.push(line.trimEnd());
  }
  return lines;
}

/** What was read before something was wrong, and the sentence about that. */
async function read(lines: readonly string[]): Promise<{ kinds: string[]; sentence: string | null }> {
  const kinds: string[] = [];
  for await (const line of readExport(each(lines))) {
    if (!line.ok) return { kinds, sentence: line.sentence };
    kinds.push(line.value.kind);
  }
  return { kinds, sentence: null };
}

describe('an export', () => {
  it('is read as it was written, with every value', async () => {
    const values: unknown[] = [];
    for await (const line of readExport(each(await written()))) values.push(line.ok ? line.value : line.sentence);
    expect(values).toEqual([SOURCE, PAGE]);
  });

  it.each([1, 2, 3])('that is cut short after %i lines is known for it', async (count) => {
    expect((await read((await written()).slice(0, count))).sentence).toMatch(/cut short/);
  });

  it('with a line missing, changed, added, or of a source that is not in it, is refused', async () => {
    const [header = '', source = '', page = '', end = ''] = await written();
    expect((await read([header, source, end])).sentence).toMatch(/Lines are missing/);
    expect((await read([header, source, page.replace('"aiInput":true', '"aiInput":1'), end])).sentence).toMatch(
      /^Line 3 /,
    );
    expect((await read([header, source, page.slice(0, -1), end])).sentence).toMatch(/^Line 3 /);
    expect((await read([header, source, page, end, page])).sentence).toMatch(/^Line 5 /);
    expect((await read([header, page, end])).sentence).toMatch(/names a source that is not in it/);
  });

  it('of a newer Heimdall, and any other file, are told apart', async () => {
    const [header = '', ...rest] = await written();
    expect((await read([header.replace('"version":1', '"version":2'), ...rest])).sentence).toMatch(/newer Heimdall/);
    expect((await read(['https://docs.example/'])).sentence).toMatch(/not an export/);
    expect((await read([])).sentence).toMatch(/cut short/);
  });
});
