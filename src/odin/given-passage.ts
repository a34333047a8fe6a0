/** A passage as it is given to a model or quoted: numbered from 1, in the order of its rank. */
export interface GivenPassage {
  /** What `[n]` in an answer refers to. */
  readonly n: number;
  readonly pageId: number;
  readonly url: string;
  readonly anchor: string | null;
  readonly title: string;
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
  readonly fetchedAt: Date;
  /** Written by the server's team, not read from a page (rule 10.5). */
  readonly taught: boolean;
  /** False: may be quoted, is never sent to a model (rule 3.7). */
  readonly aiInput: boolean;
}

/** Where a piece of evidence stands: the page's own address, and the place on it. */
export function addressOf({ url, anchor }: Pick<GivenPassage, 'url' | 'anchor'>): string {
  return anchor === null ? url : `${url}#${anchor}`;
}
