import { describe, expect, it } from 'vitest';
import { createFrontier } from '../../src/crawler/frontier.ts';

function drain(frontier: ReturnType<typeof createFrontier>): string[] {
  const urls: string[] = [];
  for (let entry = frontier.take(); entry !== null; entry = frontier.take()) urls.push(entry.url);
  return urls;
}

describe('the frontier', () => {
  it('gives breadth first, and in the order met within a depth', () => {
    const frontier = createFrontier();
    frontier.offer('d2', 'd1', 2);
    frontier.offer('a', null, 0);
    frontier.offer('d1', 'a', 1);
    frontier.offer('e1', 'a', 1);
    frontier.offer('b', null, 0);
    expect(frontier.size).toBe(5);
    expect(drain(frontier)).toEqual(['a', 'b', 'd1', 'e1', 'd2']);
    expect(frontier.size).toBe(0);
  });

  it('takes each URL once, noted ones never', () => {
    const frontier = createFrontier();
    expect(frontier.offer('a', null, 0)).toBe(true);
    expect(frontier.offer('a', 'b', 1)).toBe(false);
    expect(frontier.note('a')).toBe(false);
    expect(frontier.note('c')).toBe(true);
    expect(frontier.offer('c', 'a', 1)).toBe(false);
    expect(drain(frontier)).toEqual(['a']);
    expect(frontier.offer('a', null, 0)).toBe(false);
    expect(frontier.seen('a') && frontier.seen('c')).toBe(true);
    expect(frontier.seen('z')).toBe(false);
  });

  it('keeps where a URL was met', () => {
    const frontier = createFrontier();
    frontier.offer('b', 'a', 3);
    expect(frontier.take()).toEqual({ url: 'b', via: 'a', depth: 3 });
  });

  it('gives what was given back before anything else of its depth', () => {
    const frontier = createFrontier();
    for (const url of ['a', 'b', 'c']) frontier.offer(url, null, 0);
    const first = frontier.take();
    if (first === null) throw new Error('three were queued');
    frontier.giveBack(first);
    expect(frontier.size).toBe(3);
    expect(drain(frontier)).toEqual(['a', 'b', 'c']);
  });

  it('meets at most 50,000 URLs', () => {
    const frontier = createFrontier();
    const taken = Array.from({ length: 50_000 }, (_, n) => frontier.offer(String(n), null, 1));
    expect(taken.every(Boolean)).toBe(true);
    expect(frontier.offer('more', null, 1)).toBe(false);
    expect(frontier.note('more')).toBe(false);
    expect(frontier.seen('more')).toBe(false);
    expect(frontier.size).toBe(50_000);
  });
});
