import { checkUrl, type AddressPolicy } from './address.ts';
import type { HeaderLines } from './outcome.ts';
import { parseUrl } from '../parse-url.ts';

/** Where a redirect leads: a URL that may be asked for, one that is refused (rule 2.2), or nowhere. */
export type Redirect =
  | { readonly kind: 'to'; readonly location: URL }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'bad'; readonly detail: string };

/** Answers that send to another URL by `Location` (RFC 9110 section 15.4); 300 offers a choice and 304 is no redirect. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Reads the target of a redirect that came for `url`. It is absolute, has no fragment, and was judged by `checkUrl`. */
export function readRedirect(headers: HeaderLines, url: URL, policy: AddressPolicy): Redirect {
  const values = new Set(headers.filter(([name]) => name === 'location').map(([, value]) => value.trim()));
  const [value = '', ...others] = values;
  if (value === '') return { kind: 'bad', detail: 'a redirect without a Location' };
  if (others.length > 0) return { kind: 'bad', detail: 'a redirect with several Locations' };
  const target = escapeBytes(value);
  const location = parseUrl(target, url.href);
  if (location === null) return { kind: 'bad', detail: 'a redirect to something that is no URL' };

  location.hash = '';
  const verdict = checkUrl(location.href, policy);
  if (verdict === 'acceptable') return { kind: 'to', location };
  return { kind: 'refused', detail: `it redirects to a URL that is refused: ${verdict}` };
}

/**
 * A header is bytes, here one character each. Browsers keep bytes that are not ASCII as they are, whether they are UTF-8
 * or Latin-1; the URL parser alone would take each for a character and encode it anew.
 */
function escapeBytes(location: string): string {
  return location.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
