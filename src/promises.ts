/**
 * Every number that Heimdall promises to site owners, in one place. The code runs on these constants and the
 * crawler page is printed from them, so that the two cannot differ.
 */

/** Requests a second that one job sends to one host at most (rule 4.1). */
export const REQUESTS_PER_SECOND = 2;
/** Least time between two request starts of one job to one host, in milliseconds (rule 4.1). */
export const MIN_GAP_MS = 1000 / REQUESTS_PER_SECOND;
/** A longer `Crawl-delay` counts as this many seconds (rule 3.4). */
export const MAX_CRAWL_DELAY_SECONDS = 10;
/** Requests a minute that the whole process sends to one registrable domain at most (rule 4.2). */
export const REQUESTS_PER_MINUTE_PER_DOMAIN = 200;
/** Requests in flight for one guild at most (rule 4.2). */
export const IN_FLIGHT_PER_GUILD = 10;

/** Time one request may take to its last byte, in milliseconds (rule 2.1). */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Redirects followed for one URL at most (rules 2.1, 3.3). */
export const MAX_REDIRECTS = 5;
/** Largest page, sitemap and robots.txt read, in bytes after decompression (rule 2.1). */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024;
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** Ports a URL may name (rule 2.2). */
export const ALLOWED_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Pages a crawl visits, or an import asks for, at most (rule 6.1). */
export const MAX_PAGES_PER_JOB = 100;
/** Time after its first request at which nothing of a job is in flight any more, in milliseconds (rule 6.1). */
export const MAX_JOB_MS = 5 * 60_000;
/** Page requests that a preview sends at most (rule 6.8). */
export const MAX_PREVIEW_PAGES = 3;
/** Answers 401 or 403 in a row that end a host's part of a job (rule 2.5). */
export const MAX_REFUSALS_IN_A_ROW = 10;

/** Days that questions, answers and ratings are kept (rule 10.8). */
export const KEEP_QUESTIONS_DAYS = 30;

/** New pages that one run over a watched site adds at most (rule 8.2). */
export const MAX_NEW_PAGES_PER_WATCH = 25;
/** Days after which a page that its sitemap names no longer is taken out of the answers (rule 8.3). */
export const SITEMAP_ABSENCE_DAYS = 30;
/** Days between full crawls of a site that is set to sync and has no working sitemap (rule 8.4). */
export const FULL_CRAWL_DAYS = 90;
/** Time one link check may take, redirects included, in milliseconds (rule 11.2). */
export const LINK_CHECK_TIMEOUT_MS = 5000;
/** Bytes of a link's answer that are read at most, from the wire and after decompression (rule 11.2). */
export const MAX_LINK_BYTES = 262_144;
/** Redirects that a link check follows at most (rule 11.2). */
export const MAX_LINK_REDIRECTS = 3;
/** How long a link's verdict is remembered at most, in milliseconds (rule 11.2). */
export const VERDICT_LIFE_MS = 24 * 3_600_000;
