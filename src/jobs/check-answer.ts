import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchFailure, FetchOutcome, Validators } from '../fetch/outcome.ts';
import type { CheckedPage, PageVerdict } from '../knowledge/freshness.ts';
import type { Page } from '../page/page.ts';
import { isHome, isPermanent, normalised, type Read } from './ending.ts';
import { followableOnSite } from './followable.ts';
import { mayLive, movedSites } from './moved-start.ts';
import { DAY_MS, WEEK_MS } from './weekly.ts';

/**
 * What a server said about a page that is known, before any guild's rules: one answer serves every guild that has the
 * page (rule 4.3). Plain data, because it may have to outlive a process.
 */
export type CheckAnswer =
  | { readonly kind: 'unmodified'; readonly validators: Validators }
  | {
      readonly kind: 'read';
      /** Where it ended, after redirects. */
      readonly url: string;
      /** All redirects on the way are permanent ones. */
      readonly permanent: boolean;
      readonly page: Page;
      readonly validators: Validators;
      readonly noindex: boolean;
      readonly aiInput: boolean;
      readonly links: readonly string[];
      /** The Markdown twin that was read in place of `url`; null where it was `url` itself. */
      readonly fetchedFrom: string | null;
    }
  /** The page does not exist, or says so. */
  | { readonly kind: 'missing'; readonly failure: FetchFailure }
  | { readonly kind: 'failing'; readonly failure: FetchFailure }
  | { readonly kind: 'unreadable'; readonly reason: SkipReason; readonly note?: string }
  | { readonly kind: 'frozen' };

/** Reasons that concern the host or the job: they say nothing about the page. */
export type HostStop =
  | 'robots-unavailable'
  | 'host-refused'
  | 'time-limit'
  | 'cancelled'
  | 'interrupted'
  | 'page-limit';

const HOST_STOPS: ReadonlySet<string> = new Set<HostStop>([
  'robots-unavailable',
  'host-refused',
  'time-limit',
  'cancelled',
  'interrupted',
  'page-limit',
]);

export function isHostStop(reason: SkipReason): reason is HostStop & SkipReason {
  return HOST_STOPS.has(reason);
}

/** How a page is read; what is read apart from it is handed in. */
interface Answered {
  readonly outcome: FetchOutcome<SkipReason>;
  /** Null when no body came. */
  readonly read: Read | null;
  readonly aiInput: boolean;
}

/** What an outcome says about a known page. A reason that concerns the host must have been dealt with before. */
export function answerOf({ outcome, read, aiInput }: Answered): CheckAnswer {
  switch (outcome.kind) {
    case 'not-modified':
      return { kind: 'unmodified', validators: outcome.validators };
    case 'refused': {
      if (outcome.reason === 'robots-disallowed' && outcome.hops.length === 0) return { kind: 'frozen' };
      const note = outcome.detail ?? (outcome.hops.length === 0 ? undefined : outcome.url.href);
      return { kind: 'unreadable', reason: outcome.reason, ...(note === undefined ? {} : { note }) };
    }
    case 'failed':
      return { kind: isMissing(outcome.failure) ? 'missing' : 'failing', failure: outcome.failure };
    case 'body': {
      if (read === null) return { kind: 'unreadable', reason: 'not-html' };
      const url = normalised(outcome.url);
      const permanent = outcome.hops.every(isPermanent);
      return answerOfReading(read, { url, permanent, validators: outcome.validators, aiInput });
    }
    default:
      return outcome satisfies never;
  }
}

interface Where {
  readonly url: string;
  readonly permanent: boolean;
  readonly validators: Validators;
  readonly aiInput: boolean;
}

function answerOfReading({ reading, marks, noindex, nofollow, fetchedFrom }: Read, where: Where): CheckAnswer {
  if (reading.kind === 'refused') {
    // A page that says "not found" with status 200 is as missing as one that says it with 404.
    if (reading.reason === 'soft-404') return { kind: 'missing', failure: { code: 'http-status', status: 404 } };
    return { kind: 'unreadable', reason: reading.reason };
  }
  const links = nofollow ? [] : followableOnSite(marks.links, where.url);
  return { kind: 'read', page: reading.page, noindex, links, ...where, fetchedFrom: fetchedFrom ?? null };
}

function isMissing(failure: FetchFailure): boolean {
  return failure.code === 'http-status' && (failure.status === 404 || failure.status === 410);
}

/** What a 304 changes of the validators: most repeat those that were sent, and then nothing is to be written. */
function newIn({ etag, lastModified }: Validators, held: Validators): Validators {
  return {
    ...(etag === undefined || etag === held.etag ? {} : { etag }),
    ...(lastModified === undefined || lastModified === held.lastModified ? {} : { lastModified }),
  };
}

/** A page that is missing is asked for once more; so long after the first time it is gone (rule 8.1: a week apart). */
const MISSING_FOR_MS = WEEK_MS - DAY_MS;

/** What the answer means for one guild's page, by that guild's own rules. Pure. */
export function verdictFor(answer: CheckAnswer, page: CheckedPage, at: Date): PageVerdict {
  switch (answer.kind) {
    case 'unmodified':
      return { kind: 'confirmed', validators: newIn(answer.validators, page.validators) };
    case 'missing':
      return missing(answer.failure, page, at);
    case 'read':
      return readVerdict(answer, page, at);
    case 'failing':
    case 'unreadable':
    case 'frozen':
      return answer;
    default:
      return answer satisfies never;
  }
}

/** It is not there: missing at first, and gone when that is still so about a week later. */
function missing(failure: FetchFailure, page: CheckedPage, at: Date): PageVerdict {
  if (isFirstMiss(page, at)) return { kind: 'missing', failure };
  return { kind: 'gone', reason: 'gone', note: 'Its site answered twice, a week apart, that it does not exist.' };
}

/** It redirects to what is no copy of it: as if it were missing. */
export function ledAway(leadsTo: string, page: CheckedPage, at: Date): PageVerdict {
  if (isFirstMiss(page, at)) return { kind: 'missing', failure: { code: 'http-status', status: 404 }, leadsTo };
  const note = `It redirects to ${leadsTo}, which says something else, and was missing a week ago.`;
  return { kind: 'gone', reason: 'gone', note };
}

function isFirstMiss({ missingSince }: CheckedPage, at: Date): boolean {
  return missingSince === null || at.getTime() - missingSince.getTime() < MISSING_FOR_MS;
}

function readVerdict(answer: Extract<CheckAnswer, { kind: 'read' }>, page: CheckedPage, at: Date): PageVerdict {
  const isImported = page.sources.some(({ spec }) => spec.kind === 'page');
  if (answer.noindex && !isImported) {
    return { kind: 'gone', reason: 'noindex', note: 'It now asks not to be indexed (noindex).' };
  }
  const source = page.sources[0];
  if (source === undefined) return { kind: 'unreadable', reason: 'invalid-url' };
  const leads = answer.url !== page.url;
  const moves = leads && answer.permanent;
  const sites = moves ? movedSites(page, answer.url) : [];
  // A site that sends the addresses it gave up to its home page says that they are gone, whatever redirect it takes for it.
  if (leads && isHome(answer.url) && !isHome(page.url) && sites.length === 0) return ledAway(answer.url, page, at);
  if (moves && sites.length === 0 && !mayLive(answer.url, page))
    return { kind: 'unreadable', reason: 'redirected-out-of-scope', note: answer.url };
  const { page: content, validators, noindex, aiInput, links, fetchedFrom } = answer;
  const url = moves ? answer.url : page.url;
  // Validators belong to the address they came from: where a redirect stays in between, the next check asks plainly.
  const own = answer.url === page.url || moves ? validators : {};
  const from = fetchedFrom === null ? {} : { fetchedFrom };
  return {
    kind: 'read',
    page: { sourceId: source.id, url, page: content, validators: own, fetchedAt: at, noindex, aiInput, links, ...from },
    ...(moves ? { movedFrom: page.url } : {}),
    ...(sites.length === 0 ? {} : { movedSites: sites }),
  };
}
