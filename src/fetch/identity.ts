import type { Validators } from './outcome.ts';

/** The name robots.txt files address us by (rule 1.1). No setting changes it: one rule of a site owner covers every instance. */
export const PRODUCT_TOKEN = 'HeimdallBot';

/** Where a site owner reads what Heimdall fetches, why, how often, and how to stop it (rule 1.4). */
export const CRAWLER_PAGE_URL = 'https://heimdall.gg/docs/crawler';

/** Sent with every request, by branded copies too (rule 1.1). */
export const USER_AGENT = `Mozilla/5.0 (compatible; ${PRODUCT_TOKEN}/2.0; +${CRAWLER_PAGE_URL})`;

/** What a request is for, as told to the site in `X-Heimdall-Crawler` (rule 1.2). */
export type Purpose = 'knowledge-ingest' | 'link-check';

/** A part of a representation, both ends included and counted from 0 (RFC 9110 section 14.1.2). */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What varies between requests of one purpose. */
export interface Wish {
  /** `Accept`; anything when it is not given. */
  readonly accept?: string;
  /** Ask only for what changed since (RFC 9110 section 13); each is sent as the server gave it. */
  readonly validators?: Validators;
  readonly range?: ByteRange;
}

/**
 * Every header line that a request carries besides `Host` and `Connection`. The list is closed on purpose: no cookie, no
 * credential, no borrowed browser header (rules 1.1 to 1.3). The encodings are those that `decode.ts` can bound.
 */
export function requestHeaders(purpose: Purpose, wish: Wish = {}): Record<string, string> {
  const { etag, lastModified } = wish.validators ?? {};
  return {
    'User-Agent': USER_AGENT,
    Accept: wish.accept ?? '*/*',
    'Accept-Encoding': 'gzip, deflate, br',
    Referer: CRAWLER_PAGE_URL,
    'X-Heimdall-Crawler': purpose,
    ...(etag === undefined ? {} : { 'If-None-Match': etag }),
    ...(lastModified === undefined ? {} : { 'If-Modified-Since': lastModified }),
    ...(wish.range === undefined ? {} : { Range: `bytes=${wish.range.first}-${wish.range.last}` }),
  };
}
