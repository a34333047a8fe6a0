import { normaliseUrl, withoutFragment } from '../crawler/url.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchOutcome, Hop, Validators } from '../fetch/outcome.ts';
import type { VisitEnding } from '../knowledge/ledger.ts';
import type { StoredPage } from '../knowledge/store.ts';
import type { Page, PageMarks, Reading } from '../page/page.ts';
import type { JobContext } from './context.ts';
import { followableOnSite } from './followable.ts';
import type { VisitPlan } from './visit.ts';

/** A body that was read, and what the page asks of a crawler. */
export interface Read {
  readonly reading: Reading;
  readonly marks: PageMarks;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly fetchedAt: Date;
  /** The Markdown twin that was read in place of the page. */
  readonly fetchedFrom?: string;
}

/** One visit that came to its end at `url`. */
export interface Arrival {
  readonly plan: VisitPlan;
  readonly url: string;
  readonly outcome: FetchOutcome<SkipReason>;
  /** Null when no body came. */
  readonly read: Read | null;
}

/** What becomes of the URL a visit ended at, and of its stored page. */
export async function endingOf(ctx: JobContext, arrival: Arrival): Promise<VisitEnding> {
  const { url, outcome, read } = arrival;
  switch (outcome.kind) {
    case 'refused': {
      // Refused was perhaps not this URL but where it redirects to: then the receipt names that.
      const target = normalised(outcome.url);
      const note = outcome.detail ?? (target === url ? undefined : target);
      return { kind: 'skip', reason: outcome.reason, ...(note === undefined ? {} : { note }) };
    }
    case 'failed':
      return { kind: 'fail', failure: outcome.failure };
    case 'not-modified': {
      const stored = await ctx.guild.pageAt(url);
      if (stored === null)
        return { kind: 'fail', failure: { code: 'malformed', detail: '304 for a page we do not have' } };
      const validators = { ...stored.validators, ...outcome.validators };
      return { kind: 'unchanged', pageId: stored.id, validators, checkedAt: ctx.clock.now() };
    }
    case 'body':
      if (read === null) return { kind: 'skip', reason: 'not-html' };
      return endingOfReading(ctx, arrival, read, outcome);
    default:
      return outcome satisfies never;
  }
}

async function endingOfReading(
  ctx: JobContext,
  { plan, url }: Arrival,
  read: Read,
  { hops, validators }: { readonly hops: readonly Hop[]; readonly validators: Validators },
): Promise<VisitEnding> {
  const { reading } = read;
  if (plan.named) {
    if (reading.kind === 'refused') return { kind: 'skip', reason: reading.reason };
    return save(ctx, { sourceId: await plan.source(), url, page: reading.page, validators }, read);
  }
  const sourceId = await plan.source();
  const stored = await ctx.guild.pageAt(url);
  const own = stored?.sourceIds.includes(sourceId) === true ? stored : null;
  if (read.noindex) {
    if (own === null) return { kind: 'skip', reason: 'noindex' };
    const note = 'It now asks not to be indexed (noindex).';
    return { kind: 'remove', pageId: own.id, sourceId, why: 'noindex', at: read.fetchedAt, note };
  }
  if (reading.kind === 'refused') return { kind: 'skip', reason: reading.reason };
  if (plan.withheld === true) return { kind: 'skip', reason: 'removed-by-admin' };
  const { page } = reading;
  const twin = await ctx.guild.twinOf(sourceId, page.contentHash, url);
  const asTwin = twin === null ? null : endingOfTwin({ page, url, hops, own, sourceId, at: read.fetchedAt }, twin);
  const links = read.nofollow ? [] : followableOnSite(read.marks.links, url);
  return asTwin ?? save(ctx, { sourceId, url, page, validators, links }, read);
}

/** The same text is stored under another address already (rule 5.7). Null: it is to be stored here all the same. */
function endingOfTwin(
  {
    page,
    url,
    hops,
    own,
    sourceId,
    at,
  }: {
    readonly page: Page;
    readonly url: string;
    readonly hops: readonly Hop[];
    /** What is stored under this address so far. */
    readonly own: StoredPage | null;
    readonly sourceId: number;
    readonly at: Date;
  },
  twin: StoredPage,
): VisitEnding | null {
  if (isHome(twin.url) && !isHome(url)) return { kind: 'skip', reason: 'home-echo', note: twin.url };
  // The address that calls itself canonical is the one to keep, and so is the one that the other redirects to by now.
  const canonical = page.canonical === null ? null : normaliseUrl(page.canonical);
  const isCanonical = canonical !== null && normalised(canonical) === url;
  const isSuccessor = hops.some((hop) => normalised(hop.url) === twin.url);
  const keepsThis = isCanonical || isSuccessor;
  if (own === null || (keepsThis && own.contentHash === page.contentHash)) {
    return { kind: 'duplicate', of: twin.id, at, ...(keepsThis ? { moveTo: url } : {}) };
  }
  // It had a text of its own and has it no longer: what is stored here would go on answering with the old one.
  if (keepsThis) return null;
  const note = `It now has the same text as ${twin.url}.`;
  return { kind: 'remove', pageId: own.id, sourceId, why: 'duplicate', at, note };
}

function save(
  { session }: JobContext,
  found: {
    readonly sourceId: number;
    readonly url: string;
    readonly page: Page;
    readonly validators: Validators;
    readonly links?: readonly string[];
  },
  { noindex, fetchedAt, fetchedFrom }: Read,
): VisitEnding {
  const aiInput = session.knownRobots(new URL(found.url))?.record.aiInput !== false;
  return {
    kind: 'save',
    page: { ...found, fetchedAt, noindex, aiInput, ...(fetchedFrom === undefined ? {} : { fetchedFrom }) },
    ...(noindex ? { note: 'This page asks not to be indexed (noindex). It was imported because you named it.' } : {}),
  };
}

/** The root of a site, under one of its usual names. */
export function isHome(url: string): boolean {
  return /^\/(?:index\.\w+)?$/.test(new URL(url).pathname);
}

/** A redirect whose target is the address from now on (RFC 9110 sections 15.4.2 and 15.4.9). */
export function isPermanent({ status }: Hop): boolean {
  return status === 301 || status === 308;
}

/** The form in which a URL is known to the job. */
export function normalised(url: URL): string {
  return withoutFragment(normaliseUrl(url.href) ?? url).href;
}
