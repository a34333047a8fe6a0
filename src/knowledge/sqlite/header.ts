/**
 * Judging a database by its first bytes, before SQLite opens it: opening alone may replay a log, create files beside it
 * or change it, and a file that is refused must stay as it is. Offsets are those of the SQLite file format, section 1.3.
 */

/** Bytes of the header; a shorter file is no database. */
export const HEADER_BYTES = 100;

export type HeaderVerdict =
  | { readonly kind: 'database'; readonly version: number }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'damaged' };

export interface FileFacts {
  /** The first `HEADER_BYTES` bytes, or fewer when the file is shorter. */
  readonly head: Uint8Array;
  readonly bytes: number;
  /** A write-ahead log lies beside the file and may hold newer pages, so that its length alone proves nothing. */
  readonly hasLog: boolean;
}

/** Is it one of ours (`applicationId`), and whole as far as the header tells? `version` is its `user_version`. */
export function judgeHeader(file: FileFacts, applicationId: number): HeaderVerdict {
  // Files appear under their name only when complete, so an empty one lost its content.
  if (file.bytes === 0) return { kind: 'damaged' };
  if (!startsAsSqlite(file.head)) return { kind: allZero(file.head) ? 'damaged' : 'foreign' };
  if (file.head.length < HEADER_BYTES) return { kind: 'damaged' };
  const view = new DataView(file.head.buffer, file.head.byteOffset, file.head.byteLength);
  if (view.getUint32(68) !== applicationId) return { kind: 'foreign' };
  if (!hasFullLength(view, file)) return { kind: 'damaged' };
  return { kind: 'database', version: view.getUint32(60) };
}

function startsAsSqlite(head: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(head.subarray(0, 16)) === 'SQLite format 3\0';
}

function allZero(head: Uint8Array): boolean {
  return head.every((byte) => byte === 0);
}

function hasFullLength(view: DataView, file: FileFacts): boolean {
  const stored = view.getUint16(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) return false;
  if (file.hasLog) return true;
  return file.bytes % pageBytes === 0 && file.bytes >= view.getUint32(28) * pageBytes;
}
