import type { Paging } from './view.ts';

/** Where a list goes on in both directions, from the part of it that is shown. */
export function pagingOf({
  path,
  options = {},
  offset,
  perPage,
  more,
}: {
  readonly path: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly offset: number;
  readonly perPage: number;
  readonly more: boolean;
}): Paging {
  return {
    path,
    options,
    previous: offset === 0 ? null : Math.max(1, offset + 1 - perPage),
    next: more ? offset + perPage + 1 : null,
  };
}
