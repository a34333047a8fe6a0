import { parentPort } from 'node:worker_threads';
import { buffersOf, pack } from './parcel.ts';
import type { ReadRequest, WorkerMessage } from './pool.ts';
import { read } from './read.ts';

/** The thread that `pool.ts` starts: one page in, one reading out. */
const port = parentPort;

port?.on('message', ({ id, input }: ReadRequest) => {
  const parcel = pack(read(input));
  port.postMessage({ kind: 'read', id, parcel } satisfies WorkerMessage, buffersOf(parcel));
});
port?.postMessage({ kind: 'up' } satisfies WorkerMessage);
