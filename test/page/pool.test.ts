import { afterAll, describe, expect, it } from 'vitest';
import { createPageReader } from '../../src/page/pool.ts';
import type { ReadInput } from '../../src/page/page.ts';
import { FETCHED_AT, PAGE_URL } from './reading.ts';
import { STRESS_IDS, stressPage } from './stress.ts';

/** The limits are for a machine of one's own; a test run shares it with others. */
const SHARED = 4;

function input(html: string): ReadInput {
  return { body: Buffer.from(html), url: PAGE_URL, contentType: 'text/html', fetchedAt: FETCHED_AT };
}

/** Turns that the event loop makes while `work` runs: next to none when something holds it up. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const turn = (): void => {
    turns += 1;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  running = false;
  return turns;
}

describe('pages that break readers', () => {
  const reader = createPageReader({ workers: 1 });
  afterAll(() => reader.close());

  it.each(STRESS_IDS)('%s ends in time, stored or refused', { timeout: 60_000 }, async (id) => {
    await reader.read(input('<p>warm'));
    const stress = stressPage(id);
    const page = input(stress.html);
    const started = performance.now();
    const reading = await reader.read(page);
    expect(performance.now() - started).toBeLessThan(SHARED * stress.maxMs);
    if (reading.kind === 'page') expect(reading.page.markdown).toContain(stress.mustContain);
    else expect(['too-complex', 'too-large']).toContain(reading.reason);
  });
});

describe('a page reader', () => {
  it('refuses a page that takes too long, and reads the next one', async () => {
    const reader = createPageReader({ workers: 1, timeoutMs: 1000 });
    const slow = reader.read(
      input(`<main>${'<p>para <b>bold <i>both</i> <a href="/x">link</a>'.repeat(40_000)}</main>`),
    );
    const next = reader.read(input('<main><p>A page that is read all the same.</main>'));
    expect(await slow).toMatchObject({ kind: 'refused', reason: 'too-complex' });
    expect(await next).toMatchObject({ kind: 'page' });
    await reader.close();
  });

  it('starts another worker when a page has waited too long, also one that waited behind another', async () => {
    const reader = createPageReader({ workers: 2, patienceMs: 50, timeoutMs: 20_000 });
    const slow = input(`<main>${'<p>para <b>bold <i>both</i> <a href="/x">link</a>'.repeat(40_000)}</main>`);
    const done: string[] = [];
    const first = reader.read(input('<main><p>A page before it.</main>')).then(() => done.push('first'));
    const hanging = reader.read(slow).then(() => done.push('hanging'));
    const last = reader.read(input('<main><p>A page behind it.</main>')).then(() => done.push('last'));
    await Promise.all([first, last]);
    expect(done).toEqual(['first', 'last']);
    await reader.close();
    await hanging;
  });

  it('refuses a page that takes too much memory, and reads the next one', async () => {
    const reader = createPageReader({ workers: 1, heapMb: 24 });
    const big = reader.read(
      input(`<main>${'<p>The <b>quick</b> <a href="/x">fox</a> jumps.</p>\n'.repeat(90_000)}</main>`),
    );
    const next = reader.read(input('<main><p>A page that is read all the same.</main>'));
    expect(await big).toMatchObject({ kind: 'refused', reason: 'too-complex' });
    expect(await next).toMatchObject({ kind: 'page' });
    await reader.close();
  });

  it('leaves the bytes with the caller', async () => {
    const reader = createPageReader({ workers: 1 });
    const page = input('<main><p>Some words.</main>');
    await reader.read(page);
    expect(page.body.byteLength).toBeGreaterThan(0);
    await reader.close();
  });

  it('does not hold up the event loop while it reads', async () => {
    const reader = createPageReader({ workers: 1 });
    await reader.read(input('<p>warm'));
    const table = `<table>${'<tr><td>1</td><td>two</td><td><code>x</code></td></tr>'.repeat(8000)}</table>`;
    const page = input(`<main>${table}</main>`);
    expect(await turnsDuring(() => reader.read(page))).toBeGreaterThan(100);
    await reader.close();
  });

  it('refuses what waits when it is closed, and what comes later', async () => {
    const reader = createPageReader({ workers: 1 });
    const waiting = [reader.read(input('<p>one')), reader.read(input('<p>two'))];
    await reader.close();
    for (const reading of await Promise.all(waiting)) expect(reading.kind).toBe('refused');
    expect(await reader.read(input('<p>three'))).toMatchObject({ kind: 'refused' });
  });
});
