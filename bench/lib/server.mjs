// Serves the site of `site.mjs` on loopback: one process, as many hosts as wanted, each on an address of its own
// (127.1.0.1, 127.1.0.2, …) and all on one port. Prints `{"hosts": ["address:port", …]}` when it is ready.
//
//   node lib/server.mjs [--hosts 1] [--pages 600] [--seed 1] [--latency MS]
//
// /__stats says what was asked for and in which gaps, /__reset forgets it. It ends when its standard input does.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { makeSite } from './site.mjs';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '1' },
    pages: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
  },
});
const latencyMs = Number(values.latency);
const site = makeSite({ pages: Number(values.pages), seed: Number(values.seed) });
const byPath = new Map(site.map((page) => [page.path, page]));
const robots = Buffer.from('User-agent: *\nDisallow: /private/\nSitemap: /sitemap.xml\n');

/** What each host was asked for since the last reset. */
let seen = new Map();
let firstAt = 0;

const now = () => performance.timeOrigin + performance.now();

function note(host, path) {
  const at = now();
  firstAt ||= at;
  const log = seen.get(host) ?? { times: [], paths: new Map() };
  seen.set(host, log);
  log.times.push(at);
  log.paths.set(path, (log.paths.get(path) ?? 0) + 1);
}

function handle(request, response) {
  const path = request.url.split('?')[0];
  if (path.startsWith('/__')) return control(path, response);
  const { host } = request.headers;
  note(host, path);
  if (latencyMs > 0) setTimeout(answer, latencyMs, request, response, path, host);
  else answer(request, response, path, host);
}

function answer(request, response, path, host) {
  const page = byPath.get(path);
  if (page) return answerPage(request, response, page);
  if (path === '/robots.txt') return send(response, 200, { 'content-type': 'text/plain' }, robots);
  if (path === '/sitemap.xml') return send(response, 200, { 'content-type': 'application/xml' }, sitemapOf(host));
  send(response, 404, { 'content-type': 'text/plain' }, Buffer.from('not found'));
}

function answerPage(request, response, { raw, packed, etag, lastModified }) {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'last-modified': lastModified.toUTCString(),
    vary: 'Accept-Encoding',
    etag,
  };
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, headers).end();
  const unpacked = !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  send(response, 200, unpacked ? headers : { ...headers, 'content-encoding': 'gzip' }, unpacked ? raw : packed);
}

function send(response, status, headers, body) {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}

function sitemapOf(host) {
  const urls = site.map(
    ({ path, lastModified }) =>
      `<url><loc>http://${host}${path}</loc><lastmod>${lastModified.toISOString()}</lastmod></url>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
  );
}

/** What a site owner would read out of his log. */
function stats() {
  const gaps = [];
  let requests = 0;
  let pages = 0;
  let maxIn1s = 0;
  for (const { times, paths } of seen.values()) {
    requests += times.length;
    pages += [...paths.keys()].filter((path) => byPath.has(path)).length;
    for (const [index, at] of times.entries()) {
      if (index > 0) gaps.push(at - times[index - 1]);
      maxIn1s = Math.max(maxIn1s, times.filter((other) => other <= at && at - other < 1000).length);
    }
  }
  gaps.sort((a, b) => a - b);
  return {
    requests,
    pages,
    firstAt,
    hosts: seen.size,
    gapMs: { min: gaps[0] ?? null, median: gaps[gaps.length >> 1] ?? null },
    gapsUnder500: gaps.filter((gap) => gap < 500).length,
    gaps: gaps.length,
    maxIn1sAnyHost: maxIn1s,
  };
}

function control(path, response) {
  response.setHeader('content-type', 'application/json');
  if (path === '/__reset') {
    seen = new Map();
    firstAt = 0;
  }
  response.end(path === '/__stats' ? JSON.stringify(stats()) : '{}');
}

let port = 0;
const hosts = [];
for (let n = 1; n <= Number(values.hosts); n++) {
  const address = `127.1.${n >> 8}.${n & 255}`;
  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  await new Promise((resolve, reject) =>
    server.on('error', reject).listen({ port, host: address, backlog: 2048 }, resolve),
  );
  ({ port } = server.address());
  hosts.push(`${address}:${port}`);
}
console.log(JSON.stringify({ hosts }));
// Whoever started it is gone.
process.stdin.on('end', () => process.exit(0)).resume();
