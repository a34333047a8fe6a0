import { isAsGood, shapeOf, type TextShape } from '../crawler/markdown-twin.ts';
import type { PageRequest, PoliteSession } from '../crawler/session.ts';
import type { FetchOutcome, Validators } from '../fetch/outcome.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import type { CheckedPage } from '../knowledge/freshness.ts';
import type { JobStream } from './context.ts';
import type { DueCopy } from './due-pages.ts';
import { normalised } from './ending.ts';
import {
  answerAsPage,
  mayReadPage,
  noteHtml,
  twinRequest,
  type Asked,
  type TwinDeps,
  type TwinQuestion,
} from './twins.ts';
import { WEEK_MS } from './weekly.ts';

/**
 * A page that is stored from its Markdown twin says nothing of itself by that: it may ask not to be indexed by now, or be
 * gone. So often its HTML is read beside the twin, a quarter of such pages each week. The first pages of each host are
 * read so in every job and check (rule 6.9 wants three), and what one of them says to crawlers counts for all at once. Where one
 * was ever seen to say noindex, all are read as HTML from then on.
 */
const WEEKS_BETWEEN_HTML = 4;

/** Whether the moment to read its HTML lies between its last check and now; pages take turns by their id. */
export function isHtmlDue({ pageId, checkedAt }: Pick<CheckedPage, 'pageId' | 'checkedAt'>, now: Date): boolean {
  const turn = (at: Date) => Math.floor((at.getTime() / WEEK_MS + pageId) / WEEKS_BETWEEN_HTML);
  return turn(now) !== turn(checkedAt);
}

/** What a kept twin is asked for with. */
export interface KeptTwinDeps extends TwinDeps {
  readonly session: PoliteSession;
}

/** A page that is stored from its twin, in every guild that asks. */
export interface KeptTwin extends TwinQuestion {
  /** Of the copy of the twin. */
  readonly validators: Validators;
  readonly copies: readonly DueCopy[];
}

/** Sends the requests, as the job or check sends its others. */
export interface AskKept {
  twin(request: Omit<PageRequest, 'gate'>): JobStream<FetchOutcome<SkipReason>>;
  /** Plainly, for the HTML: redirects are followed, and the body read. */
  page(): JobStream<Asked>;
}

/**
 * Asks for a page that is stored from its twin: for the twin as long as it is of use and hides nothing, otherwise for the
 * page. The answer is as the page's own, whichever gave it.
 */
export async function* askKept(deps: KeptTwinDeps, kept: KeptTwin, ask: AskKept): JobStream<Asked> {
  const { twins } = deps;
  const { page: url, copies, validators } = kept;
  async function* askPage(): JobStream<Asked> {
    const html = yield* ask.page();
    noteHtml(twins, url, html);
    return html;
  }
  const mayBeTwin = (html: Asked) => twins.forKept(url) !== 'page' && leavesTwin(url, html);
  const first = await firstOf(deps, kept);
  const html = first === 'twin' ? null : yield* askPage();
  if (html !== null && (first === 'page' || !mayBeTwin(html))) return html;
  const answer = await answerAsPage(deps, kept, yield* ask.twin(twinRequest(kept, validators)));
  if (answer?.outcome.kind === 'refused') return answer;
  if (answer !== null && (await isAsStored(answer, copies))) {
    twins.asked(url, true);
    return answer;
  }
  // It is not there, or says less than it did: only the page can tell whether that says less as well.
  const page = html ?? (yield* askPage());
  const isGood = answer !== null && mayBeTwin(page) && isAsGood(shapeOfAnswer(answer), shapeOfAnswer(page));
  twins.asked(url, isGood);
  return isGood ? answer : page;
}

/** What is asked for first: the page alone, the page and then its twin, or the twin. */
async function firstOf(
  { twins, session, clock }: KeptTwinDeps,
  { page: url, copies }: KeptTwin,
): Promise<'page' | 'both' | 'twin'> {
  for (const { guild } of copies) if (await guild.freshness.sawNoindexOn(new URL(url))) return 'page';
  const way = twins.forKept(url);
  if (way !== 'twin') return way;
  const now = clock.now();
  return copies.some(({ page }) => isHtmlDue(page, now)) || !mayReadPage(session, url) ? 'both' : 'twin';
}

/** The page is there, under its own address, and asks for nothing that its twin would hide. */
function leavesTwin(url: string, { outcome, read }: Asked): boolean {
  if (read === null || read.noindex || normalised(outcome.url) !== url) return false;
  return read.reading.kind === 'page' || read.reading.reason === 'empty-shell';
}

function shapeOfAnswer({ read }: Asked): TextShape {
  return shapeOf(read?.reading.kind === 'page' ? read.reading.page.markdown : '');
}

/** The twin is the one that is stored, or says no less. */
async function isAsStored(answer: Asked, copies: readonly DueCopy[]): Promise<boolean> {
  if (answer.read?.reading.kind !== 'page') return true;
  const { contentHash } = answer.read.reading.page;
  for (const { guild, page } of copies) {
    if (page.contentHash === contentHash) continue;
    const stored = await guild.page(page.pageId);
    if (stored !== null && !isAsGood(shapeOfAnswer(answer), shapeOf(stored.markdown))) return false;
  }
  return true;
}
