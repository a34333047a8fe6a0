import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** An answer of a test site: a body alone is an HTML page that answers 200. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | Uint8Array;
      /** Cuts the connection instead of answering. */
      readonly cut?: true;
      /** Cuts the connection in the middle of the body. */
      readonly cutInBody?: true;
      /** Never answers. */
      readonly silent?: true;
      /** Answers only then. */
      readonly until?: Promise<unknown>;
    };

/** By path with query; a function is asked each time, and may take its time. What is not there answers 404. */
export type SitePages = Readonly<Record<string, SiteAnswer | ((request: SiteRequest, nth: number) => SiteAnswer)>>;
export type SiteFunction = (path: string, request: SiteRequest) => SiteAnswer | undefined | Promise<SiteAnswer>;

export interface SiteRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** When the server saw it, monotonic milliseconds. */
  readonly at: number;
}

export interface TestSite {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly origin: string;
  readonly requests: readonly SiteRequest[];
  /** Paths asked for, in order, robots.txt and sitemap guesses left out. */
  pagePaths(): string[];
  /** Connections that are open now. */
  openSockets(): Promise<number>;
  close(): Promise<void>;
}

const NOT_PAGES = /^\/(?:robots\.txt|llms\.txt|sitemap|sitemap\.xml|sitemap_index\.xml|sitemap\/sitemap\.xml)$/;

/** Serves a web site on loopback that a test writes down as data, and keeps every request it got. */
export async function startSite(pages: SitePages | SiteFunction, host = '127.0.0.1'): Promise<TestSite> {
  const requests: SiteRequest[] = [];
  const server = createServer((message, response) => {
    const { url: path = '/', method = '', headers } = message;
    const request: SiteRequest = { path, method, headers, at: performance.now() };
    const nth = requests.filter(({ path }) => path === request.path).length;
    requests.push(request);
    const entry = typeof pages === 'function' ? pages(request.path, request) : pages[request.path];
    const answer = typeof entry === 'function' ? entry(request, nth) : entry;
    void Promise.resolve(answer).then((ready) =>
      reply(response, ready ?? { status: 404, body: '<title>Not found</title>' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://${host}:${address.port}`,
    requests,
    pagePaths: () => requests.map(({ path }) => path).filter((path) => !NOT_PAGES.test(path)),
    openSockets: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: SiteAnswer): void {
  if (typeof answer === 'string') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
    return;
  }
  if (answer.cut) return void response.socket?.destroy();
  if (answer.silent) return;
  if (answer.until !== undefined) {
    const { until, ...rest } = answer;
    void until.then(() => reply(response, rest));
    return;
  }
  response.statusCode = answer.status ?? 200;
  if (answer.headers?.['content-type'] === undefined) response.setHeader('content-type', 'text/html; charset=utf-8');
  for (const [name, value] of Object.entries(answer.headers ?? {}))
    response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (answer.cutInBody) {
    response.setHeader('content-length', '1000');
    response.write('no more than', () => response.socket?.destroy());
    return;
  }
  response.end(answer.body ?? '');
}

/** A page with enough text of its own to be worth keeping; no two titles share it. */
export function page(title: string, content = '', head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><main><h1>${title}</h1><p>${title} is a page of the test site. It says something that no other page says: ${ownWords(title)}.
And it goes on for long enough that nobody takes it for an empty shell.</p>${content}</main></body></html>`;
}

const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu za'.split(' ');

/** A dozen words that stand for what a real page of this title would say. */
function ownWords(title: string): string {
  return createHash('sha256')
    .update(title)
    .digest('hex')
    .slice(0, 48)
    .replace(/./g, (digit) => SYLLABLES[Number.parseInt(digit, 16)] ?? '')
    .replace(/.{8}/g, '$& ')
    .trim();
}

/** Links, one a line. */
export function links(...hrefs: readonly string[]): string {
  return hrefs.map((href) => `<p><a href="${href}">${href}</a></p>`).join('\n');
}
