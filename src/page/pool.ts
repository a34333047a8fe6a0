import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { MAX_PAGE_BYTES } from '../promises.ts';
import { noMarks, type ReadInput, type Reading } from './page.ts';
import { unpack, type Parcel } from './parcel.ts';
import { startWorker } from '../start-worker.ts';

/**
 * Reads pages in worker threads, so that no page, however large or hostile, delays anything else in the process
 * (rule 7.6). A page that takes too long, or too much memory or stack, costs the worker it ran in and is refused as
 * too complex; the others never notice.
 */
export interface PageReader {
  /** Rejects only when no worker can be started at all. */
  read(input: ReadInput): Promise<Reading>;
  /** Stops the workers; what was not read yet is refused. */
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** Threads at most. One does; each other costs its memory and its own warming-up, so it starts on backlog alone. */
  readonly workers?: number;
  /** Backlog: a page has waited for so many milliseconds. */
  readonly patienceMs?: number;
  /** Time one page may take, in milliseconds, from when its worker is up. */
  readonly timeoutMs?: number;
  /** Memory that a worker's heap may take, in MiB. */
  readonly heapMb?: number;
  readonly stackMb?: number;
}

/** What goes to a worker, and what comes back; a worker that is up says so first. */
export interface ReadRequest {
  readonly id: number;
  readonly input: ReadInput;
}
export type WorkerMessage =
  | { readonly kind: 'up' }
  | { readonly kind: 'read'; readonly id: number; readonly parcel: Parcel };

interface Task extends ReadRequest {
  readonly since: number;
  readonly resolve: (reading: Reading | Promise<Reading>) => void;
  readonly reject: (error: unknown) => void;
}

/** A place for one worker. Without a task the worker idles and does not keep the process alive. */
interface Seat {
  worker: Worker | null;
  isUp: boolean;
  task: Task | null;
  timer: NodeJS.Timeout | null;
}

/** What a page leaves behind is little: a larger nursery, which V8 would grow to 48 MiB, costs memory and saves no time. */
const YOUNG_MB = 16;

const tooLarge: Reading = { kind: 'refused', reason: 'too-large', marks: noMarks };
const tooComplex: Reading = { kind: 'refused', reason: 'too-complex', marks: noMarks };

export function createPageReader(options: PageReaderOptions = {}): PageReader {
  const { workers = Math.min(2, availableParallelism()), patienceMs = 1000 } = options;
  const { timeoutMs = 10_000, heapMb = 512, stackMb = 4 } = options;
  const seats = Array.from({ length: workers }, (): Seat => ({ worker: null, isUp: false, task: null, timer: null }));
  const waiting: Task[] = [];
  /** Rings when the page that waits longest has waited too long. */
  let alarm: NodeJS.Timeout | null = null;
  let lastId = 0;
  let closed = false;

  /** Ends what a seat is doing and gives it the next page. */
  const settle = (seat: Seat, end: (task: Task) => void): void => {
    const { task } = seat;
    if (seat.timer) clearTimeout(seat.timer);
    seat.timer = null;
    seat.task = null;
    seat.worker?.unref();
    if (task) end(task);
    dispatch();
  };

  /** Gives up a worker that crashed or hangs; the next page gets a new one. */
  const abandon = (seat: Seat, worker: Worker, error?: unknown): void => {
    if (seat.worker !== worker) return;
    const neverWasUp = !seat.isUp && error !== undefined;
    seat.worker = null;
    seat.isUp = false;
    void worker.terminate();
    settle(seat, (task) => (neverWasUp ? task.reject(error) : task.resolve(tooComplex)));
  };

  const armTimer = (seat: Seat, worker: Worker): void => {
    if (seat.isUp && seat.task) seat.timer = setTimeout(() => abandon(seat, worker), timeoutMs);
  };

  const start = (seat: Seat): Worker => {
    const limits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: stackMb };
    const worker = startWorker(import.meta.url, 'worker', { resourceLimits: limits });
    seat.worker = worker;
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'up') {
        seat.isUp = true;
        armTimer(seat, worker);
      } else if (seat.task?.id === message.id) settle(seat, (task) => task.resolve(unpack(message.parcel)));
    });
    worker.on('error', (error) => abandon(seat, worker, error));
    worker.on('exit', (code) => abandon(seat, worker, new Error(`page worker ended with code ${code}`)));
    return worker;
  };

  /** Gives what waits to workers that idle; to a new one if there is none at all, or a page has waited too long. */
  const dispatch = (): void => {
    if (alarm) clearTimeout(alarm);
    alarm = null;
    for (let [next] = waiting; next; [next] = waiting) {
      const idle = seats.filter(({ task }) => !task);
      const leftMs = next.since + patienceMs - performance.now();
      const mayStart = leftMs <= 0 || seats.every(({ worker }) => worker === null);
      const seat = idle.find(({ worker }) => worker) ?? (mayStart ? idle[0] : undefined);
      if (!seat) {
        if (idle.length > 0) alarm = setTimeout(dispatch, leftMs).unref();
        return;
      }
      waiting.shift();
      give(seat, next);
    }
  };

  const give = (seat: Seat, task: Task): void => {
    const worker = seat.worker ?? start(seat);
    seat.task = task;
    worker.ref();
    armTimer(seat, worker);
    // A copy of exactly the page's bytes is moved over: the caller keeps his, and no larger buffer behind them goes along.
    const body = new Uint8Array(task.input.body);
    worker.postMessage({ id: task.id, input: { ...task.input, body } } satisfies ReadRequest, [body.buffer]);
  };

  return {
    read(input) {
      if (closed) return Promise.resolve(tooComplex);
      // Not worth the copy.
      if (input.body.byteLength > MAX_PAGE_BYTES) return Promise.resolve(tooLarge);
      return new Promise((resolve, reject) => {
        waiting.push({ id: ++lastId, input, resolve, reject, since: performance.now() });
        dispatch();
      });
    },
    async close() {
      closed = true;
      if (alarm) clearTimeout(alarm);
      for (const task of waiting.splice(0)) task.resolve(tooComplex);
      const ending = seats.flatMap(({ worker }) => (worker ? [worker.terminate()] : []));
      for (const seat of seats) {
        seat.worker = null;
        settle(seat, (task) => task.resolve(tooComplex));
      }
      await Promise.all(ending);
    },
  };
}
