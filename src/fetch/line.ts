import { setMaxListeners } from 'node:events';
import { Client } from 'undici';
import { MAX_CRAWL_DELAY_SECONDS } from '../promises.ts';
import type { AddressPolicy } from './address.ts';
import { guardedConnector, type Resolver } from './guard.ts';

/** One connection to one origin, re-made when the server closes it. */
export interface Line {
  readonly origin: string;
  readonly client: Client;
  /** Destroys the socket in whatever state it is. */
  destroy(): Promise<void>;
}

/** The lines of one job. A line carries one exchange at a time, so that cutting one short harms no other. */
export interface Lines {
  /** An idle line to the URL's origin, or a new one. */
  take(url: URL): Line;
  /** Keeps a line for the next exchange. */
  giveBack(line: Line): void;
  /** Gives a line up. An exchange on it ends without another connection being made. */
  drop(line: Line): Promise<void>;
  /** Gives up idle lines and those in use. */
  dropAll(): Promise<void>;
}

export interface LineOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  readonly connectTimeoutMs: number;
}

/** Longer than the longest pause between two requests of a job to a host, or every request would need a connection. */
const KEEP_ALIVE_MS = (MAX_CRAWL_DELAY_SECONDS + 5) * 1000;
/** All header lines of an answer, or all trailers, together. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Keep-alive per origin: the line used last is used first. */
export function createLines(options: LineOptions): Lines {
  const open = new Set<Line>();
  const idle = new Map<string, Line[]>();

  async function drop(line: Line): Promise<void> {
    open.delete(line);
    await line.destroy();
  }

  return {
    take(url) {
      const line = idle.get(url.origin)?.pop() ?? openLine(url, options);
      open.add(line);
      return line;
    },
    giveBack(line) {
      const waiting = idle.get(line.origin);
      if (waiting) waiting.push(line);
      else idle.set(line.origin, [line]);
    },
    drop,
    async dropAll() {
      idle.clear();
      await Promise.all([...open].map(drop));
    },
  };
}

function openLine(url: URL, { policy, resolve, connectTimeoutMs }: LineOptions): Line {
  const gone = new AbortController();
  // Every connection of the line listens, one after the other where the server closes each; all go with the line.
  setMaxListeners(0, gone.signal);
  const client = new Client(url.origin, {
    connect: guardedConnector({ policy, resolve, origin: url, timeoutMs: connectTimeoutMs, signal: gone.signal }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 1,
  });
  return {
    origin: url.origin,
    client,
    async destroy() {
      const closed = client.destroy();
      // A socket that is still connecting is not yet known to the client.
      gone.abort();
      await closed;
    },
  };
}
