import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, Socket, type AddressInfo, type Server } from 'node:net';
import { parseNetworks, type AddressPolicy } from '../../src/fetch/address.ts';
import { createWebClient, type WebClient, type WebClientOptions } from '../../src/fetch/client.ts';
import type { Answer } from '../../src/fetch/outcome.ts';
import type { WebRequest } from '../../src/fetch/request.ts';

/** A server on loopback, closed at the end of the test that holds it with `await using`. */
export interface Loopback extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** TCP connections accepted so far. */
  connections(): number;
  /** Resolves when every connection accepted so far is closed. */
  quiet(): Promise<void>;
}

export interface Place {
  readonly host?: string;
}

export function serve(listener: RequestListener, place: Place = {}): Promise<Loopback> {
  return listen(createServer({ keepAliveTimeout: 60_000 }, listener), place);
}

/** A server that speaks TCP only: what it says is up to `greet`. */
export function serveRaw(greet: (socket: Socket) => void): Promise<Loopback> {
  return listen(createTcpServer(greet), {});
}

async function listen(server: Server, place: Place): Promise<Loopback> {
  const { host = '127.0.0.1' } = place;
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket) => {
    count++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const port = portOf(server.address());
  return {
    origin: `http://${host}:${port}`,
    port,
    connections: () => count,
    async quiet() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

export function opened(list: string): AddressPolicy {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(parsed.problem);
  return { networks: parsed.networks };
}

/** A client that may reach 127.0.0.1 and nothing else on this machine. */
export function loopbackClient(options: Partial<WebClientOptions> = {}): WebClient {
  return createWebClient({ policy: opened('127.0.0.1'), now: () => performance.now(), ...options });
}

export function ask(url: string, options: Partial<WebRequest> = {}): WebRequest {
  return {
    url: new URL(url),
    purpose: 'knowledge-ingest',
    maxBytes: 1024 * 1024,
    oversize: 'refuse',
    timeoutMs: 15_000,
    ...options,
  };
}

/** One line for the end of a request, to compare with. */
export function summary(answer: Answer): string {
  switch (answer.kind) {
    case 'answer':
      return `${answer.status} with ${answer.body.length} bytes${answer.truncated ? ', truncated' : ''}`;
    case 'redirect':
      return `${answer.status} to ${answer.location.pathname}${answer.location.search}`;
    case 'refused':
      return `refused: ${answer.reason}`;
    case 'failed':
      return `failed: ${answer.failure.code}`;
    default:
      return answer satisfies never;
  }
}

/** Watches the sockets that undici opens anywhere in this process. */
export function watchSockets(): Disposable & { readonly sockets: Socket[] } {
  const sockets: Socket[] = [];
  const note = (message: unknown): void => {
    if (typeof message === 'object' && message && 'socket' in message && message.socket instanceof Socket) {
      sockets.push(message.socket);
    }
  };
  subscribe('undici:client:connected', note);
  return { sockets, [Symbol.dispose]: () => unsubscribe('undici:client:connected', note) };
}
