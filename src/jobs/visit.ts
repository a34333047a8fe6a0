import type { PageRequest } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchOutcome, Hop, Validators } from '../fetch/outcome.ts';
import { isProvisional, type MetUrl, type VisitEnding, type VisitResult } from '../knowledge/ledger.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import type { PageMarks, Reading } from '../page/page.ts';
import { addAllButLast } from './add-met.ts';
import { checkEvent } from './check-event.ts';
import type { JobContext, JobStream } from './context.ts';
import { endingOf, isPermanent, normalised, type Read } from './ending.ts';
import type { JobEvent } from './event.ts';
import { eventsOf, recordRobots, told } from './polite-events.ts';
import { askKept, type KeptTwin } from './kept-twin.ts';
import { endingOfCheck, keptMarks } from './known-page.ts';
import { readBody } from './read-body.ts';
import {
  isMarkdown,
  judgeTwin,
  mayReadPage,
  prefersMarkdown,
  tryTwins,
  twinRequest,
  type AskMarkdown,
  type Asked,
} from './twins.ts';

/** What the job wants of one URL. */
export interface VisitPlan {
  /** In normal form, without fragment. */
  readonly url: string;
  readonly depth: number;
  /** The source a page is stored in; asked for only when a page was read. */
  source(): Promise<number>;
  /** An admin named this very page: it is stored even with noindex (rule 5.6). */
  readonly named: boolean;
  /** An admin took it out: it is read for its links alone. */
  readonly withheld?: boolean;
  readonly validators?: Validators;
  /** The page as it is stored: the visit is a check of it (rule 8.1), asked conditionally. */
  readonly known?: CheckedPage;
  /** May this URL be requested? Asked before each request; `hops` is empty for the plan's own URL. */
  gate(url: string, hops: readonly Hop[]): SkipReason | null;
  /** A request goes out for the plan's URL, a redirect target, or once more for either; it counts towards the budget. */
  requested(): void;
  /** A redirect leads on to this URL, which is the one in question from now on. */
  redirected(url: string): void;
  /** The links of a page that was read, or that it had when a check finds it unchanged; as URLs met for the first time. */
  offer(found: FoundLinks, arrived: Arrived): Promise<readonly MetUrl[]>;
}

/** How a visit came to the page whose links are offered. */
export interface Arrived {
  /** By redirects, and all of them permanent ones. */
  readonly permanently: boolean;
  readonly ending: VisitEnding;
}

export interface FoundLinks {
  /** The page they are on. */
  readonly url: string;
  readonly depth: number;
  readonly marks: PageMarks;
  readonly nofollow: boolean;
}

export interface Visited {
  /** Where the visit ended, after redirects. */
  readonly url: string;
  /** A request went out for it, or for what redirected to it. */
  readonly asked: boolean;
  /** The job has to stop; the URL has not ended and is still to be had. */
  readonly stopped: SkipReason | null;
  /** What the page says, '' when it was read and refused; null when nothing was read. */
  readonly text: string | null;
  readonly ending: VisitEnding | null;
}

/** Reasons that are about the job, not about the URL: the URL is still to be had. */
const STOPS: ReadonlySet<SkipReason> = new Set([
  'page-limit',
  'time-limit',
  'cancelled',
  'interrupted',
  'new-page-limit',
]);

/**
 * One URL, from request to receipt: fetched in pace, read, stored, its links offered. Shared by every job. Each URL on
 * the way ends in exactly one event; a redirect ends the URL it leaves and goes on with the one it leads to.
 */
export async function* visit(ctx: JobContext, plan: VisitPlan): JobStream<Visited> {
  const { guild, job, session, stop, clock } = ctx;
  let current = plan.url;
  let asked = false;
  async function* enter(url: string): JobStream {
    if (url === current) return;
    yield* leaveFor(ctx, current, url, plan.depth);
    plan.redirected(url);
    current = url;
  }
  async function* send(request: PageRequest, follows: boolean): JobStream<FetchOutcome<SkipReason>> {
    return yield* eventsOf(session.page(request), async function* (event) {
      if (event.kind === 'dispatch') {
        if (follows) yield* enter(normalised(event.url));
        plan.requested();
        asked = true;
        await guild.recordDispatch(job.id, current, stop.spentMs());
      }
      if (event.kind === 'robots') await recordRobots(ctx, event.record);
      yield* told(event, clock);
    });
  }
  // A twin, or a list of them, is asked for on account of the page.
  const askMarkdown: AskMarkdown = (request) =>
    send({ ...request, gate: (_url, hops) => (hops.length === 0 ? plan.gate(current, []) : 'redirected') }, false);

  async function* askPage(wish: Pick<PageRequest, 'validators' | 'markdown'> = {}): JobStream<Asked> {
    const url = new URL(plan.url);
    const outcome = yield* send({ url, gate: (to, hops) => plan.gate(normalised(to), hops), ...wish }, true);
    return { outcome, read: outcome.kind === 'body' ? await readBody(ctx, current, outcome) : null };
  }

  const kept = await keptTwin(ctx, plan);
  const { outcome, read } =
    kept === null
      ? yield* askPlan(ctx, plan, { twin: askMarkdown, page: askPage })
      : yield* askKept(ctx, kept, { twin: askMarkdown, page: askPage });
  if (outcome.kind === 'refused' && STOPS.has(outcome.reason)) {
    // Where a redirect led to is what is left to ask for, not the URL that redirected.
    yield* enter(normalised(outcome.url));
    return { url: current, asked, stopped: outcome.reason, text: null, ending: null };
  }
  if (kept === null && !plan.named && read?.fetchedFrom === undefined)
    yield* tryTwins(ctx, current, { outcome, read }, askMarkdown);
  return { asked, ...(yield* conclude(ctx, plan, { url: current, outcome, read })) };
}

/** The page as it is stored from its twin, which then is what to ask for; null where it is not. */
async function keptTwin(
  { guild, twins }: JobContext,
  { url, known, named, gate }: VisitPlan,
): Promise<KeptTwin | null> {
  if (gate(url, []) !== null) return null;
  // A page that a crawl meets anew may be stored; its links are wanted, which a 304 would not bring.
  const isMet = known === undefined && !named && (twins.addressFor(url) !== null || twins.prefersMarkdown(url));
  const page = isMet ? await guild.freshness.checkedPageAt(url) : (known ?? null);
  if (page === null || page.fetchedFrom === null) return null;
  const validators = isMet ? {} : page.validators;
  return { page: url, address: page.fetchedFrom, validators, copies: [{ guild, page }] };
}

/** The page, or its Markdown where its host has shown that it serves good ones (rule 6.9). */
async function* askPlan(
  ctx: JobContext,
  { url, known, named, gate, validators }: VisitPlan,
  ask: {
    readonly twin: AskMarkdown;
    page(wish: Pick<PageRequest, 'validators' | 'markdown'>): JobStream<Asked>;
  },
): JobStream<Asked> {
  const own = known === undefined ? validators : known.validators;
  const conditional = own === undefined ? {} : { validators: own };
  if (named || known !== undefined || gate(url, []) !== null) return yield* ask.page(conditional);
  const address = ctx.twins.addressFor(url);
  if (address !== null && mayReadPage(ctx.session, url) && !(await ctx.guild.freshness.wasNoindex(url))) {
    const question = { page: url, address };
    const answer = await judgeTwin(ctx, question, yield* ask.twin(twinRequest(question)));
    if (answer !== null) return answer;
  }
  if (!(await prefersMarkdown(ctx, url))) return yield* ask.page(conditional);
  const { outcome, read } = yield* ask.page({ ...conditional, markdown: 'preferred' });
  const isTwin = read !== null && isMarkdown(outcome);
  return { outcome, read: isTwin ? { ...read, fetchedFrom: normalised(outcome.url) } : read };
}

/** The URL redirected: it ends here, and the one it leads to takes its place. */
async function* leaveFor({ guild, job, stop }: JobContext, from: string, to: string, depth: number): JobStream {
  await guild.recordVisit(job.id, {
    url: from,
    ending: { kind: 'skip', reason: 'redirected', note: to },
    met: [{ url: to, via: from, depth }],
    spentMs: stop.spentMs(),
  });
  yield { kind: 'skipped', url: from, reason: 'redirected', detail: to };
}

/** Where a visit ended, and what came of it. */
interface Ended {
  readonly url: string;
  readonly outcome: FetchOutcome<SkipReason>;
  readonly read: Read | null;
}

async function* conclude(
  ctx: JobContext,
  plan: VisitPlan,
  { url, outcome, read }: Ended,
): JobStream<Omit<Visited, 'asked'>> {
  const { guild, job, stop } = ctx;
  const ending =
    plan.known === undefined
      ? await endingOf(ctx, { plan, url, outcome, read })
      : await endingOfCheck(ctx, plan.known, { outcome, read });
  const marks = read === null ? await keptMarks(guild, plan.known, outcome) : leadsOn(read.reading) ? read : null;
  const met =
    marks === null
      ? []
      : await plan.offer({ url, depth: plan.depth, ...marks }, { permanently: isForGood(outcome), ending });
  const last = await addAllButLast(guild, job.id, met);
  const result = await guild.recordVisit(job.id, { url, ending, met: last, spentMs: stop.spentMs() });
  yield eventOf(url, ending, result, read);
  for (const { url: skipped, skip, via } of met) {
    if (skip === undefined || isProvisional(skip)) continue;
    yield { kind: 'skipped', url: skipped, reason: skip, ...(via === null ? {} : { via }) };
  }
  return { url, stopped: null, text: read === null ? null : textOf(read.reading), ending };
}

function isForGood(outcome: FetchOutcome<SkipReason>): boolean {
  return outcome.kind === 'body' && outcome.hops.length > 0 && outcome.hops.every(isPermanent);
}

/** A page without text of its own may still be the way to others; a login or challenge page is not. */
function leadsOn(reading: Reading): boolean {
  return reading.kind === 'page' || reading.reason === 'empty-shell';
}

function textOf(reading: Reading): string {
  return reading.kind === 'page' ? reading.page.markdown : '';
}

function eventOf(url: string, ending: VisitEnding, result: VisitResult, read: Read | null): JobEvent {
  const { change, pageId } = result;
  const id = pageId === undefined ? {} : { pageId };
  switch (ending.kind) {
    case 'save': {
      const title = read?.reading.kind === 'page' ? read.reading.page.title : '';
      return {
        kind: 'page',
        url,
        change: change ?? 'new',
        title,
        ...id,
        ...(ending.note === undefined ? {} : { note: ending.note }),
      };
    }
    case 'check': {
      const title = read?.reading.kind === 'page' ? read.reading.page.title : null;
      const { pageId: before, verdict } = ending.check;
      const checked = { change: change === 'updated' ? change : 'unchanged', pageId: pageId ?? before } as const;
      return checkEvent(url, verdict, checked, title);
    }
    case 'unchanged':
      return { kind: 'page', url, change: 'unchanged', ...id };
    case 'remove':
      return { kind: 'page', url, change: 'removed', note: ending.note, ...id };
    case 'duplicate':
      return { kind: 'skipped', url, reason: 'duplicate-content' };
    case 'skip':
      return {
        kind: 'skipped',
        url,
        reason: ending.reason,
        ...(ending.note === undefined ? {} : { detail: ending.note }),
      };
    case 'fail':
      return { kind: 'failed', url, failure: ending.failure };
    default:
      return ending satisfies never;
  }
}
