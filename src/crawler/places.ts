import Bottleneck from 'bottleneck';

/** So many places; whoever finds none free waits in line, first come, first served. */
export interface Places {
  /** Takes a place; what it resolves to gives it back. Null when the signal aborts before. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

/**
 * bottleneck keeps the line; a place that is free is taken without it. Nearly all are, and what bottleneck does for each of
 * its jobs costs more than the request that the place is for.
 */
export function createPlaces(most: number): Places {
  let line: Bottleneck | null = null;
  let taken = 0;
  let inLine = 0;
  let freed = (): void => {};

  function occupy(): () => void {
    taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      taken -= 1;
      freed();
    };
  }

  /** The first in line waits for a place to become free, or for nobody to want it any more. */
  function nextFree(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        freed = () => {};
        resolve();
      };
      freed = done;
      signal.addEventListener('abort', done, { once: true });
    });
  }

  async function takeInTurn(signal: AbortSignal): Promise<(() => void) | null> {
    const isFull = (): boolean => taken >= most;
    while (isFull() && !signal.aborted) await nextFree(signal);
    return signal.aborted ? null : occupy();
  }

  function waitInLine(signal: AbortSignal): Promise<(() => void) | null> {
    return new Promise((resolve, reject) => {
      let gaveUp = false;
      const giveUp = (): void => {
        gaveUp = true;
        resolve(null);
      };
      async function wait(): Promise<void> {
        line ??= new Bottleneck({ maxConcurrent: 1 });
        inLine += 1;
        try {
          const leave = await line.schedule(() => takeInTurn(signal));
          // It may come in the very moment in which nobody wants it any more.
          if (gaveUp) leave?.();
          else resolve(leave);
        } finally {
          inLine -= 1;
          signal.removeEventListener('abort', giveUp);
        }
      }
      signal.addEventListener('abort', giveUp, { once: true });
      wait().catch(reject);
    });
  }

  return {
    async take(signal) {
      if (signal.aborted) return null;
      return taken < most && inLine === 0 ? occupy() : waitInLine(signal);
    },
  };
}
