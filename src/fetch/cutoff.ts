/** What can cut a request short: its deadline, or somebody who no longer wants the answer. */
export interface Cutoff {
  readonly isCut: boolean;
  /** Why it was cut. */
  readonly cause: 'timeout' | 'aborted';
  /** Told once when it is cut, in place of who was to be told before; at once if it is. */
  onCut(listener: () => void): void;
  /** The same for those who need a signal; made when it is asked for. */
  signal(): AbortSignal;
  /** Nobody wants the answer any more. */
  abort(): void;
  /** Lets go of the timer. */
  release(): void;
}

/**
 * One end for a whole request. undici's own limits each leave a gap (a drip of bytes, a flood of interim answers, a
 * look-up that hangs), so none of them is used: the clock that starts here runs through every phase (rule 2.1). Plain
 * callbacks: most requests end long before, and an AbortController for each would cost more than that end.
 */
export function startCutoff(timeoutMs: number): Cutoff {
  let isCut = false;
  let cause: 'timeout' | 'aborted' = 'aborted';
  let listener = (): void => {};
  let controller: AbortController | null = null;

  function cut(why: 'timeout' | 'aborted'): void {
    if (isCut) return;
    isCut = true;
    cause = why;
    controller?.abort();
    listener();
  }

  const abort = (): void => cut('aborted');
  const timer = setTimeout(() => cut('timeout'), timeoutMs);
  return {
    get isCut() {
      return isCut;
    },
    get cause() {
      return cause;
    },
    onCut(told) {
      listener = told;
      if (isCut) told();
    },
    signal() {
      controller ??= new AbortController();
      if (isCut) controller.abort();
      return controller.signal;
    },
    abort,
    release() {
      listener = () => {};
      clearTimeout(timer);
    },
  };
}
