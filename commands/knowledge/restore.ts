import { defineCommand } from '../../src/app/command.ts';
import { guildToRead, sourceName } from '../../src/app/guild.ts';
import { integer, text } from '../../src/app/option.ts';
import { bringBackDiscarded, findRemovedPage, findRemovedSource } from '../../src/app/removal.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';

const options = {
  source: text({
    description: 'The removed source to put back with its pages: its number or address',
    hint: 'SOURCE',
    completes: 'removed-source',
  }),
  page: text({
    description: 'The removed page to put back: its number or address',
    hint: 'PAGE',
    completes: 'removed-page',
  }),
  job: integer({ description: 'Put back the discarded pages of this job', hint: 'JOB', min: 1, max: 10_000_000 }),
};

export default defineCommand({
  path: ['knowledge', 'restore'],
  description: 'Put back what was removed, as long as it is kept',
  access: 'admin',
  options,
  async *run(given, context) {
    const [source, page, job] = [given(options.source), given(options.page), given(options.job)];
    if ([source, page, job].filter((named) => named !== undefined).length !== 1) {
      return yield wrongUsage('Name what to put back: a source, a page, or a job whose pages were discarded.');
    }
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    if (source !== undefined) return yield await restoreSource(guild.value, source);
    if (page !== undefined) return yield await restorePage(guild.value, page);
    return yield await restoreDiscarded(guild.value, job ?? 0);
  },
});

async function restoreSource(guild: GuildKnowledge, named: string): Promise<Output> {
  const removed = await findRemovedSource(guild, named);
  if (!removed.ok) return problem(removed.sentence);
  const source = await guild.restoreSource(removed.value.id);
  if (source === null) return problem('That source was erased, or put back, a moment ago.');
  return {
    kind: 'result',
    view: {
      tone: 'good',
      title: `Source ${source.id} (${sourceName(source)}) is back`,
      text: [`It has ${counted(source.pages, 'page')}.`],
    },
    data: { sourceId: source.id, pages: source.pages },
  };
}

async function restorePage(guild: GuildKnowledge, named: string): Promise<Output> {
  const removed = await findRemovedPage(guild, named);
  if (!removed.ok) return problem(removed.sentence);
  const { id, url } = removed.value;
  const outcome = await guild.restorePage(id);
  if (outcome === 'not-removed') return problem('That page was erased, or put back, a moment ago.');
  if (outcome === 'without-source') {
    return problem(`Put its source back first, then page ${id}; removed sources: knowledge list --removed`);
  }
  return {
    kind: 'result',
    view: { tone: 'good', title: `Page ${id} (${url}) is back` },
    data: { pageId: id, pages: 1 },
  };
}

async function restoreDiscarded(guild: GuildKnowledge, id: number): Promise<Output> {
  const job = await guild.job(id);
  if (job === null) return problem(`There is no job ${id}. List them with: knowledge jobs`);
  const restored = await bringBackDiscarded(guild, job);
  if (restored === 0) return problem(`No discarded pages of job ${id} are kept.`);
  return {
    kind: 'result',
    view: { tone: 'good', title: `${counted(restored, 'page')} of job ${id} ${restored === 1 ? 'is' : 'are'} back` },
    data: { jobId: id, pages: restored },
  };
}
