import { describe, expect, it } from 'vitest';
import { goFirst, nextTurn } from '../src/event-loop.ts';

/** Holds the thread, as a slice of work does. */
function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Work that cuts itself into slices. */
async function job(slices: number, done: string[], name: string): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) {
    await nextTurn();
    busy(2);
    done.push(name);
  }
}

describe('the turns of the event loop', () => {
  it('let everything else in after each slice, however many jobs there are', async () => {
    const done: string[] = [];
    let most = 0;
    let last = 0;
    const look = (): void => {
      most = Math.max(most, done.length - last);
      last = done.length;
      if (done.length < 60) setImmediate(look);
    };
    setImmediate(look);
    await Promise.all(Array.from({ length: 20 }, (_, index) => job(3, done, `${index}`)));
    expect(most).toBe(1);
  });

  it('go round: nobody has a second turn before everybody has had one', async () => {
    const done: string[] = [];
    await Promise.all(['a', 'b', 'c'].map((name) => job(2, done, name)));
    expect(done).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('wait for what is urgent, and go on when it is over', async () => {
    const done: string[] = [];
    let settle = (): void => {};
    const urgent = goFirst(new Promise<void>((resolve) => (settle = resolve)));
    const work = job(2, done, 'slice');
    for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([]);
    settle();
    await Promise.all([urgent, work]);
    expect(done).toHaveLength(2);
  });

  it('do not wait for ever, and not at all after a failure', async () => {
    const done: string[] = [];
    void goFirst(new Promise(() => {}));
    await job(1, done, 'slice');
    await expect(goFirst(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await job(1, done, 'slice');
    expect(done).toHaveLength(2);
  });
});
