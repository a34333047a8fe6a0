import { describe, expect, it } from 'vitest';
import { createProgressLine } from '../../src/console/progress-line.ts';
import { widthOf } from '../../src/console/terminal-text.ts';
import type { JobEvent } from '../../src/jobs/event.ts';
import { createFakeClock } from '../support/clock.ts';

function started(job: 'crawl' | 'import', expected: number): JobEvent {
  return { kind: 'started', jobId: 1, job, guildId: 'local', at: new Date(0), expected };
}

function stored(path: string): JobEvent {
  return { kind: 'page', url: `https://docs.example.org${path}`, change: 'new' };
}

describe('the progress line', () => {
  it('shows bar, counts, time left and the current URL', () => {
    const clock = createFakeClock();
    const line = createProgressLine(clock);
    line.take(started('crawl', 100));
    for (let page = 0; page < 50; page += 1) line.take(stored(`/p${page}`));
    line.take({ kind: 'skipped', url: 'https://elsewhere.example/', reason: 'other-origin' });
    clock.advance(60_000);
    expect(line.text(200)).toBe(
      '██████████░░░░░░░░░░ 50/100  50 stored, 1 skipped, 0 failed  at most 1:00 left  https://docs.example.org/p49',
    );
  });

  it('counts a skip that cost a request as progress', () => {
    const line = createProgressLine(createFakeClock());
    line.take(started('import', 2));
    line.take({ kind: 'skipped', url: 'https://docs.example.org/', reason: 'not-html' });
    expect(line.text(200)).toContain('1/2');
  });

  it('never promises more time than a job has', () => {
    const clock = createFakeClock();
    const line = createProgressLine(clock);
    line.take(started('import', 100));
    line.take(stored('/'));
    clock.advance(30_000);
    expect(line.text(200)).toContain('  4:30 left');
  });

  it('counts down a long wait and says why', () => {
    const clock = createFakeClock();
    const line = createProgressLine(clock);
    line.take(started('crawl', 100));
    line.take({
      kind: 'waiting',
      host: 'docs.example.org',
      untilMs: clock.now().getTime() + 10_000,
      why: 'crawl-delay',
    });
    expect(line.text(200)).toContain('waiting 10 s for docs.example.org (crawl-delay)');
    clock.advance(4000);
    expect(line.text(200)).toContain('waiting 6 s');
  });

  it.each([1, 10, 40, 60, 80, 120])('stays within %i columns', (columns) => {
    const line = createProgressLine(createFakeClock());
    line.take(started('crawl', 100));
    line.take(stored('/a/rather/long/path/to/a/page/日本語/日本語/日本語/'));
    expect(widthOf(line.text(columns))).toBeLessThanOrEqual(Math.max(columns, 5));
  });

  it('shows nothing before there is anything to show', () => {
    expect(createProgressLine(createFakeClock()).text(80)).toBe('');
  });
});
