/**
 * The start URLs after the one at `index` redirected out of the scope (rule 5.8). A move to another origin (http to
 * https, apex to www) takes the other start URLs with it, path by path; a move within the origin concerns that one alone.
 */
export function movedStarts(starts: readonly string[], index: number, to: string): readonly string[] {
  const target = new URL(to);
  return starts.map((start, at) => {
    if (at === index) return to;
    const { origin, pathname, search } = new URL(start);
    return origin === target.origin ? start : `${target.origin}${pathname}${search}`;
  });
}
