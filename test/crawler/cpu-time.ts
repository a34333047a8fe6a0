/** What no answer may take by far. How long they do take is measured by the bench, where nothing else runs. */
export const HANGS_MS = 2000;

/**
 * Milliseconds of processor time that work takes, the least of three runs: unlike time on the clock it does not grow
 * when the machine has other things to do.
 */
export function cpuMilliseconds(work: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}
