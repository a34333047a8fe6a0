import type { CommandContext, Finding } from './command.ts';
import { explainFailure } from '../fetch/explain.ts';
import { skipSentences } from '../crawler/skip-reason.ts';
import type { KnowledgeStore } from '../knowledge/store.ts';
import { counted, shownTime } from './wording.ts';

/** What every surface can look at: the guild's database, its schedule, and whether one site can be reached. */
export async function* examineGuild(
  context: CommandContext,
  url: string | undefined,
): AsyncGenerator<Finding, void, void> {
  const { app, guildId } = context;
  yield await database(context);
  const running = app.runner.active(guildId).length;
  yield { what: 'Jobs', state: running === 0 ? 'none runs or waits' : `${running} run or wait`, fix: null };
  yield await schedule(context);
  if (app.store.embeddings !== null) yield embeddings(app.store.embeddings);
  const site = url ?? (await firstSite(context));
  if (site !== null) yield await reachability(context, site);
}

async function database({ app, guildId }: CommandContext): Promise<Finding> {
  const what = 'Database';
  if (!(await app.store.guildIds()).includes(guildId)) return { what, state: 'nothing is stored here yet', fix: null };
  const guild = await app.store.guild(guildId);
  if (!guild.ok) return { what, state: 'cannot be used', fix: guild.problem.sentence };
  const [sources, pages] = [await guild.value.sources(), await guild.value.countPages()];
  return { what, state: `opens; ${sources.length} sources, ${pages} pages`, fix: null };
}

function embeddings({ model, trouble }: NonNullable<KnowledgeStore['embeddings']>): Finding {
  const fix = trouble();
  return { what: 'Embeddings', state: fix === null ? `${model} is asked` : 'are not used just now', fix };
}

/** What is done by itself (rule 8), and when a watched site is looked at next. */
async function schedule({ app, guildId }: CommandContext): Promise<Finding> {
  const what = 'Schedule';
  const guild = (await app.store.guildIds()).includes(guildId) ? await app.store.guild(guildId) : null;
  const watched = guild?.ok === true ? await guild.value.freshness.schedules() : [];
  const [next] = watched.flatMap(({ dueAt }) => dueAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const sites = watched.length === 0 ? 'no site is watched' : `${counted(watched.length, 'site')} watched`;
  const when = next === undefined ? '' : `, the next look is due ${shownTime(next)}`;
  return { what, state: `every page is checked once a week; ${sites}${when}`, fix: null };
}

/** The site that is looked at when none was named. */
async function firstSite({ app, guildId }: CommandContext): Promise<string | null> {
  if (!(await app.store.guildIds()).includes(guildId)) return null;
  const guild = await app.store.guild(guildId);
  const spec = guild.ok ? (await guild.value.sources())[0]?.spec : undefined;
  if (spec === undefined) return null;
  return spec.kind === 'page' ? spec.url : (spec.startUrls[0] ?? null);
}

async function reachability({ app, guildId, signal }: CommandContext, url: string): Promise<Finding> {
  const what = `Site ${url}`;
  const refused = app.crawling.refusal(url);
  if (refused !== null) return { what, state: 'is not fetched', fix: refused };
  const work = app.crawling.check(guildId, url, signal);
  let step = await work.next();
  while (step.done !== true) step = await work.next();
  const { verdict } = step.value;
  switch (verdict.kind) {
    case 'stored':
      return { what, state: 'answers, and could be stored', fix: null };
    case 'skipped':
      return { what, state: 'answers', fix: `It would not be stored: this URL ${skipSentences[verdict.reason]}.` };
    case 'failed':
      return { what, state: 'could not be read', fix: explainFailure(verdict.failure) };
    default:
      return verdict satisfies never;
  }
}
