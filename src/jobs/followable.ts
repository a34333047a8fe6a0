import { mayFollow } from '../crawler/directives.ts';
import { normaliseUrl, withoutFragment } from '../crawler/url.ts';
import type { Link } from '../page/page.ts';

/** Links kept of one page at most. */
const MAX_KEPT = 500;

/**
 * The links of a page that lead on within its site and may be followed, in normal form, each once: what is kept for the
 * time when a 304 shows none (rule 8.2).
 */
export function followableOnSite(links: readonly Link[], page: string): readonly string[] {
  const { origin } = new URL(page);
  const kept = new Set<string>();
  for (const link of links) {
    if (kept.size >= MAX_KEPT) break;
    const url = mayFollow(link) ? normaliseUrl(link.url) : null;
    if (url?.origin === origin) kept.add(withoutFragment(url).href);
  }
  kept.delete(page);
  return [...kept];
}
