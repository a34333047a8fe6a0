import { parseUrl } from '../parse-url.ts';

const ESCAPE = /%[0-9A-Fa-f]{2}/g;
const UNRESERVED = /^[\w\-.~]$/;

/**
 * The one form in which addresses are compared, stored and fetched (rule 5.7): WHATWG's (default port, dot segments and
 * host case settled), escapes of unreserved characters undone and the others in upper case (RFC 3986 6.2.2), no bare
 * `?`. A trailing slash, the path's case and the fragment stay. Null for what nobody may crawl: not http(s), not an
 * address at all, or with user info (rule 2.2).
 */
export function normaliseUrl(raw: string, base?: string): URL | null {
  const url = parseUrl(raw, base);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  // Setting a part parses the whole again, so it is done only where something changes.
  const path = withPlainEscapes(url.pathname);
  if (path !== url.pathname) url.pathname = path;
  const query = withPlainEscapes(url.search);
  // A `?` with nothing behind it shows in the whole address alone; setting the query drops it.
  if (query !== url.search || (query === '' && url.href.includes('?'))) url.search = query;
  return url;
}

/** The same address without what stands behind `#`, which never reaches a server (rule 5.2). */
export function withoutFragment(url: URL): URL {
  if (!url.href.includes('#')) return url;
  const page = new URL(url);
  page.hash = '';
  return page;
}

function withPlainEscapes(text: string): string {
  return text.replace(ESCAPE, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}
