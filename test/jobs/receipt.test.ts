import { describe, expect, it } from 'vitest';
import type { JobEvent } from '../../src/jobs/event.ts';
import { partialSentence } from '../../src/jobs/partial.ts';
import { reasonsOf, receiptOf } from '../../src/jobs/receipt.ts';
import { emptyTally, tally } from '../../src/jobs/tally.ts';
import type { SkipReason } from '../../src/crawler/skip-reason.ts';

function totals(pages: number, skipped: Partial<Record<SkipReason, number>>) {
  const events: JobEvent[] = Array.from({ length: pages }, (_, n) => ({
    kind: 'page',
    url: `http://x.example/${n}`,
    change: 'new',
  }));
  for (const { reason, count } of reasonsOf(skipped)) {
    for (let n = 0; n < count; n += 1) events.push({ kind: 'skipped', url: `http://x.example/${reason}/${n}`, reason });
  }
  return events.reduce(tally, emptyTally);
}

describe('the advice in a receipt (rule 5.9)', () => {
  it.each([
    ['outside-path', 'Start higher up'],
    ['has-parameters', '`params`'],
    ['file-url', '`files`'],
    ['excluded-path', '`exclude`'],
  ] as const)('names the option when %s takes more than four fifths', (reason, option) => {
    expect(receiptOf(totals(1, { [reason]: 214 })).advice).toContain(option);
    expect(receiptOf(totals(1, { [reason]: 214 })).advice).toContain('214 of the 215');
  });

  it('is silent at four fifths, and where no option would help', () => {
    expect(receiptOf(totals(2, { 'outside-path': 8 })).advice).toBeNull();
    expect(receiptOf(totals(2, { 'outside-path': 9 })).advice).not.toBeNull();
    expect(receiptOf(totals(1, { 'duplicate-content': 99 })).advice).toBeNull();
    expect(receiptOf(emptyTally).advice).toBeNull();
  });
});

it('a receipt adds up to the URLs met', () => {
  const { met, stored, skipped } = receiptOf(totals(3, { noindex: 2, 'file-url': 4 }));
  expect({ met, stored, skipped }).toEqual({ met: 9, stored: 3, skipped: { noindex: 2, 'file-url': 4 } });
});

describe('what a partial crawl says (rule 6.6)', () => {
  it.each([
    [
      { stopped: 'time-limit', asked: 30, left: 370, gapMs: 10_000 },
      /^30 of about 400 pages: .* asks for 10 s between requests\. Start/,
    ],
    [
      { stopped: 'time-limit', asked: 90, left: 10, gapMs: 500 },
      /^90 of about 100 pages: the time of this run is used up\. Start/,
    ],
    [
      { stopped: 'time-limit', asked: 2, left: 2, gapMs: 1000, remainingMs: 299_000 },
      /^2 of about 4 pages: the site asked to be left alone for longer/,
    ],
    [{ stopped: 'page-limit', asked: 100, left: 3, gapMs: 500 }, /^100 of about 103 pages: the page limit/],
    [
      { stopped: 'page-limit', asked: 100, left: 3, gapMs: 500, again: true },
      /reached\. The next run goes on from here\.$/,
    ],
    [{ stopped: 'cancelled', asked: 1, left: 0, gapMs: 500 }, /^1 page: the crawl was cancelled\.$/],
    [
      { stopped: 'interrupted', asked: 4, left: 6, gapMs: 500 },
      /^4 of about 10 pages: .* goes on with this crawl when it starts again\.$/,
    ],
  ] as const)('%o', (partial, sentence) => {
    expect(partialSentence({ remainingMs: 0, again: false, ...partial })).toMatch(sentence);
  });
});
