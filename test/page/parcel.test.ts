import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/page/parcel.ts';
import { readText } from './reading.ts';

const links = (count: number): string => Array.from({ length: count }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');

describe('a reading between threads', () => {
  it.each([
    ['of few links goes as it is', links(20), false],
    ['of many links goes in slices', links(3000), true],
    ['of many passages goes in slices', `<p>${'Words of it. '.repeat(120)}`.repeat(1200), true],
  ])('%s, and arrives whole', async (_name, html, isCut) => {
    const reading = readText(`<!doctype html><title>t</title><main><p>Words: ${html}</main>`);
    const parcel = pack(reading);
    expect('slices' in parcel).toBe(isCut);
    expect(await unpack(structuredClone(parcel))).toEqual(reading);
  });

  it('leaves the event loop a turn after each slice', async () => {
    const parcel = pack(readText(`<!doctype html><title>t</title><main><p>Words: ${links(5000)}</main>`));
    let turns = 0;
    let running = true;
    const turn = (): void => {
      turns++;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    await unpack(parcel);
    running = false;
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
