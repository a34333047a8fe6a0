import type { HeaderLines } from '../fetch/outcome.ts';
import { readMarks } from '../page/marks.ts';
import { noMarks } from '../page/page.ts';
import { directivesOf, mayFollow, type Directives } from './directives.ts';
import { normaliseUrl, withoutFragment } from './url.ts';

/** A page as it was answered: its text, where it came from after redirects, and its header lines. */
export interface AnsweredPage {
  readonly html: string;
  readonly url: URL;
  readonly headers: HeaderLines;
}

/** What a page's metas and headers ask of us (rule 5.5). Without `html`, what the headers alone ask. */
export function readDirectives(page: {
  readonly html?: string;
  readonly headers: HeaderLines;
  readonly now: Date;
}): Directives {
  const { robots } = page.html === undefined ? noMarks : readMarks(page.html, 'http://site.invalid/');
  return directivesOf(robots, page.headers, page.now);
}

/**
 * The links of a page that may be followed (rules 5.2, 5.4, 5.5): absolute http(s) addresses in normal form and in page
 * order, without fragments and duplicates.
 */
export function followableLinks({ html, url, headers }: AnsweredPage): string[] {
  const { links, robots } = readMarks(html, url.href);
  // The moment matters to `noindex` alone.
  if (directivesOf(robots, headers, new Date(0)).nofollow) return [];
  const followable = links.filter(mayFollow).map((link) => withoutFragmentOf(link.url));
  return [...new Set(followable.filter((address) => address !== null))];
}

/**
 * The address that a page names as its canonical one, by `<link>` or by a `Link` header (RFC 6596, RFC 8288), without
 * fragment. Null where it names none, or several that differ.
 */
export function canonicalOf({ html, url, headers }: AnsweredPage): string | null {
  const named = [readMarks(html, url.href).canonical, ...linkHeaderTargets(headers, 'canonical')];
  const canonicals = new Set(named.map((address) => withoutFragmentOf(address ?? '', url.href)));
  canonicals.delete(null);
  const [canonical = null] = canonicals;
  return canonicals.size === 1 ? canonical : null;
}

function withoutFragmentOf(address: string, base?: string): string | null {
  const url = address === '' ? null : normaliseUrl(address, base);
  return url === null ? null : withoutFragment(url).href;
}

const LINK_VALUE = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^",;\s]*))?)*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]*))/i;

/** Targets of the `Link` header lines with this relation, as written. Links that speak of another resource are left out. */
function linkHeaderTargets(headers: HeaderLines, relation: string): string[] {
  const targets: string[] = [];
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'link') continue;
    for (const [, target = '', parameters = ''] of value.matchAll(LINK_VALUE)) {
      const [, quoted, bare] = REL.exec(parameters) ?? [];
      const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
      if (relations.includes(relation) && !/;\s*anchor\s*=/i.test(parameters)) targets.push(target.trim());
    }
  }
  return targets;
}
