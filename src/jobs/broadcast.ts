/**
 * Hands one stream to any number of watchers. Each has a queue of its own, so that a watcher who lags, leaves or dies
 * neither slows the others nor reaches the source.
 */
export interface Broadcast<T> {
  push(item: T): void;
  end(): void;
  /** What is pushed from now on, until the end. */
  watch(): AsyncGenerator<T, void, void>;
}

interface Watcher<T> {
  items: T[];
  wake(): void;
}

export function createBroadcast<T>(): Broadcast<T> {
  const watchers = new Set<Watcher<T>>();
  let ended = false;

  async function* watch(watcher: Watcher<T>, sleep: () => Promise<void>): AsyncGenerator<T, void, void> {
    try {
      for (;;) {
        // All that has come in one go: shifting a long queue item by item takes quadratic time.
        const items = watcher.items;
        watcher.items = [];
        yield* items;
        if (watcher.items.length > 0) continue;
        if (ended) return;
        await sleep();
      }
    } finally {
      watchers.delete(watcher);
    }
  }

  return {
    push(item) {
      for (const watcher of watchers) {
        watcher.items.push(item);
        watcher.wake();
      }
    },
    end() {
      ended = true;
      for (const watcher of watchers) watcher.wake();
    },
    watch() {
      let wake = (): void => {};
      const watcher: Watcher<T> = { items: [], wake: () => wake() };
      watchers.add(watcher);
      return watch(
        watcher,
        () =>
          new Promise((resolve) => {
            wake = resolve;
          }),
      );
    },
  };
}
