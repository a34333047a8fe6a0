/** Numbers and tags out of a body's bytes; what lies behind its end reads as zero, or as a tag too short to match. */

export function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function uint16LittleEndian(bytes: Uint8Array, at: number): number {
  return byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
}

export function uint32(bytes: Uint8Array, at: number): number {
  return bigEndian(bytes, at, 4);
}

/** An unsigned number of so many bytes, the first one highest; exact up to 2^53. */
export function bigEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = 0; i < size; i += 1) value = value * 256 + byteAt(bytes, at + i);
  return value;
}

/** So many bytes as characters, one each. */
export function tag(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Whether the bytes at `at` are these characters. */
export function hasTag(bytes: Uint8Array, at: number, text: string): boolean {
  return tag(bytes, at, text.length) === text;
}

/** Whether the bytes at `at` are these. */
export function hasBytes(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((value, i) => bytes[at + i] === value);
}
