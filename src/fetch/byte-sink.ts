/** Collects bytes up to a limit. */
export interface ByteSink {
  /** Copies what still fits; false when not all of it did. */
  append(chunk: Uint8Array): boolean;
  /** What was collected, in memory of its own. */
  bytes(): Uint8Array;
  /** The same without a copy: good until the next `append`. */
  soFar(): Uint8Array;
}

const FIRST_BLOCK_BYTES = 16 * 1024;

/**
 * A sink that copies into one growing block. Keeping the chunks instead would let a server that sends a body in chunks
 * of one byte cost us a hundred times the body in buffer objects.
 */
export function createByteSink(limit: number): ByteSink {
  let block = new Uint8Array();
  let size = 0;

  function reserve(needed: number): void {
    if (needed <= block.length) return;
    const larger = new Uint8Array(Math.min(limit, Math.max(needed, block.length * 2, FIRST_BLOCK_BYTES)));
    larger.set(block.subarray(0, size));
    block = larger;
  }

  return {
    append(chunk) {
      const fitting = chunk.subarray(0, limit - size);
      reserve(size + fitting.length);
      block.set(fitting, size);
      size += fitting.length;
      return fitting.length === chunk.length;
    },
    bytes: () => block.slice(0, size),
    soFar: () => block.subarray(0, size),
  };
}
