import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Writes lines to a new file, packed when its name says so; nothing stays of it when that fails. Throws what the disk threw. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx' });
  const text = Readable.from(lines);
  try {
    if (path.endsWith('.gz')) await pipeline(text, createGzip(), file);
    else await pipeline(text, file);
  } catch (error) {
    const isOurs = !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
    if (isOurs) await rm(path, { force: true });
    throw error;
  }
}

/** The lines of such a file. Throws what the disk or the unpacking threw. */
export async function* readLines(path: string): AsyncGenerator<string, void, void> {
  const file = createReadStream(path);
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  if (text !== file) file.once('error', (error) => text.destroy(error));
  try {
    let rest = '';
    for await (const part of text.setEncoding('utf8')) {
      const lines = `${rest}${String(part)}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    file.destroy();
  }
}

/** The same packed, in memory; null as soon as it is more than so many bytes. */
export async function packed(lines: AsyncIterable<string>, most: number): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const tooLarge = new Error('too large');
  const gather = new Writable({
    write(part: Buffer, _encoding, done) {
      bytes += part.length;
      parts.push(part);
      done(bytes > most ? tooLarge : null);
    },
  });
  try {
    await pipeline(Readable.from(lines), createGzip(), gather);
    return Buffer.concat(parts);
  } catch (error) {
    if (error === tooLarge) return null;
    throw error;
  }
}
