import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterTest } from './app.ts';

/** What a test's model server does with one request; `body` and `stream` exclude each other. */
export interface ModelReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Pieces as they go on the wire, each a write of its own. */
  readonly stream?: readonly (string | Uint8Array)[];
  /** What happens after the pieces: the end, a cut connection, silence, or the last piece for ever. */
  readonly ending?: 'end' | 'cut' | 'silence' | 'again';
  /** Not even a head is sent. */
  readonly mute?: true;
}

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: { readonly [field: string]: unknown };
  /** Every text sent to the model, joined. */
  readonly prompt: string;
}

export interface ModelServer {
  /** Ends with /v1. */
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  /** Resolves when the client has closed the connection of the latest request. */
  closed(): Promise<void>;
}

/** A model server on loopback that does what the test says, request by request. */
export async function startModelServer(
  reply: (request: ModelRequest, nth: number) => ModelReply,
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let closed: Promise<void> = Promise.resolve();
  const server = createServer((message, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
    const pieces: Buffer[] = [];
    message.on('data', (piece: Buffer) => pieces.push(piece));
    message.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const json: ModelRequest['json'] = JSON.parse(text);
      const request = { path: message.url ?? '', headers: message.headers, json, prompt: text };
      requests.push(request);
      const { status = 200, headers = {}, body, stream, ending = 'end', mute } = reply(request, requests.length - 1);
      if (mute === true) return;
      const type = stream === undefined ? 'application/json' : 'text/event-stream; charset=utf-8';
      response.writeHead(status, { 'content-type': type, ...headers });
      if (stream === undefined) {
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
        return;
      }
      for (const piece of stream) response.write(piece);
      if (ending === 'end') response.end();
      else if (ending === 'cut') setImmediate(() => response.destroy());
      else if (ending === 'again') {
        const more = (): void => {
          if (!response.destroyed) response.write(stream.at(-1) ?? '', () => setImmediate(more));
        };
        more();
      } else response.flushHeaders();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, requests, closed: () => closed };
}

/** The stream of a well-behaved server: a comment, a role, the text in pieces, the reason it stopped, usage, the end. */
export function streamOf(text: string, { finish = 'stop', usage = true, done = true } = {}): readonly string[] {
  const pieces = text.match(/[\s\S]{1,7}/gu) ?? [];
  return [
    ': processing\n\n',
    line({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
    ...pieces.map((content) => line({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    line({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    ...(usage ? [line({ choices: [], usage: { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 } })] : []),
    ...(done ? ['data: [DONE]\n\n'] : []),
  ];
}

/** One event of such a stream. */
export function line(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
