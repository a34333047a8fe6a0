/** What can cut a request short: its deadline, or somebody who no longer wants the answer. */
export interface Cutoff {
  readonly signal: AbortSignal;
  /** Why the signal fired. */
  cause(): 'timeout' | 'aborted';
  /** Lets go of the timer and of the callers' signals. */
  release(): void;
}

/**
 * One signal for a whole request. undici's own limits each leave a gap (a drip of bytes, a flood of interim answers, a
 * look-up that hangs), so none of them is used: the clock that starts here runs through every phase (rule 2.1).
 */
export function startCutoff(timeoutMs: number, callers: readonly AbortSignal[]): Cutoff {
  const controller = new AbortController();
  let cause: 'timeout' | 'aborted' = 'aborted';
  const abort = (): void => controller.abort();
  const timer = setTimeout(() => {
    if (!controller.signal.aborted) cause = 'timeout';
    abort();
  }, timeoutMs);
  for (const caller of callers) {
    if (caller.aborted) abort();
    else caller.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    cause: () => cause,
    release() {
      clearTimeout(timer);
      for (const caller of callers) caller.removeEventListener('abort', abort);
    },
  };
}
