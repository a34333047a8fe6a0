import { describe, expect, it } from 'vitest';
import { createFrontier } from '../../src/crawler/frontier.ts';
import { createTrapGuard } from '../../src/crawler/traps.ts';

interface SitePage {
  readonly text: string;
  readonly links: readonly string[];
}

type Site = (url: URL) => SitePage;

const ORIGIN = 'https://site.example';

/** Crawls breadth first, at most 100 pages, with a guard: what was visited, and what was left out and why. */
function crawl(site: Site, start = '/'): { readonly visited: string[]; readonly skipped: Map<string, string> } {
  const guard = createTrapGuard();
  const frontier = createFrontier();
  const visited: string[] = [];
  const skipped = new Map<string, string>();
  frontier.offer(ORIGIN + start, null, 0);
  for (let entry = frontier.take(); entry !== null && visited.length < 100; entry = frontier.take()) {
    const { url, depth } = entry;
    const skip = guard.judge(url, depth);
    if (skip !== null) {
      skipped.set(url, skip);
      continue;
    }
    const page = site(new URL(url));
    visited.push(url.slice(ORIGIN.length));
    guard.learn(url, page.text, depth);
    for (const link of page.links) frontier.offer(new URL(link, url).href, url, depth + 1);
  }
  return { visited, skipped };
}

/** A generator of the same numbers on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

const VOCABULARY =
  'alloy branch cache cursor daemon entry field garden handle index journal kernel ledger mirror network object packet queue record socket table update vector worker'.split(
    ' ',
  );

function prose(seed: number, length: number): string {
  const next = random(seed * 7919 + 1);
  return Array.from({ length }, () => VOCABULARY[Math.floor(next() * VOCABULARY.length)]).join(' ');
}

function article(n: number): SitePage {
  return {
    text: `# Article ${n}\n\nHome › News\n\n${prose(n, 40)}\n\nShare this article. Written by the editors.`,
    links: [],
  };
}

const count = (visited: readonly string[], part: string): number => visited.filter((url) => url.includes(part)).length;

describe('articles, however many, are never taken for a trap', () => {
  it('visits 100 of 300 short articles under one prefix', () => {
    const links = Array.from({ length: 300 }, (_, n) => `/news/article-${n}`);
    const { visited, skipped } = crawl((url) =>
      url.pathname === '/' ? { text: 'All articles', links } : article(Number(url.pathname.split('-')[1])),
    );
    expect(visited).toHaveLength(100);
    expect(skipped.size).toBe(0);
  });

  it('visits 100 of 300 articles told apart by a parameter', () => {
    const links = Array.from({ length: 300 }, (_, n) => `/index.php?id=${n}`);
    const { visited, skipped } = crawl((url) =>
      url.pathname === '/' ? { text: 'All articles', links } : article(Number(url.searchParams.get('id'))),
    );
    expect(visited).toHaveLength(100);
    expect(skipped.size).toBe(0);
  });

  it('visits 100 of 300 pages of a reference that differ in little but the name', () => {
    const next = random(5);
    const syllables = ['ba', 'co', 'di', 'fu', 'ge', 'hi', 'ku', 'lo', 'ma', 'ne'];
    const names = Array.from(
      { length: 300 },
      () => `get${Array.from({ length: 4 }, () => syllables[Math.floor(next() * 10)]).join('')}`,
    );
    const template = prose(1, 80);
    const { visited, skipped } = crawl((url) => {
      const name = url.pathname.split('/').pop() ?? '';
      return url.pathname === '/'
        ? { text: 'Reference', links: names.map((name) => `/api/v1/${name}`) }
        : { text: `# ${name}\n\nReturns the value.\n\n${template}\n\n## Errors\n\n${template}`, links: [] };
    });
    expect(visited).toHaveLength(100);
    expect(skipped.size).toBe(0);
  });

  it('goes on with articles after a stretch of pages that say nothing', () => {
    const links = Array.from({ length: 300 }, (_, n) => `/news/article-${n}`);
    const { visited } = crawl((url) => {
      if (url.pathname === '/') return { text: 'All articles', links };
      const n = Number(url.pathname.split('-')[1]);
      return n < 40 ? { text: 'This article has moved.', links: [] } : article(n);
    });
    expect(visited).toHaveLength(100);
    expect(visited.filter((url) => Number(url.split('-')[1]) >= 40).length).toBeGreaterThan(50);
  });

  it('keeps the folder open that a trap lies in', () => {
    const { visited } = crawl((url) => {
      const guides = Array.from({ length: 80 }, (_, n) => `/docs/guide/article-${n}`);
      const month = Number(url.pathname.split('/')[3]);
      if (url.pathname === '/docs') return { text: 'Documentation', links: ['/docs/calendar/1', ...guides] };
      return url.pathname.includes('calendar')
        ? { text: 'No events.', links: [1, 2, 3].map((n) => `/docs/calendar/${month + n}`) }
        : article(Number(url.pathname.split('-')[1]));
    }, '/docs');
    expect(count(visited, '/guide/')).toBe(80);
    expect(count(visited, '/calendar/')).toBeLessThanOrEqual(40);
  });

  it('visits all that one page lists, though they differ in a number alone: a list comes to an end', () => {
    const links = Array.from({ length: 300 }, (_, n) => `/items/${n}`);
    const { visited, skipped } = crawl((url) =>
      url.pathname === '/'
        ? { text: 'All items', links }
        : { text: `Item ${url.pathname.slice(7)} of the list.`, links },
    );
    expect(visited).toHaveLength(100);
    expect(skipped.size).toBe(0);
  });
});

describe('traps take at most 40 of 100 visits', () => {
  const guides = Array.from({ length: 120 }, (_, n) => `/guide/article-${n}`);

  /** A site of 120 articles, reached two by two, beside something endless. */
  function beside(trap: string, endless: Site): Site {
    return (url) => {
      if (url.pathname === '/') return { text: 'Welcome', links: [trap, ...guides.slice(0, 2)] };
      const n = guides.indexOf(url.pathname);
      if (n === -1) return endless(url);
      return { ...article(n), links: [trap, ...guides.slice(2 * n + 2, 2 * n + 4)] };
    };
  }

  const MONTHS = 'January February March April May June July August September October November December'.split(' ');
  const MOIS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

  function monthPage(
    year: number,
    month: number,
    address: (year: number, month: number) => string,
    names: string[],
  ): SitePage {
    const days = Array.from({ length: 28 + (month % 4) }, (_, day) => `| ${day + 1} |`).join('\n');
    const [before, after] = [
      month === 1 ? [year - 1, 12] : [year, month - 1],
      month === 12 ? [year + 1, 1] : [year, month + 1],
    ];
    return {
      text: `# ${names[month - 1]} ${year}\n\nNo events in ${names[month - 1]}.\n\n${days}\n\n[${names[(month + 10) % 12]}](/x/${year}/${month}) [${names[month % 12]}](/y)`,
      links: [address(before[0] ?? 0, before[1] ?? 1), address(after[0] ?? 0, after[1] ?? 1), address(year + 1, month)],
    };
  }

  const calendarByParameter: Site = (url) => {
    const [year = 2031, month = 1] = (url.searchParams.get('month') ?? '').split('-').map(Number);
    return monthPage(year, month, (y, m) => `/cal?month=${y}-${String(m).padStart(2, '0')}`, MONTHS);
  };

  const calendarByPath = (names: string[]): Site => {
    return (url) => {
      const [, , year, month] = url.pathname.split('/').map(Number);
      return monthPage(year ?? 0, month ?? 1, (y, m) => `/calendar/${y}/${String(m).padStart(2, '0')}/`, names);
    };
  };

  const calendarAtRoot: Site = (url) => {
    const [year = 2031, month = 1] = url.pathname.slice('/events-'.length).split('-').map(Number);
    return monthPage(year, month, (y, m) => `/events-${y}-${m}`, MONTHS);
  };

  const COLOURS = 'red green blue black white grey pink'.split(' ');
  const SIZES = 'small medium large huge'.split(' ');
  const SORTS = 'price name age stock'.split(' ');

  /** Ever the same goods in ever new selections; each value links on to every other. */
  const facets: Site = (url) => {
    const { searchParams } = url;
    const next = random(url.search.length * 31 + (searchParams.get('colour') ?? '').length);
    const goods = Array.from(
      { length: 30 },
      (_, n) => `* Shirt ${VOCABULARY[n % 24]} ${VOCABULARY[(n * 5) % 24]}, ${n} euros`,
    );
    const shown = goods.filter(() => next() < 0.6).toSorted(() => next() - 0.5);
    const links = [
      ...COLOURS.map((value) => ['colour', value]),
      ...SIZES.map((value) => ['size', value]),
      ...SORTS.map((value) => ['sort', value]),
    ].map(([name = '', value = '']) => {
      const query = new URLSearchParams(searchParams);
      query.set(name, value);
      return `/shop?${query.toString()}`;
    });
    return { text: `# Shirts\n\nYour choice: ${[...searchParams.values()].join(', ')}\n\n${shown.join('\n')}`, links };
  };

  const sessions: Site = (url) => {
    const next = random(Math.floor(Number(url.searchParams.get('sid') ?? '1')));
    const links = [0, 1, 2, 3, 4].map((n) => `/account/page-${n}?sid=${Math.floor(next() * 1e9)}`);
    return { text: prose(Number(url.pathname.slice(-1)) + 900, 60), links };
  };

  const pagination: Site = (url) => {
    const page = Number(url.searchParams.get('page') ?? '1');
    return { text: `Page ${page}\n\nNo results.`, links: [`/list?page=${page + 1}`, `/list?page=${page + 2}`] };
  };

  const endlessDepth: Site = (url) => {
    const deeper = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
    return {
      text: `You are here: ${url.pathname.split('/').join(' ')}\n\n${prose(3, 40)}`,
      links: VOCABULARY.slice(0, 6).map((word) => deeper + word),
    };
  };

  const relativeLink: Site = (url) => ({
    text: prose(77, 30),
    links: [`${url.pathname}/more/about`, `${url.pathname}/more`],
  });

  it.each([
    ['a calendar by parameter', '/cal?month=2031-02', calendarByParameter, '/cal?'],
    ['a calendar by path', '/calendar/2031/02/', calendarByPath(MONTHS), '/calendar/'],
    ['a calendar in another language', '/calendar/2031/02/', calendarByPath(MOIS), '/calendar/'],
    ['a calendar without a folder', '/events-2031-2', calendarAtRoot, '/events-'],
    ['facets', '/shop', facets, '/shop'],
    ['session ids', '/account/page-0', sessions, '/account/'],
    ['a list that goes on without results', '/list', pagination, '/list'],
    ['folders without end', '/tree/a', endlessDepth, '/tree/'],
    ['a relative link that leads ever deeper', '/loop/start', relativeLink, '/loop/'],
  ])('%s', (_name, trap, endless, part) => {
    const { visited, skipped } = crawl(beside(trap, endless));
    expect(visited).toHaveLength(100);
    expect(count(visited, part)).toBeLessThanOrEqual(40);
    expect([...skipped.keys()].some((url) => url.includes('/guide/'))).toBe(false);
  });

  it('learns the months of a language that it does not know within their first year', () => {
    const unknown = VOCABULARY.map((word) => `${word}x`);
    const { visited } = crawl(beside('/calendar/2031/02/', calendarByPath(unknown)));
    expect(visited).toHaveLength(100);
    expect(count(visited, '/calendar/')).toBeLessThanOrEqual(50);
  });
});

it('names the parameter, not the path, for a URL that has one', () => {
  const guard = createTrapGuard();
  for (let n = 0; n < 30; n++) guard.learn(`${ORIGIN}/list?page=${n}`, 'No results.', n);
  expect(guard.judge(`${ORIGIN}/list?page=99`, 31)).toBe('parameter-quota');
  expect(guard.judge(`${ORIGIN}/list`, 21)).toBeNull();
});

it('leaves a calendar that one page lists to its quota, since all its days say the same', () => {
  const days = Array.from({ length: 365 }, (_, n) => `/calendar/2031/${1 + Math.floor(n / 31)}/${1 + (n % 31)}`);
  const docs = Array.from({ length: 60 }, (_, n) => `/docs/article-${n}`);
  const { visited } = crawl((url) => {
    if (url.pathname === '/') return { text: 'Welcome', links: [...days, ...docs] };
    if (url.pathname.startsWith('/calendar')) return { text: 'There are no events on this day.', links: [] };
    return article(Number(url.pathname.split('-')[1]));
  });
  expect(count(visited, '/docs/')).toBeGreaterThan(55);
});

it('knows a session id in the path for the number that it is', () => {
  const next = random(11);
  const session = (): string => `/s-${Math.floor(next() * 2 ** 31).toString(36)}1a`;
  const { visited, skipped } = crawl((url) => ({
    text: prose(Number(url.pathname.split('page')[1] ?? 0), 40),
    links: Array.from({ length: 12 }, (_, n) => `${session()}/page${n}`),
  }));
  expect(visited.length).toBeLessThan(60);
  expect([...skipped.values()]).toContain('prefix-quota');
});
