import { describe, expect, it } from 'vitest';
import { checkSite, type SiteCheck } from '../../src/web/site-check.ts';

function checked(robots: string, url = 'https://example.org/docs/a'): SiteCheck {
  const answer = checkSite(robots, url);
  if (!answer.ok) throw new Error(answer.sentence);
  return answer.check;
}

describe('what would happen to an address', () => {
  it('names the group, the rule with its line, the pace and the sitemaps', () => {
    const robots = 'Sitemap: /map.xml\n\nUser-agent: *\nCrawl-delay: 4\nDisallow: /docs\nAllow: /docs/open';
    expect(checked(robots)).toEqual({
      url: 'https://example.org/docs/a',
      robotsUrl: 'https://example.org/robots.txt',
      allowed: false,
      why: [
        'The group for * applies, because there is none for HeimdallBot.',
        'Line 5 decides: "Disallow: /docs". It is the longest rule that matches.',
      ],
      pace: 'At most one request every 4 s: the Crawl-delay.',
      sitemaps: ['https://example.org/map.xml'],
      moreSitemaps: 0,
      contentSignal: null,
      toChange: ['User-agent: HeimdallBot', 'Allow: /docs/a'],
      advice:
        'To let us read this address, add these lines at the end. They make a group of our own, which takes the place of the one for *: repeat its rules that are to hold for us too.',
    });
  });

  it.each([
    [
      '',
      'The file has no group for HeimdallBot and none for *.',
      'No rule matches, and what no rule forbids may be fetched.',
    ],
    [
      'User-agent: heimdallbot\nAllow: /',
      'The group for HeimdallBot applies; the one for * does not.',
      'Line 2 decides: "Allow: /". It is the longest rule that matches.',
    ],
  ])('under %j', (robots, group, rule) => {
    expect(checked(robots).why).toEqual([group, rule]);
  });

  it.each([
    ['', 'At most 2 requests a second: the file asks for no Crawl-delay.'],
    ['User-agent: *\nCrawl-delay: 0.2', 'At most 2 requests a second: the Crawl-delay asks for no less.'],
    ['User-agent: *\nCrawl-delay: 1', 'At most one request every 1 s: the Crawl-delay.'],
    ['User-agent: *\nCrawl-delay: 90', 'At most one request every 10 s: the longest Crawl-delay that we keep.'],
  ])('the pace under %j', (robots, pace) => {
    expect(checked(robots).pace).toBe(pace);
  });

  it('tells what the content signal means', () => {
    expect(checked('User-agent: *\nContent-Signal: ai-input=no').contentSignal).toMatch(
      /withheld from language models/,
    );
    expect(checked('User-agent: *\nContent-Signal: ai-input=yes').contentSignal).toMatch(/may be given/);
  });

  it('reads a rule in any charset, and shows the beginning of one that is long', () => {
    expect(checked('User-agent: *\nDisallow: /é', 'https://example.org/é').why[1]).toContain('"Disallow: /é"');
    const long = checked(`User-agent: *\nDisallow: /${'*'.repeat(5000)}`);
    expect(long.why[1]?.length).toBeLessThan(300);
  });

  it('shows twenty sitemaps and counts the others', () => {
    const robots = Array.from({ length: 50 }, (_, index) => `Sitemap: /${index}.xml`).join('\n');
    expect(checked(robots)).toMatchObject({ moreSitemaps: 30 });
    expect(checked(robots).sitemaps).toHaveLength(20);
  });
});

describe('what would change it', () => {
  it.each([
    ['nothing at all', '', '/docs/a'],
    ['a group for all', 'User-agent: *\nDisallow: /', '/docs/a'],
    ['a group of our own', 'User-agent: HeimdallBot\nDisallow: /docs', '/docs/a'],
    ['a rule for exactly this address', 'User-agent: HeimdallBot\nDisallow: /docs/a', '/docs/a'],
    ['an end without line end', 'User-agent: HeimdallBot\nAllow: /docs/a', '/docs/a'],
    ['stars and dollars in the address', 'User-agent: *\nDisallow: /', '/a*b$c?d=*'],
  ])('is right under %s', (_, robots, path) => {
    const url = `https://example.org${path}`;
    const { allowed, toChange } = checked(robots, url);
    expect(toChange).not.toBeNull();
    expect(checked(`${robots}\n\n${toChange?.join('\n')}`, url).allowed).toBe(!allowed);
  });

  it('is to change the rule, where no line that is added helps', () => {
    const check = checked(`User-agent: HeimdallBot\nDisallow: /${'*'.repeat(40)}a`);
    expect(check).toMatchObject({ allowed: false, toChange: null });
    expect(check.advice).toBe('No line added at the end changes that: change or remove the rule that decides.');
  });

  it('is nothing for robots.txt itself', () => {
    expect(checked('User-agent: *\nDisallow: /', 'https://example.org/robots.txt')).toMatchObject({
      allowed: true,
      toChange: null,
      advice: 'Nothing changes that, and nothing has to: it is how we learn what you want.',
    });
  });
});

it.each([
  ['', /^Write the address of a page/],
  ['example.org/docs', /^The address cannot be read: it starts with https:/],
  ['ftp://example.org/', /^The address cannot be read/],
  ['https://me:secret@example.org/', /no user name or password/],
  [`https://example.org/${'x'.repeat(2000)}`, /^The address is longer than 2000 characters/],
])('answers %j in one sentence', (url, sentence) => {
  const answer = checkSite('User-agent: *', url);
  expect(answer.ok ? '' : answer.sentence).toMatch(sentence);
});
