import { parentPort } from 'node:worker_threads';
import type { ReadRequest, WorkerMessage } from './pool.ts';
import { read } from './read.ts';

/** The thread that `pool.ts` starts: one page in, one reading out. */
const port = parentPort;
const answer = (message: WorkerMessage): void => port?.postMessage(message);

port?.on('message', ({ id, input }: ReadRequest) => answer({ kind: 'read', id, reading: read(input) }));
answer({ kind: 'up' });
