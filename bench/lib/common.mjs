// What the contenders share, so that all of them do the same work.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';

/** What the harness asks of a contender. */
export function task() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: { task: text, base: text, db: text, concurrency: text, max: text, variant: text },
  });
  return {
    ...values,
    origin: new URL(values.base).origin,
    concurrency: Number(values.concurrency),
    max: Number(values.max),
  };
}

/** What a contender says at its end: pages, links, passages and characters of Markdown it counted itself. */
export function report(counts) {
  console.log(JSON.stringify(counts));
}

export async function sitemapUrls({ base, max }) {
  const xml = await (await fetch(new URL('/sitemap.xml', base))).text();
  return [...xml.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url).slice(0, max);
}

/** Markdown cut at blank lines into passages of about 1,500 characters, each with the heading above it. */
export function passagesOf(markdown, size = 1500) {
  const passages = [];
  let text = '';
  let heading = '';
  let ownHeading = '';
  for (const block of markdown.split('\n\n')) {
    if (block.startsWith('#')) heading = block.replace(/^#+\s*/, '');
    if (text && text.length + block.length > size) {
      passages.push({ heading: ownHeading, text });
      text = '';
    }
    if (!text) ownHeading = heading;
    text += (text ? '\n\n' : '') + block;
  }
  if (text.trim()) passages.push({ heading: ownHeading, text });
  return passages;
}

/** Pages and passages in SQLite with one full-text index (WAL, synchronous NORMAL, a transaction a page). */
export function openStore(path) {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(`
    CREATE TABLE pages (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT, markdown TEXT, hash TEXT, fetched_at INTEGER);
    CREATE TABLE passages (id INTEGER PRIMARY KEY, page_id INTEGER, ordinal INTEGER, heading TEXT, body TEXT);
    CREATE INDEX passages_by_page ON passages (page_id);
    CREATE VIRTUAL TABLE words USING fts5 (
      heading, body, content = 'passages', content_rowid = 'id', tokenize = 'porter unicode61');
  `);
  const insertPage = db.prepare('INSERT INTO pages (url, title, markdown, hash, fetched_at) VALUES (?, ?, ?, ?, ?)');
  const insertPassage = db.prepare('INSERT INTO passages (page_id, ordinal, heading, body) VALUES (?, ?, ?, ?)');
  const insertWords = db.prepare('INSERT INTO words (rowid, heading, body) VALUES (?, ?, ?)');
  const counts = { pages: 0, passages: 0, markdownKb: 0 };
  const add = db.transaction(({ url, title, markdown }) => {
    const hash = createHash('sha256').update(markdown).digest('hex');
    const { lastInsertRowid: page } = insertPage.run(url, title, markdown, hash, Date.now());
    for (const [ordinal, { heading, text }] of passagesOf(markdown).entries()) {
      const { lastInsertRowid: passage } = insertPassage.run(page, ordinal, heading, text);
      insertWords.run(passage, heading, text);
      counts.passages++;
    }
    counts.pages++;
    counts.markdownKb += markdown.length / 1024;
  });
  return { add, counts, close: () => db.close() };
}

const NOT_FOLLOWED = /\b(?:nofollow|ugc|sponsored)\b/i;
const FILE = /\.(?:css|js|png|jpe?g|gif|svg|ico|pdf|zip|woff2?|xml|txt)$/i;
/** An absolute path without anything to resolve: most links of a documentation page. */
const PLAIN_PATH = /^\/(?!\/)[\w\-./]*(?:#.*)?$/;

/** The URL that an `a` element's attributes lead to, if a crawl of this origin follows it; else null. */
export function followed({ href, rel }, url, origin) {
  if (!href || href.startsWith('#') || (rel && NOT_FOLLOWED.test(rel))) return null;
  if (PLAIN_PATH.test(href) && !href.includes('/.')) {
    const path = href.split('#', 1)[0];
    return FILE.test(path) ? null : origin + path;
  }
  if (!URL.canParse(href, url)) return null;
  const target = new URL(href, url);
  if (target.origin !== origin || FILE.test(target.pathname)) return null;
  target.hash = '';
  return target.href;
}

/** Title and Markdown of the content, as most people write it: cheerio for the content, turndown for the Markdown. */
export function contentOf($, turndown) {
  const main = $('main').first();
  main.find('nav, script, style, button').remove();
  return { title: $('title').first().text(), markdown: turndown.turndown(main.html() ?? '') };
}

/** Breadth first from `/` with so many loops; `visit(url, offer)` does one page and offers the URLs it met. */
export async function crawl({ origin, concurrency, max }, visit) {
  const queue = [`${origin}/`];
  const met = new Set(queue);
  const idle = [];
  let taken = 0;
  let active = 0;
  const wakeAll = () => idle.splice(0).forEach((wake) => wake());
  const offer = (url) => {
    if (met.has(url)) return;
    met.add(url);
    queue.push(url);
    idle.shift()?.();
  };
  const loop = async () => {
    for (;;) {
      const url = taken < max ? queue[taken] : undefined;
      if (url !== undefined) {
        taken++;
        active++;
        await visit(url, offer);
        active--;
      } else if (active === 0 || taken >= max) return wakeAll();
      else await new Promise((resolve) => idle.push(resolve));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}

/** Does something with every element of a list, so many at once. */
export async function forEach(list, concurrency, act) {
  const left = [...list].reverse();
  const loop = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
}
