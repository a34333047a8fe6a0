import { describe, expect, it } from 'vitest';
import { createTrapGuard } from '../../src/crawler/traps.ts';
import { cpuMilliseconds, HANGS_MS } from './cpu-time.ts';

const ORIGIN = 'https://site.example';

describe('a path that repeats itself', () => {
  it.each([
    ['/a/b/a/b/a/b', 'repeating-path'],
    ['/docs/img/img/img', 'repeating-path'],
    ['/x/a/b/c/a/b/c/a/b/c/index.html', 'repeating-path'],
    ['/a/b/a/b', null],
    ['/2010/10/10/10', null],
    ['/a/a/b/b/a/a', null],
    ['/////', null],
  ])('%s: %s', (path, reason) => {
    expect(createTrapGuard().judge(ORIGIN + path, 1)).toBe(reason);
  });

  it('is visited where the page with one repeat less had a text of its own', () => {
    const guard = createTrapGuard();
    guard.learn(`${ORIGIN}/a/b/a/b`, 'A text that nobody had read before.', 1);
    expect(guard.judge(`${ORIGIN}/a/b/a/b/a/b`, 2)).toBeNull();
    guard.learn(`${ORIGIN}/a/b/a/b/a/b`, 'A text that nobody had read before.', 1);
    expect(guard.judge(`${ORIGIN}/a/b/a/b/a/b/a/b`, 2)).toBe('repeating-path');
  });

  it('is found quickly in a long path', () => {
    const path = `/segment/segment${Array.from({ length: 500 }, (_, n) => `/s${n}`).join('')}`;
    expect(cpuMilliseconds(() => createTrapGuard().judge(ORIGIN + path, 1))).toBeLessThan(HANGS_MS);
  });
});
