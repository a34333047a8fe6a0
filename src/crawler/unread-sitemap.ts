import { MAX_ENTRIES } from './sitemap-entries.ts';
import { MAX_FILES, type SitemapProblem } from './sitemap-search.ts';

/** A sitemap, or a file of one, that was named and could not be read. */
export interface UnreadSitemap {
  readonly url: string;
  /** Why not, completing "it …". */
  readonly why: string;
}

/** Those among the problems of a search that left something unread. */
export function unreadAmong(problems: readonly SitemapProblem[]): readonly UnreadSitemap[] {
  return problems.flatMap((problem) => {
    const why = whyUnread(problem);
    return why === null ? [] : [{ url: problem.url, why }];
  });
}

/** One that the job has no time for. */
export function outOfTime(url: string): UnreadSitemap {
  return { url, why: 'was left, because there is more to read than one run has time for' };
}

function whyUnread({ code, status, why }: SitemapProblem): string | null {
  switch (code) {
    case 'no-answer':
      return why ?? 'gave no answer';
    case 'http-status':
      return `answered ${status}`;
    case 'no-sitemap':
      return 'is not a sitemap';
    case 'too-many-files':
      return `was left, because no more than ${MAX_FILES} files are read`;
    case 'too-many-entries':
      return `was not read to its end, because no more than ${MAX_ENTRIES} addresses are kept`;
    case 'other-host':
    case 'too-deep':
      return null;
    default:
      return code satisfies never;
  }
}
