import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MIN_GAP_MS } from '../../src/promises.ts';
import { judgeRobotsAnswer, readRobots, robotsUrlFor } from '../../src/crawler/robots.ts';
import { cpuMilliseconds, HANGS_MS } from './cpu-time.ts';
import { bytesOf, parts, vectorsOf } from './vectors.ts';

const ruleCases = vectorsOf(
  'robots',
  'rules',
  z.object({
    id: z.string(),
    url: z.string(),
    robotsTxt: z.string().optional(),
    robotsTxtBase64: z.string().optional(),
    robotsTxtParts: parts.optional(),
    userAgentProductToken: z.string(),
    allowed: z.boolean(),
    crawlDelay: z.number().nullable().optional(),
    minIntervalMs: z.number().optional(),
    sitemaps: z.array(z.string()).optional(),
  }),
);

const site = new URL('https://site.example/');

function read(text: string): ReturnType<typeof readRobots> {
  return readRobots(Buffer.from(text, 'latin1'), site);
}

function allows(text: string, path: string): boolean {
  return read(text).allows(new URL(path, site));
}

describe('reads robots.txt as RFC 9309 and its users expect', () => {
  it.each(ruleCases)('$id', (vector) => {
    const url = new URL(vector.url);
    const body = bytesOf(vector.robotsTxt, vector.robotsTxtBase64, vector.robotsTxtParts);
    const policy = readRobots(body, url, vector.userAgentProductToken);
    expect(policy.allows(url)).toBe(vector.allowed);
    if (vector.crawlDelay !== undefined) expect(policy.crawlDelaySeconds).toBe(vector.crawlDelay);
    if (vector.minIntervalMs !== undefined) {
      expect(Math.max((policy.crawlDelaySeconds ?? 0) * 1000, MIN_GAP_MS)).toBe(vector.minIntervalMs);
    }
    if (vector.sitemaps !== undefined) expect(policy.sitemaps).toEqual(vector.sitemaps);
  });
});

describe('finds the robots.txt that governs a URL', () => {
  const cases = vectorsOf('robots', 'robotsUrl', z.object({ id: z.string(), url: z.string(), robotsUrl: z.string() }));
  it.each(cases)('$id', ({ url, robotsUrl }) => {
    expect(robotsUrlFor(new URL(url)).href).toBe(robotsUrl);
  });
});

describe('says which group it obeyed', () => {
  it.each([
    ['User-agent: HeimdallBot\nDisallow: /a\nUser-agent: *\nDisallow: /b', 'HeimdallBot'],
    ['User-agent: *\nDisallow: /b', '*'],
    ['User-agent: other\nDisallow: /b', null],
    ['', null],
  ])('%j: %s', (text, group) => {
    expect(read(text).group).toBe(group);
  });
});

describe('keeps the content signal of the group that applies (rule 3.7)', () => {
  it.each([
    ['User-agent: *\nContent-Signal: search=yes,ai-train=no, AI-Input=NO\nAllow: /', false],
    ['User-agent: *\nContent-Signal: ai-input=yes\nAllow: /', true],
    ['User-agent: *\nAllow: /\nContent-signal: ai-input=no', false],
    ['User-agent: *\nContent-Signal: ai-train=no\nAllow: /', null],
    ['User-agent: *\nContent-Signal: ai-input=yes\nContent-Signal: ai-input=no', false],
    ['User-agent: *\nContent-Signal: ai-input=no\nAllow: /\nUser-agent: HeimdallBot\nAllow: /', null],
    ['User-agent: other\nContent-Signal: ai-input=no\nAllow: /\nUser-agent: *\nAllow: /', null],
    ['Content-Signal: ai-input=no', null],
    ['User-agent: *\nContent-Signal: not-ai-input=no', null],
  ])('%j: %s', (text, aiInput) => {
    expect(read(text).aiInput).toBe(aiInput);
  });
});

it('never allows a URL of another origin: that has a file of its own', () => {
  const policy = read('User-agent: *\nAllow: /');
  expect(policy.allows(new URL('https://site.example/a'))).toBe(true);
  expect(policy.allows(new URL('http://site.example/a'))).toBe(false);
  expect(policy.allows(new URL('https://site.example:8443/a'))).toBe(false);
});

describe('a ? with nothing behind it is part of the address', () => {
  it.each([
    ['Disallow: /*?', '/a?', false],
    ['Disallow: /a?', '/a?', false],
    ['Disallow: /*?$', '/a?', false],
    ['Disallow: /a$', '/a?', true],
    ['Disallow: /*?', '/a', true],
    ['Disallow: /a*?$\nAllow: /a', '/a?', false],
    ['Disallow: /a?\nAllow: /*?$', '/a?', true],
  ])('%s on %s: %s', (rules, path, allowed) => {
    expect(allows(`User-agent: *\n${rules}`, path)).toBe(allowed);
  });
});

it('keeps an Allow and a Disallow of equal length in any number of rules: Allow wins', () => {
  const filler = Array.from({ length: 40 }, () => 'Disallow: /aaaa*').map((rule, n) => `${rule}${n % 10}`);
  expect(allows(`User-agent: *\n${filler.join('\n')}\nDisallow: /aaaa*z\nAllow: /aaaa*y`, '/aaaa0123456789zy')).toBe(
    true,
  );
});

it('agrees with a plain reading of RFC 9309 on rules and paths at random', () => {
  let state = 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const text = (letters: string, most: number): string =>
    Array.from({ length: below(most) }, () => letters[below(letters.length)]).join('');
  const plainly = (rule: string): RegExp => {
    const anchored = rule.endsWith('$');
    const parts = (anchored ? rule.slice(0, -1) : rule).split('*');
    return new RegExp(
      `^${parts.map((part) => part.replace(/[?$]/g, String.raw`\$&`)).join('.*')}${anchored ? '$' : ''}`,
    );
  };
  for (let round = 0; round < 1500; round++) {
    const rules = Array.from({ length: 1 + below(30) }, () => ({
      allow: below(2) === 0,
      pattern: `/${text('ab*?', 7)}${below(4) === 0 ? '$' : ''}`,
    }));
    const path = `/${text('ab?', 12)}`;
    const [first] = rules
      .filter(({ pattern }) => plainly(pattern).test(path))
      .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
    const lines = rules.map(({ allow, pattern }) => `${allow ? 'Allow' : 'Disallow'}: ${pattern}`);
    const file = `User-agent: *\n${lines.join('\n')}`;
    expect(allows(file, path), `${file}\n${path}`).toBe(first?.allow ?? true);
  }
});

it('drops the last line of a file that was cut at the limit, whole or not', () => {
  const head = 'User-agent: *\nDisallow: /shut\n#';
  const cut = `${head}${'x'.repeat(512_000 - head.length - 12)}\nDisallow: /`;
  expect(cut.length).toBe(512_000);
  expect(allows(cut, '/open')).toBe(true);
  expect(allows(cut, '/shut')).toBe(false);
});

describe('a file made to be costly', () => {
  const longPath = `/${'abcde'.repeat(400)}`;

  function fileOf(rule: (n: number) => string): Uint8Array {
    let text = 'User-agent: *\n';
    for (let n = 0; text.length < 511_000; n++) text += `${rule(n)}\n`;
    return Buffer.from(text, 'latin1');
  }

  it.each([
    ['one rule many times', () => 'Disallow: /*a*b*c*d*e$', longPath, false],
    ['one rule many times, not matching', () => 'Disallow: /*a*b*c*d*f$', longPath, true],
    ['rules that differ and cannot match', (n: number) => `Disallow: /*a*b*c*d*e${n}$`, longPath, true],
    ['rules that differ and match nothing that is forbidden', (n: number) => `Allow: /*a*b*c*d*e*${n}`, longPath, true],
    [
      'one rule among many',
      (n: number) => (n === 9000 ? 'Disallow: /*deab' : `Disallow: /*a*b*c*${n}$`),
      longPath,
      false,
    ],
    ['many plain rules', (n: number) => `Disallow: /folder/item${n}`, '/folder/other', true],
    ['the last of many plain rules', (n: number) => `Disallow: /folder/item${n}`, '/folder/item16000', false],
    ['one endless rule of stars', (n: number) => (n === 0 ? `Disallow: /${'*'.repeat(500_000)}x` : '#'), '/y', true],
    ['comments and blank lines', () => '\n\n#', longPath, true],
    ['endless blanks', () => `Disallow: /a${' '.repeat(20_000)}b${' '.repeat(20_000)}`, longPath, true],
  ])('%s: read and asked without hanging, answered rightly', (_name, rule, path, allowed) => {
    const body = fileOf(rule);
    let policy = readRobots(new Uint8Array(), site);
    expect(cpuMilliseconds(() => (policy = readRobots(body, site)))).toBeLessThan(HANGS_MS);
    const url = new URL(path, site);
    let answer = !allowed;
    expect(cpuMilliseconds(() => (answer = policy.allows(url)))).toBeLessThan(HANGS_MS);
    expect(answer).toBe(allowed);
  });

  it('answers no where even the rules that might match are too many to ask', () => {
    const letters = 'abcde';
    const varied = (n: number): string => {
      const digits = n.toString(5).padStart(7, '0');
      return Array.from(digits, (digit) => letters[Number(digit)]).join('*');
    };
    const policy = readRobots(
      fileOf((n) => `Disallow: /*${varied(n)}*e*a*a$`),
      site,
    );
    const url = new URL(longPath, site);
    let answer = true;
    expect(cpuMilliseconds(() => (answer = policy.allows(url)))).toBeLessThan(HANGS_MS);
    expect(answer).toBe(false);
  });
});

describe('judges what a request for robots.txt came to (rule 3.3)', () => {
  const answers = z.object({
    url: z.string(),
    status: z.number().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.string().optional(),
    error: z.string().optional(),
  });
  const cases = vectorsOf(
    'robots',
    'fetch',
    z.object({
      id: z.string(),
      url: z.string(),
      exchange: z.array(answers),
      allowed: z.boolean(),
      robotsRequests: z.number(),
      crawlDelay: z.number().nullable().optional(),
    }),
  );

  /** Asks as a session does: five redirects, one more try in all, nothing after a redirect to where nobody may go. */
  function replay(exchange: readonly z.output<typeof answers>[], url: URL) {
    const left = [...exchange];
    let requests = 0;
    const request = (address: string): z.output<typeof answers> | undefined => {
      requests++;
      const at = left.findIndex((answer) => answer.url === address);
      const more = left.filter((answer) => answer.url === address).length > 1;
      return more ? left.splice(at, 1)[0] : left[at];
    };
    const ask = (): ReturnType<typeof judgeRobotsAnswer> => {
      let address = robotsUrlFor(url);
      for (let hops = 0; ; hops++) {
        const answer = request(address.href);
        if (answer?.status === undefined) return judgeRobotsAnswer({ unreachable: true }, url);
        const location = answer.headers?.location;
        if (location === undefined || hops === 5) {
          return judgeRobotsAnswer({ status: answer.status, body: bytesOf(answer.body) }, url);
        }
        address = new URL(location, address);
        if (address.protocol === 'file:' || address.hostname === '127.0.0.1') return { kind: 'fetch-nothing' };
      }
    };
    const first = ask();
    return { judgement: first.kind === 'try-again' ? ask() : first, requests: () => requests };
  }

  it.each(cases)('$id', (vector) => {
    const url = new URL(vector.url);
    const { judgement, requests } = replay(vector.exchange, url);
    expect(judgement.kind === 'policy' && judgement.policy.allows(url)).toBe(vector.allowed);
    expect(requests()).toBe(vector.robotsRequests);
    if (vector.crawlDelay !== undefined && judgement.kind === 'policy') {
      expect(judgement.policy.crawlDelaySeconds).toBe(vector.crawlDelay);
    }
  });

  it.each([100, 199, 500, 599, 600])('tries again after %i', (status) => {
    expect(judgeRobotsAnswer({ status, body: new Uint8Array() }, site).kind).toBe('try-again');
  });
});

describe('says which rule decided', () => {
  const decided = (text: string, path: string): unknown => {
    const verdict = read(text).decide(new URL(path, site));
    if (verdict.kind !== 'rule') return [verdict.kind, verdict.allow];
    const { rule } = verdict;
    return [rule.allow ? 'allow' : 'disallow', rule.line, rule.written];
  };

  it('with its line, blank lines and every line end counted', () => {
    const text = 'User-agent: *\r\n\r\n\n# private\rDisallow: /a*.pdf$\nAllow: /a';
    expect(decided(text, '/a/b.pdf')).toEqual(['disallow', 5, '/a*.pdf$']);
    expect(decided(text, '/a/b')).toEqual(['allow', 6, '/a']);
    expect(decided(text, '/c')).toEqual(['no-rule', true]);
  });

  it('the first of two that are the same, as it was written', () => {
    expect(decided('User-agent: *\nDisallow: /%7Ea\nDisallow: /~a', '/~a')).toEqual(['disallow', 2, '/%7Ea']);
  });

  it('or that no rule is asked: robots.txt itself, another origin', () => {
    expect(decided('User-agent: *\nDisallow: /', '/robots.txt')).toEqual(['robots-txt', true]);
    expect(decided('User-agent: *\nAllow: /', 'https://other.example/')).toEqual(['other-origin', false]);
  });
});
