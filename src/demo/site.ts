import { createServer, type Server, type ServerResponse } from 'node:http';
import { demoPages, type DemoPage } from './pages.ts';

/** A small documentation site on loopback, with all that a crawler has to mind. */
export interface DemoSite {
  /** Scheme, address and port, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Pages that only the sitemap knows: no link leads to them. */
const UNLINKED: ReadonlySet<string> = new Set(['/guide/fog-horn/', '/reference/errors/']);

/** Where a lamp blinks that is called a photograph: what the link check looks through. */
export const RENAMED_GIF = '/pictures/lamp.jpg';
/** A GIF of two frames, one point each. */
const BLINKING_LAMP =
  'R0lGODlhAQABAIAAAP/MAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQAMgAAACwAAAAAAQABAAACAkQBACH5BAAyAAAALAAAAAABAAEAAAICTAEAOw==';

export async function startDemoSite(): Promise<DemoSite> {
  const server = createServer((request, response) => answer(request.url ?? '/', originOf(server), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: originOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the demo site does not listen on a port');
  return `http://127.0.0.1:${address.port}`;
}

function answer(path: string, origin: string, response: ServerResponse): void {
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
  };
  if (path === '/robots.txt') {
    return send(200, 'text/plain', `User-agent: *\nDisallow: /internal/\n\nSitemap: ${origin}/sitemap.xml\n`);
  }
  if (path === '/sitemap.xml') return send(200, 'application/xml', sitemap(origin));
  if (path === '/help') {
    response.writeHead(301, { location: '/quick-start/' }).end();
    return;
  }
  if (path === RENAMED_GIF) {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.from(BLINKING_LAMP, 'base64'));
    return;
  }
  const page = demoPages[path];
  if (page === undefined) return send(404, 'text/html', '<title>Not found</title><p>There is no such page.</p>');
  send(200, 'text/html', html(path, page));
}

function sitemap(origin: string): string {
  const urls = Object.entries(demoPages)
    .filter(([path, { noindex }]) => noindex !== true && !path.startsWith('/internal/'))
    .map(([path]) => `<url><loc>${origin}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

function html(path: string, { title, html: main, noindex }: DemoPage): string {
  const menu = Object.entries(demoPages)
    .filter(([other]) => !UNLINKED.has(other) && !other.startsWith('/internal/'))
    .map(([other, page]) => `<li><a href="${other}">${page.title}</a></li>`)
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | Pharos</title>${noindex === true ? '<meta name="robots" content="noindex">' : ''}
<link rel="canonical" href="${path}"></head>
<body><header><a href="/">Pharos</a><nav><ul>${menu}<li><a href="/help">Help</a></li><li><a href="/lost/">Lost page</a></li></ul></nav></header>
<main><h1>${title}</h1>${main}</main>
<footer>© 2026 the Pharos crew · <a href="/search?q=lamp">Search</a></footer></body></html>`;
}
