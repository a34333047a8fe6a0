// A documentation site made of a seed: always the same pages, 19 to 128 KB each, with what such pages carry: a sidebar,
// code with highlighting marks, tables, lists, admonitions, about a hundred links. The words mean nothing.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** Random numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES =
  'ba co di fe gu ha in jo ka lu mo ne or pa qui ra se ti un ve wo xe ya zo stra ment tion ple ver con'.split(' ');

/** Invented words, all different. */
export function vocabulary(size = 6000, seed = 7) {
  const random = randomFrom(seed);
  const words = new Set();
  while (words.size < size) {
    const count = 1 + Math.floor(random() * 3.2);
    const word = Array.from({ length: count }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
    if (word.length > 2) words.add(word);
  }
  return [...words];
}

/** Picks indexes as often as words of a language occur (Zipf's law, exponent 1.05). */
export function zipf(size, random, exponent = 1.05) {
  const upTo = new Float64Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) upTo[i] = sum += 1 / Math.pow(i + 1, exponent);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export const pagePath = (page) => (page === 0 ? '/' : `/docs/s${page % 17}/page-${page}`);

/** A word that stands on this page alone: whoever kept the page finds it. */
export const sentinelOf = (page) => `sentinel${String(page).padStart(6, '0')}q`;

/** Words that stand in navigation and footer alone: whoever kept the content only does not find them. */
export const BOILERPLATE = ['navboiler', 'footboiler'];

/** The pages of a site, each with its body, plain and packed, and its validators. */
export function makeSite({ pages = 600, seed = 1, minKb = 20, maxKb = 120 } = {}) {
  const words = vocabulary();
  return Array.from({ length: pages }, (_, page) => {
    const raw = Buffer.from(makePage(page, { pages, seed, words, minKb, maxKb }));
    return {
      page,
      path: pagePath(page),
      raw,
      packed: gzipSync(raw, { level: 6 }),
      etag: `"${createHash('sha1').update(raw).digest('hex').slice(0, 16)}"`,
      lastModified: new Date(Date.UTC(2024, 0, 1) + page * 3600e3),
    };
  });
}

function makePage(page, { pages, seed, words, minKb, maxKb }) {
  const random = randomFrom(seed * 1000003 + page * 7919 + 1);
  const pick = zipf(words.length, random);
  const write = {
    random,
    between: (least, most) => least + Math.floor(random() * (most - least + 1)),
    some: (count) => Array.from({ length: count }, () => words[pick()]).join(' '),
    link(target) {
      const anchor = random() < 0.15 ? `#sec-${write.between(1, 6)}` : '';
      return `<a href="${pagePath(target)}${anchor}">${write.some(write.between(1, 3))}</a>`;
    },
    anyLink: () => write.link(write.between(0, pages - 1)),
  };
  // Sizes spread evenly over their logarithms: many small pages, a few large ones.
  const size = Math.round(minKb * Math.pow(maxKb / minKb, random()) * 1024) - 2500;
  const title = `${capital(write.some(4))} ${page}`;
  const parts = [
    head(title, page, write),
    navbar(words),
    sidebar(page, pages, words),
    opening(title, page, pages, write),
  ];
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  for (let section = 1; length < size; section++) {
    const html = makeSection(section, size - length, write);
    parts.push(html);
    length += html.length;
  }
  parts.push(
    `</div></article><nav class="pagination-nav"><a href="${pagePath(Math.max(0, page - 1))}">Previous</a><a href="${pagePath(Math.min(pages - 1, page + 1))}">Next</a></nav></main></div>`,
  );
  parts.push(footer(pages, words));
  return parts.join('');
}

function head(title, page, { some }) {
  const styles = `.a{color:red}.b>li{margin:0}${'.k{padding:0}'.repeat(60)}`;
  const index = JSON.stringify(Array.from({ length: 40 }, () => some(3)));
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} | Benchdocs</title><meta name="description" content="${some(14)}"><meta name="robots" content="index, follow"><link rel="canonical" href="${pagePath(page)}"><link rel="stylesheet" href="/assets/styles.css"><link rel="icon" href="/assets/favicon.ico"><meta property="og:title" content="${title}"><script>window.__NAV=${index};</script><style>${styles}</style></head><body class="docs-wrapper">`;
}

function navbar(words) {
  const items = Array.from(
    { length: 8 },
    (_, k) => `<a class="navbar__item" href="${pagePath(k)}">${words[k * 13]}</a>`,
  );
  return `<header class="navbar"><nav aria-label="Main"><a class="navbar__brand" href="/"><b>Benchdocs</b></a>${items.join('')}<a href="https://code.example/benchdocs" rel="noopener">Repo</a></nav></header>`;
}

function sidebar(page, pages, words) {
  const categories = Array.from({ length: 6 }, (_, category) => {
    const items = Array.from({ length: 9 }, (_, k) => {
      const target = (category * 9 + k) % pages;
      const active = target === page ? ' menu__link--active' : '';
      return `<li class="theme-doc-sidebar-item-link menu__list-item"><a class="menu__link${active}" tabindex="0" href="${pagePath(target)}">${capital(words[(target * 31) % words.length])} ${target}</a></li>`;
    });
    return `<li class="menu__category"><div class="menu__collapsible"><span class="menu__label">Navboiler ${category}</span></div><ul class="menu__list">${items.join('')}</ul></li>`;
  });
  return `<div class="main-wrapper"><aside class="sidebar"><nav class="menu" aria-label="Docs sidebar"><ul class="menu__list">${categories.join('')}</ul></nav></aside>`;
}

/** The beginning of the content. Its list links the pages as a binary tree, so that every page can be reached. */
function opening(title, page, pages, { some }) {
  const children = [2 * page + 1, 2 * page + 2].filter((child) => child < pages);
  const links = children.map((child) => `<li><a href="${pagePath(child)}">${some(3)} ${child}</a></li>`);
  return `<main><article><nav class="breadcrumbs"><ul><li><a href="/">Home</a></li><li>${some(2)}</li></ul></nav><div class="theme-doc-markdown markdown"><header><h1>${title}</h1></header><p>${capital(some(20))} <strong>${sentinelOf(page)}</strong> ${some(10)}.</p><ul>${links.join('')}</ul>`;
}

function makeSection(number, room, write) {
  const { random, between, some } = write;
  const heading = `<h2 class="anchor" id="sec-${number}">${capital(some(between(2, 5)))}<a class="hash-link" href="#sec-${number}" aria-label="Direct link" title="Direct link">&#8203;</a></h2>`;
  const blocks = [heading];
  let length = heading.length;
  for (let left = between(3, 6); left > 0 && length < room; left--) {
    const kind = random();
    const block =
      kind < 0.5
        ? paragraph(write)
        : kind < 0.68
          ? code(write)
          : kind < 0.82
            ? list(write)
            : kind < 0.94
              ? table(write)
              : admonition(write);
    blocks.push(block);
    length += block.length;
  }
  return blocks.join('');
}

function paragraph({ between, some, anyLink }) {
  return `<p>${capital(some(between(20, 60)))}, ${some(4)} <code>${some(1)}.${some(1)}()</code> ${some(8)} ${anyLink()} ${some(12)} <em>${some(2)}</em>. ${capital(some(between(10, 40)))} &amp; ${some(5)}.</p>`;
}

function code({ between, some }) {
  const span = (kind, colour, text) => `<span class="token ${kind}" style="color:${colour}">${text}</span>`;
  const lines = Array.from({ length: between(5, 18) }, () => {
    const call = `${span('keyword', '#00009f', 'const')}<span class="token plain"> ${some(1)} </span>${span('operator', '#393A34', '=')}<span class="token plain"> </span>${span('function', '#d73a49', some(1))}${span('punctuation', '#393A34', '(')}${span('string', '#e3116c', `&#x27;${some(2)}&#x27;`)}${span('punctuation', '#393A34', ')')}`;
    return `<span class="token-line" style="color:#393A34">${call}<br></span>`;
  });
  return `<div class="language-js codeBlockContainer"><div class="codeBlockContent"><pre tabindex="0" class="prism-code language-js thin-scrollbar"><code class="codeBlockLines">${lines.join('')}</code></pre><div class="buttonGroup"><button type="button" aria-label="Copy code">Copy</button></div></div></div>`;
}

function list({ random, between, some, anyLink }) {
  const items = Array.from(
    { length: between(3, 9) },
    () => `<li>${some(between(4, 14))}${random() < 0.3 ? ` ${anyLink()}` : ''}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function table({ random, between, some }) {
  const columns = between(2, 4);
  const row = (cell) => `<tr>${Array.from({ length: columns }, cell).join('')}</tr>`;
  const body = Array.from({ length: between(3, 10) }, () =>
    row(() => `<td>${random() < 0.3 ? `<code>${some(1)}</code>` : some(between(1, 5))}</td>`),
  );
  return `<table><thead>${row(() => `<th>${capital(some(1))}</th>`)}</thead><tbody>${body.join('')}</tbody></table>`;
}

function admonition({ between, some }) {
  return `<div class="theme-admonition alert alert--info"><div class="admonitionHeading">info</div><div class="admonitionContent"><p>${capital(some(between(12, 40)))}. <img loading="lazy" src="/assets/img-${between(1, 9)}.png" alt="${some(3)}"></p></div></div>`;
}

function footer(pages, words) {
  const links = Array.from({ length: 16 }, (_, k) => {
    const target = k % 3 ? pagePath(k % pages) : `https://social.example/${k}`;
    return `<a href="${target}"${k % 4 === 0 ? ' rel="nofollow"' : ''}>${words[k * 7]}</a>`;
  });
  return `<footer class="footer"><div>Footboiler ${links.join(' ')}</div></footer><script src="/assets/main.js" defer></script></body></html>`;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
