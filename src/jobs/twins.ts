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
import type { PageRequest, PoliteSession } from '../crawler/session.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { headerValue, type FetchOutcome, type HeaderLines, type Validators } from '../fetch/outcome.ts';
import type { JobContext, JobStream } from './context.ts';
import type { Read } from './ending.ts';
import { readBody } from './read-body.ts';

type Outcome = FetchOutcome<SkipReason>;
type ReadDeps = Parameters<typeof readBody>[0];

/** Sends a request for Markdown as the job sends its others: recorded, told and counted. */
export type AskMarkdown = (request: Omit<PageRequest, 'gate'>) => JobStream<Outcome>;

/** What a URL's request came to. */
export interface Asked {
  readonly outcome: Outcome;
  /** Null when no body came. */
  readonly read: Read | null;
}

/** What answers for Markdown are judged with. */
export interface TwinDeps extends ReadDeps {
  readonly twins: TwinMemory;
}

/** Where a page's Markdown lies. */
export interface TwinQuestion {
  readonly page: string;
  readonly address: string;
}

/** The request for a page's Markdown; validators are those of the copy that is stored of it. */
export function twinRequest({ address }: TwinQuestion, validators?: Validators): Omit<PageRequest, 'gate'> {
  return { url: new URL(address), markdown: 'only', ...(validators === undefined ? {} : { validators }) };
}

/** robots.txt allows the page itself: a twin never stands in for one that it forbids (rules 3.8, 6.9). Not read: no. */
export function mayReadPage(session: PoliteSession, url: string): boolean {
  const page = new URL(url);
  const standing = session.knownRobots(page);
  return standing?.kind === 'policy' && standing.policy.allows(page);
}

/** Refusals that say something of the twin. All others concern the job or its host, and would meet the page as well. */
const TWIN_REFUSALS: ReadonlySet<SkipReason> = new Set(['not-html', 'too-large', 'robots-disallowed', 'redirected']);

/** The answer for a twin as if its page had given it; null where nothing came that could be of use. */
export async function answerAsPage(deps: ReadDeps, question: TwinQuestion, outcome: Outcome): Promise<Asked | null> {
  const here = { ...outcome, url: new URL(question.page) };
  if (here.kind === 'refused') return TWIN_REFUSALS.has(here.reason) ? null : { outcome: here, read: null };
  if (here.kind === 'not-modified') return here.hops.length === 0 ? { outcome: here, read: null } : null;
  const read = here.kind === 'body' ? await readTwin(deps, question.address, here) : null;
  return read === null ? null : { outcome: here, read };
}

/**
 * What the answer for the Markdown of a page that is new is worth. Null: it is no good, and the page has to be asked for:
 * not there, HTML under another label, a "not found" with status 200, one that asks not to be indexed, or one that looks
 * poorer than its page is likely to be.
 */
export async function judgeTwin(deps: TwinDeps, question: TwinQuestion, outcome: Outcome): Promise<Asked | null> {
  const answer = await answerAsPage(deps, question, outcome);
  if (answer?.outcome.kind === 'refused') return answer;
  const read = answer?.read ?? null;
  const isGood = read !== null && !deps.twins.looksThin(question.page, shapeOfRead(read));
  deps.twins.asked(question.page, isGood);
  return isGood ? answer : null;
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
export async function* tryTwins(deps: TwinDeps, url: string, html: Asked, ask: AskMarkdown): JobStream {
  const { twins } = deps;
  if (!noteHtml(twins, url, html)) return;
  let trial = twins.nextTrial(url);
  if (trial?.kind === 'list') {
    const outcome = yield* ask({ url: new URL(trial.address), markdown: 'list' });
    trial = twins.sawList(trial, outcome.kind === 'body' && !isHtmlText(outcome.body) && outcome.hops.length === 0);
  }
  if (trial?.kind === 'twin') twins.sawTwin(trial, yield* isGoodTwin(deps, trial, ask));
}

/** Remembers what a page that was read as HTML says of its host. Returns whether one was read. */
export function noteHtml(twins: TwinMemory, url: string, { outcome, read }: Asked): boolean {
  if (outcome.kind !== 'body' || read?.reading.kind !== 'page') return false;
  twins.sawHtml(htmlSeen(url, outcome.headers, read));
  return true;
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
