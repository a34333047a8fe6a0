import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentCoding, decode, type ContentCoding } from '../../src/fetch/decode.ts';

const text = Buffer.from(randomBytes(100_000).toString('hex'));
const { signal } = new AbortController();
const whole = { maxBytes: 1_000_000, beginningSuffices: false, signal };

const packed: readonly (readonly [name: string, coding: ContentCoding, wire: Buffer])[] = [
  ['gzip', 'gzip', gzipSync(text)],
  ['gzip in two members', 'gzip', Buffer.concat([gzipSync(text.subarray(0, 70_000)), gzipSync(text.subarray(70_000))])],
  ['deflate', 'deflate', deflateSync(text)],
  ['deflate without the zlib header', 'deflate', deflateRawSync(text)],
  ['brotli', 'br', brotliCompressSync(text)],
  ['nothing', 'identity', text],
];

describe('content codings', () => {
  it.each([
    [[], 'identity'],
    [['gzip'], 'gzip'],
    [['X-GZip'], 'gzip'],
    [['identity, br'], 'br'],
    [[''], 'identity'],
    [['gzip, gzip'], null],
    [['gzip', 'br'], null],
    [['zstd'], null],
    [['compress'], null],
  ])('%j mean %s', (values, expected) => {
    expect(contentCoding(values.map((value) => ['content-encoding', value] as const))).toBe(expected);
  });

  it.each(packed)('%s is undone', async (_name, coding, wire) => {
    const decoded = await decode(wire, coding, whole);
    expect(decoded.ok && decoded.complete && Buffer.compare(decoded.body, text)).toBe(0);
  });

  it.each(packed)('%s is undone up to the limit and no further', async (_name, coding, wire) => {
    const decoded = await decode(wire, coding, { ...whole, maxBytes: 150_000 });
    expect(decoded).toMatchObject({ ok: true, complete: false });
    expect(decoded.ok && Buffer.compare(decoded.body, text.subarray(0, 150_000))).toBe(0);
  });

  it.each(packed.slice(0, 5))('%s that is cut short fails, or gives all it had', async (_name, coding, wire) => {
    const cut = wire.subarray(0, wire.length >> 1);
    expect(await decode(cut, coding, whole)).toEqual({ ok: false, problem: 'unexpected end of file' });
    const decoded = await decode(cut, coding, { ...whole, beginningSuffices: true });
    expect(decoded).toMatchObject({ ok: true, complete: false });
    const body = decoded.ok ? Buffer.from(decoded.body) : Buffer.alloc(0);
    expect(body.length).toBeGreaterThan(text.length / 3);
    expect(body.equals(text.subarray(0, body.length))).toBe(true);
  });

  it.each(['gzip', 'br'] as const)('%s that is something else fails either way', async (coding) => {
    const lie = Buffer.from('<!doctype html><p>not packed at all</p>');
    expect(await decode(lie, coding, whole)).toMatchObject({ ok: false });
    expect(await decode(lie, coding, { ...whole, beginningSuffices: true })).toMatchObject({ ok: false });
  });

  it('leave the event loop free while a large body is undone', async () => {
    const wire = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    let turns = 0;
    const turn = (): unknown => setImmediate(() => turns++ < 1e6 && turn());
    turn();
    await decode(wire, 'gzip', { ...whole, maxBytes: 1e8 });
    // One at least for each 64 KB.
    expect(turns).toBeGreaterThan(100);
    turns = 1e6;
  });

  it('stop when the request is over', async () => {
    const stop = new AbortController();
    const pending = decode(gzipSync(Buffer.alloc(50_000_000)), 'gzip', {
      ...whole,
      maxBytes: 1e8,
      signal: stop.signal,
    });
    stop.abort();
    expect(await pending).toMatchObject({ ok: false });
  });
});
