import { describe, expect, it } from 'vitest';
import { expectations, plain, readStored, score, SETS, share, type Score } from './score.ts';

/** Real pages of many generators, read and held against what a reader of each would want to find. */

const LEAST_SHARE = { pages: 0.97, built: 0.97, 'built-deb': 0.95 } as const;
const LEAST_OF_A_PAGE = 0.85;

describe.each(Object.keys(SETS).filter((set) => set in LEAST_SHARE))('the set %s', (name) => {
  const set = name === 'built' || name === 'built-deb' ? name : 'pages';
  const scores: Score[] = [];

  it.each(expectations(set).pages)('$id keeps its content and drops the rest', (expected) => {
    const reading = readStored(set, expected);
    const result = score(expected, reading.kind === 'page' ? reading.page : { refused: reading.reason });
    scores.push(result);
    expect(share([result]), result.failures.join('\n')).toBeGreaterThanOrEqual(LEAST_OF_A_PAGE);
  });

  it('passes as a whole', () => {
    expect(share(scores), scores.flatMap(({ failures }) => failures).join('\n')).toBeGreaterThanOrEqual(
      LEAST_SHARE[set],
    );
  });
});

describe('thin pages', () => {
  it.each(expectations('built-deb').thin ?? [])('$id is refused or nearly empty', (thin) => {
    const reading = readStored('built-deb', thin);
    const markdown = reading.kind === 'page' ? reading.page.markdown : '';
    expect(markdown.length).toBeLessThanOrEqual(thin.maxChars);
    for (const text of thin.mustNotContain) expect(plain(markdown)).not.toContain(text);
    expect(reading.marks.links.filter(({ url }) => /\?C=[NMSD][;&]O=/.test(url))).toEqual([]);
  });
});
