import { mayFollow } from '../crawler/directives.ts';
import {
  isAsGood,
  isHtmlText,
  pageOfTwin,
  shapeOf,
  type HtmlSeen,
  type TwinMemory,
  type TwinTrial,
} from '../crawler/markdown-twin.ts';
import type { PageRequest } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { headerValue, type FetchOutcome, type HeaderLines, type Validators } from '../fetch/outcome.ts';
import type { JobContext, JobStream } from './context.ts';
import type { Read } from './ending.ts';
import { readBody } from './read-body.ts';

type Outcome = FetchOutcome<SkipReason>;
type ReadDeps = Parameters<typeof readBody>[0];

/** Sends a request for Markdown as the job sends its others: recorded, told and counted. */
export type AskMarkdown = (request: Omit<PageRequest, 'gate'>) => JobStream<Outcome>;

/** A twin that is used in place of its page. */
export interface TwinAnswer {
  /** As if the page itself had answered. */
  readonly outcome: Outcome;
  readonly read: Read | null;
}

export interface TwinQuestion {
  readonly page: string;
  readonly address: string;
  /** Null: there is no copy of this very twin. */
  readonly validators: Validators | null;
}

/** The request for a page's Markdown. */
export function twinRequest({ address, validators }: TwinQuestion): Omit<PageRequest, 'gate'> {
  return { url: new URL(address), markdown: 'only', ...(validators === null ? {} : { validators }) };
}

/**
 * What the answer for a page's Markdown is worth. Null: it is no good, and the page has to be asked for: not there, HTML
 * under another label, a "not found" with status 200, one that asks not to be indexed, or one that looks poorer than its
 * page is likely to be.
 */
export async function judgeTwin(
  deps: ReadDeps & { readonly twins: TwinMemory | null },
  { page, address, validators }: TwinQuestion,
  outcome: Outcome,
): Promise<TwinAnswer | Extract<Outcome, { kind: 'refused' }> | null> {
  if (outcome.kind === 'refused' && outcome.reason !== 'not-html' && outcome.reason !== 'robots-disallowed')
    return outcome;
  const here = { ...outcome, url: new URL(page) };
  if (here.kind === 'not-modified' && outcome.hops.length === 0) return { outcome: here, read: null };
  const read = here.kind === 'body' ? await readTwin(deps, address, here) : null;
  const known = validators !== null;
  const isGood = read !== null && (known || deps.twins?.looksThin(page, shapeOfRead(read)) === false);
  deps.twins?.asked(page, isGood);
  return isGood ? { outcome: here, read } : null;
}

/** Null for what is no Markdown, or asks not to be used. */
async function readTwin(
  deps: ReadDeps,
  address: string,
  outcome: Extract<Outcome, { kind: 'body' }>,
): Promise<Read | null> {
  if (outcome.hops.length > 0 || isHtmlText(outcome.body)) return null;
  const read = await readBody(deps, address, outcome);
  if (read.reading.kind !== 'page' || read.noindex) return null;
  const links = read.marks.links.map((link) => ({ ...link, url: pageOfTwin(link.url) }));
  return { ...read, marks: { ...read.marks, links }, fetchedFrom: address };
}

function shapeOfRead({ reading }: Read) {
  return shapeOf(reading.kind === 'page' ? reading.page.markdown : '');
}

/** Whether Markdown may be preferred at this address: not where its HTML once said noindex, which no twin may hide. */
export async function prefersMarkdown({ guild, twins }: JobContext, url: string): Promise<boolean> {
  return twins.prefersMarkdown(url) && !(await guild.freshness.wasNoindex(url));
}

/** The address itself answered with Markdown. */
export function isMarkdown(outcome: Outcome): boolean {
  if (outcome.kind !== 'body' || isHtmlText(outcome.body)) return false;
  return /^\s*text\/(?:x-)?markdown\b/i.test(headerValue(outcome.headers, 'content-type') ?? '');
}

/**
 * After a page was read as HTML: finds out, once a host and job, whether its pages have twins that are as good.
 */
export async function* tryTwins(
  deps: ReadDeps & { readonly twins: TwinMemory },
  url: string,
  { headers, read }: { readonly headers: HeaderLines; readonly read: Read },
  ask: AskMarkdown,
): JobStream {
  const { twins } = deps;
  if (read.reading.kind !== 'page') return;
  let trial = twins.sawHtml(htmlSeen(url, headers, read));
  if (trial?.kind === 'list') {
    const outcome = yield* ask({ url: new URL(trial.address), markdown: 'list' });
    trial = twins.sawList(trial, outcome.kind === 'body' && !isHtmlText(outcome.body) && outcome.hops.length === 0);
  }
  if (trial?.kind === 'twin') twins.sawTwin(trial, yield* isGoodTwin(deps, trial, ask));
}

async function* isGoodTwin(
  deps: ReadDeps,
  { address, shape }: Extract<TwinTrial, { kind: 'twin' }>,
  ask: AskMarkdown,
): JobStream<boolean> {
  const outcome = yield* ask({ url: new URL(address), markdown: 'only' });
  const read = outcome.kind === 'body' ? await readTwin(deps, address, outcome) : null;
  return read !== null && isAsGood(shapeOfRead(read), shape);
}

/** Words of a robots directive that take nothing away. */
const HARMLESS = /^(?:index|follow|all|max-[\w-]+:\s*\S+)?$/i;

function htmlSeen(url: string, headers: HeaderLines, read: Read): HtmlSeen {
  const { links, robots, markdown } = read.marks;
  const { origin } = new URL(url);
  const directives = [...robots.map(({ content }) => content), headerValue(headers, 'x-robots-tag') ?? ''];
  const isDirected = directives.some((words) => words.split(',').some((word) => !HARMLESS.test(word.trim())));
  return {
    url,
    shape: shapeOfRead(read),
    alternate: markdown?.alternate ?? null,
    generator: markdown?.generator ?? '',
    namesList: links.some((link) => link.url.replace(/#.*$/s, '') === `${origin}/llms.txt`),
    restricted: isDirected || links.some((link) => !mayFollow(link) && link.url.startsWith(`${origin}/`)),
  };
}
