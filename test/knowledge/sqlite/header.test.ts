import { expect, it } from 'vitest';
import { judgeHeader } from '../../../src/knowledge/sqlite/header.ts';

const OURS = 0x48_6d_64_47;

interface Made {
  readonly pageSize?: number;
  readonly pages?: number;
  readonly version?: number;
  readonly applicationId?: number;
}

/** A header by the SQLite file format, section 1.3. */
function header({ pageSize = 4096, pages = 3, version = 1, applicationId = OURS }: Made): Uint8Array {
  const bytes = new Uint8Array(100);
  bytes.set(new TextEncoder().encode('SQLite format 3\0'));
  const view = new DataView(bytes.buffer);
  view.setUint16(16, pageSize === 65_536 ? 1 : pageSize);
  view.setUint32(28, pages);
  view.setUint32(60, version);
  view.setUint32(68, applicationId);
  return bytes;
}

const whole = 3 * 4096;

it.each([
  ['a whole file of ours', header({ version: 7 }), whole, false, { kind: 'database', version: 7 }],
  ['the largest pages', header({ pageSize: 65_536 }), 3 * 65_536, false, { kind: 'database', version: 1 }],
  ['an empty file', new Uint8Array(), 0, false, { kind: 'damaged' }],
  ['zeros', new Uint8Array(100), whole, false, { kind: 'damaged' }],
  ['another kind of file', new TextEncoder().encode('%PDF-1.7'.padEnd(100)), whole, false, { kind: 'foreign' }],
  ['a few bytes of text', new TextEncoder().encode('hi'), 2, false, { kind: 'foreign' }],
  ["another program's database", header({ applicationId: 0 }), whole, false, { kind: 'foreign' }],
  ['a file cut inside the header', header({}).subarray(0, 40), 40, false, { kind: 'damaged' }],
  ['a file cut by a page', header({}), 2 * 4096, false, { kind: 'damaged' }],
  ['a file cut inside a page', header({}), whole - 1, false, { kind: 'damaged' }],
  ['a file that a log may complete', header({}), 2 * 4096, true, { kind: 'database', version: 1 }],
  ['an impossible page size', header({ pageSize: 1000 }), whole, false, { kind: 'damaged' }],
])('judges %s', (_, head, bytes, hasLog, verdict) => {
  expect(judgeHeader({ head, bytes, hasLog }, OURS)).toEqual(verdict);
});
