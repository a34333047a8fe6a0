import { createScope } from '../crawler/scope.ts';
import type { CheckedPage, MovedSite } from '../knowledge/freshness.ts';
import type { SourceSpec } from '../knowledge/store.ts';

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

/** The page's sites that redirect out of their scope with it, because it is a start URL of theirs. Pure. */
export function movedSites({ url, sources }: CheckedPage, to: string): readonly MovedSite[] {
  return sources.flatMap(({ id, spec }): readonly MovedSite[] => {
    const index = spec.kind === 'site' ? spec.startUrls.indexOf(url) : -1;
    if (spec.kind !== 'site' || index === -1) return [];
    const outside = scopeOf(spec).judge(to);
    if (outside !== 'other-origin' && outside !== 'outside-path') return [];
    return [{ sourceId: id, startUrls: movedStarts(spec.startUrls, index, to) }];
  });
}

/** Whether a page may have its home there: one that an admin named wherever it likes, others where a site of theirs is. */
export function mayLive(url: string, { sources }: Pick<CheckedPage, 'sources'>): boolean {
  return sources.some(({ spec }) => spec.kind === 'page' || scopeOf(spec).judge(url) === null);
}

function scopeOf({ startUrls, options }: Extract<SourceSpec, { kind: 'site' }>) {
  const { exclude, excludeFiles, allowParameters } = options;
  return createScope({ startUrls, exclude, excludeFiles, allowParameters });
}
