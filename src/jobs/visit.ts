import type { PageRequest } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { FetchOutcome, Hop, Validators } from '../fetch/outcome.ts';
import { isProvisional, type MetUrl, type VisitEnding, type VisitResult } from '../knowledge/ledger.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import type { PageMarks, Reading } from '../page/page.ts';
import { addAllButLast } from './add-met.ts';
import { checkEvent } from './check-event.ts';
import type { JobContext, JobStream } from './context.ts';
import { endingOf, normalised, type Read } from './ending.ts';
import type { JobEvent } from './event.ts';
import { eventsOf, recordRobots, told } from './polite-events.ts';
import { endingOfCheck, keptMarks } from './known-page.ts';
import { readBody } from './read-body.ts';
import {
  isMarkdown,
  judgeTwin,
  prefersMarkdown,
  tryTwins,
  twinRequest,
  type AskMarkdown,
  type TwinAnswer,
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
  offer(found: FoundLinks): Promise<readonly MetUrl[]>;
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

  const twin = yield* twinFor(ctx, plan, askMarkdown);
  if (twin?.kind === 'refused') return { url: current, asked, stopped: twin.reason, text: null, ending: null };
  if (twin?.kind === 'answer') return { asked, ...(yield* conclude(ctx, plan, { url: current, ...twin })) };

  const validators = validatorsOf(plan);
  const prefers = plan.known === undefined && !plan.named && (await prefersMarkdown(ctx, plan.url));
  const outcome = yield* send(
    {
      url: new URL(plan.url),
      gate: (url, hops) => plan.gate(normalised(url), hops),
      ...(validators === undefined ? {} : { validators }),
      ...(prefers ? { markdown: 'preferred' } : {}),
    },
    true,
  );
  if (outcome.kind === 'refused' && STOPS.has(outcome.reason)) {
    // Where a redirect led to is what is left to ask for, not the URL that redirected.
    yield* enter(normalised(outcome.url));
    return { url: current, asked, stopped: outcome.reason, text: null, ending: null };
  }
  const read = outcome.kind === 'body' ? await readBody(ctx, current, outcome) : null;
  if (read !== null && prefers && isMarkdown(outcome))
    return {
      asked,
      ...(yield* conclude(ctx, plan, { url: current, outcome, read: { ...read, fetchedFrom: current } })),
    };
  if (read !== null && outcome.kind === 'body' && !plan.named)
    yield* tryTwins(ctx, current, { headers: outcome.headers, read }, askMarkdown);
  return { asked, ...(yield* conclude(ctx, plan, { url: current, outcome, read })) };
}

/** What to ask conditionally with. Validators of a twin that was of no use belong to no page. */
function validatorsOf({ known, validators }: VisitPlan): Validators | undefined {
  if (known === undefined) return validators;
  return known.fetchedFrom === null ? known.validators : undefined;
}

/** The page's Markdown, where it came from there last time or its host has shown that it serves good ones (rule 6.9). */
async function* twinFor(
  ctx: JobContext,
  { url, known, named, gate }: VisitPlan,
  ask: AskMarkdown,
): JobStream<
  ({ readonly kind: 'answer' } & TwinAnswer) | { readonly kind: 'refused'; readonly reason: SkipReason } | null
> {
  const address = known?.fetchedFrom ?? (known === undefined && !named ? ctx.twins.addressFor(url) : null);
  if (address === null || gate(url, []) !== null) return null;
  // Its HTML once said noindex, which no twin may hide.
  if (await ctx.guild.freshness.wasNoindex(url)) return null;
  const validators = known === undefined ? null : known.validators;
  const question = { page: url, address, validators };
  const answer = await judgeTwin(ctx, question, yield* ask(twinRequest(question)));
  if (answer === null) return null;
  if (!('kind' in answer)) return { kind: 'answer', ...answer };
  return STOPS.has(answer.reason) ? answer : null;
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
  const met = marks === null ? [] : await plan.offer({ url, depth: plan.depth, ...marks });
  const last = await addAllButLast(guild, job.id, met);
  const result = await guild.recordVisit(job.id, { url, ending, met: last, spentMs: stop.spentMs() });
  yield eventOf(url, ending, result, read);
  for (const { url: skipped, skip, via } of met) {
    if (skip === undefined || isProvisional(skip)) continue;
    yield { kind: 'skipped', url: skipped, reason: skip, ...(via === null ? {} : { via }) };
  }
  return { url, stopped: null, text: read === null ? null : textOf(read.reading), ending };
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
