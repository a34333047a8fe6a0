import type { FoundSitemap } from '../crawler/discover.ts';
import type { UnreadSitemap } from '../crawler/unread-sitemap.ts';

/** What is wrong with a site's sitemap, and what to do about it, for the admins. Pure. */

/** How a sentence begins that tells of a site without a working sitemap; whatever the reason, it is the same trouble. */
export const NO_SITEMAP = 'No working sitemap was found';
/** The same for a sitemap that works in part. */
export const IN_PART = 'The sitemap could be read only in part';

/** Why a search came to no page of the site. */
export function noSitemap(found: FoundSitemap): string {
  const reason = reasonOf(found);
  return reason === null ? `${NO_SITEMAP}.` : `${NO_SITEMAP}: ${reason}.`;
}

/** What is missing of a sitemap that brought pages; null when nothing is. A feed that was read is all there. */
export function missingPart({ unread }: FoundSitemap): string | null {
  const parts = partsOf(unread);
  return parts === null
    ? null
    : `${IN_PART}: ${parts}. What the rest names is followed, and no page leaves for not being named. If it stays so, tell the site's owner, or name another sitemap (knowledge crawl, option sitemap).`;
}

function reasonOf({ url, entries: [entry], unread, foreign: [foreign] }: FoundSitemap): string | null {
  const parts = partsOf(unread);
  if (url === null) return parts;
  if (entry !== undefined) {
    const elsewhere = `${url} names only pages outside of this source, such as ${entry.loc} (if the site is there now, crawl it from there)`;
    return parts === null ? elsewhere : `${elsewhere}, and ${parts}`;
  }
  if (parts !== null) return `none of the files that ${url} names could be read (${parts})`;
  if (foreign === undefined) return `${url} names no pages`;
  return `${url} names only files on other hosts, such as ${foreign}, which count only if robots.txt of the site names ${url}`;
}

function partsOf([first, ...others]: readonly UnreadSitemap[]): string | null {
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : `, and ${others.length} more could not be read`;
  return `${first.url} ${first.why}${more}`;
}
