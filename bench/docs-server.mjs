// Serves pages of real documentation as several sites, each on a loopback address of its own, and the worst pages there
// are on the last one. Usage: node docs-server.mjs DIR SITES. Prints the port when it is ready.
import { createServer } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PAGES_A_SITE = 130;
/** Documents kept in memory at most. */
const MOST_DOCUMENTS = 1500;

const [, , root = '.', sites = '20'] = process.argv;
const all = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name));
if (all.length === 0) throw new Error(`there is no HTML below ${root}`);
const step = Math.max(1, Math.floor(all.length / MOST_DOCUMENTS));
const documents = all.filter((_, index) => index % step === 0).map((name) => readFileSync(name));

const times = (count, unit) => Array.from({ length: count }, (_, n) => unit.replaceAll('__N__', String(n))).join('');

/** The pages that the tests keep of those that break readers: nested, unclosed, wide, long. */
const stress = JSON.parse(readFileSync(new URL('../test/data/pages/stress.json', import.meta.url), 'utf8'));
const WORST = stress.cases.map(({ prefix, unit, repeat, suffix }) => prefix + times(repeat, unit) + suffix);

const html = (title, body) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const server = createServer((request, response) => {
  const { url = '/', headers } = request;
  if (url === '/robots.txt') return response.writeHead(404).end();
  response.setHeader('content-type', 'text/html; charset=utf-8');
  const site = Number(/^127\.0\.0\.(\d+)/.exec(headers.host ?? '')?.[1] ?? 1);
  if (url === '/') {
    const text = 'An index of many pages that are worth reading. '.repeat(10);
    return response.end(
      html(`Site ${site}`, `<p>${text}</p>${times(PAGES_A_SITE, '<p><a href="/p/__N__">page __N__</a></p>')}`),
    );
  }
  const number = Number(/^\/p\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) return response.writeHead(404).end();
  if (site === Number(sites)) return response.end(html(`Worst ${number}`, WORST[number % WORST.length]));
  // Each site has other documents, so that no text is a duplicate.
  return response.end(documents[(site * PAGES_A_SITE + number) % documents.length]);
});
server.listen(0, '0.0.0.0', () => console.log(server.address().port));
