import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

export interface WebServer {
  /** Where it listens. */
  readonly origin: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface WebServerOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
}

/** Bounds for requests that are slow, huge or many; none of them may disturb the bot. Times in milliseconds. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 8 * 1024,
};
/** A connection on which nothing moves, such as that of somebody who never reads the answer. */
const IDLE_MS = 20_000;
const MAX_CONNECTIONS = 100;
const MAX_REQUESTS_PER_CONNECTION = 100;

/** Serves over HTTP. What is malformed Node itself answers with 400, and what is too slow with 408. */
export async function serveWeb(
  routes: Hono,
  { host, port }: WebServerOptions,
): Promise<{ readonly ok: true; readonly value: WebServer } | { readonly ok: false; readonly sentence: string }> {
  // The globals stay as they are: other parts of the process send requests with them.
  const listener = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const server = createServer(LIMITS, (request, response) => void listener(request, response));
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.setTimeout(IDLE_MS);
  const problem = await listening(server, host, port);
  if (problem !== null) return { ok: false, sentence: problem };
  return { ok: true, value: { origin: originOf(server), close: () => closed(server) } };
}

/** Resolves once it listens, with null; or with one sentence why it cannot. */
function listening(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    // Later ones, when the system has no room for one more connection, cost that connection alone.
    server.on('error', (error) => resolve(sentenceFor(error, host, port)));
    server.listen(port, host, () => resolve(null));
  });
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is taken: choose another HTTP_PORT, or stop what uses it.`;
  if (code === 'EACCES') return `Port ${port} of ${host} is not allowed: choose an HTTP_PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${host} is no address of this machine: choose another HTTP_HOST.`;
  }
  return `HTTP cannot be served on ${host}, port ${port}: ${message}`;
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address and a port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
