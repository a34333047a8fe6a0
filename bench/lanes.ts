/** Work that brings more work, done in order of arrival by so many lanes at once. */
export interface Lanes<T> {
  add(item: T): void;
  /** Returns when nothing is left and nothing is being done, or so many items have been begun as may be. */
  run(act: (item: T) => Promise<void>): Promise<void>;
}

export function createLanes<T>({ concurrency, max }: { concurrency: number; max: number }): Lanes<T> {
  const items: T[] = [];
  let begun = 0;
  let active = 0;
  let idle: (() => void)[] = [];
  const wakeAll = (): void => {
    const woken = idle;
    idle = [];
    for (const wake of woken) wake();
  };
  const lane = async (act: (item: T) => Promise<void>): Promise<void> => {
    for (;;) {
      const item = begun < max ? items[begun] : undefined;
      if (item === undefined && (active === 0 || begun >= max)) return;
      if (item === undefined) {
        await new Promise<void>((resolve) => idle.push(resolve));
        continue;
      }
      begun += 1;
      active += 1;
      await act(item);
      active -= 1;
      wakeAll();
    }
  };
  return {
    add: (item) => void items.push(item),
    run: async (act) => void (await Promise.all(Array.from({ length: concurrency }, () => lane(act)))),
  };
}
