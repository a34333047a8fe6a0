import { defineCommand } from '../../src/app/command.ts';
import { findSource, guildToRead } from '../../src/app/guild.ts';
import { flag, integer, text } from '../../src/app/option.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { removedPageData, removedPageItem } from '../../src/app/removed-view.ts';
import { problem, wrongUsage, type Result } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';

/** So many fit into one message. */
const PER_PAGE = 20;

const options = {
  source: text({
    description: 'Only pages of this source: its number or address',
    hint: 'SOURCE',
    completes: 'source',
  }),
  from: integer({ description: 'Number of the first one to list', min: 1, max: 10_000_000 }),
  removed: flag({ description: 'Those that were removed and can be put back' }),
};

export default defineCommand({
  path: ['knowledge', 'pages'],
  description: 'List the stored pages',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const named = given(options.source);
    const offset = (given(options.from) ?? 1) - 1;
    if (given(options.removed)) {
      if (named !== undefined) return yield wrongUsage('Removed pages are listed of all sources together.');
      return yield await removedPages(guild.value, offset);
    }
    const source = named === undefined ? null : await findSource(guild.value, named);
    if (source !== null && !source.ok) return yield problem(source.sentence);
    const sourceId = source?.value.id;
    const pages = await guild.value.pages({ limit: PER_PAGE, offset, ...(sourceId === undefined ? {} : { sourceId }) });
    const total = await guild.value.countPages(sourceId);
    const next = offset + pages.length;
    return yield {
      kind: 'result',
      paging: pagingOf({
        path: ['knowledge', 'pages'],
        options: sourceId === undefined ? {} : { source: String(sourceId) },
        offset,
        perPage: PER_PAGE,
        more: next < total,
      }),
      view: {
        tone: 'neutral',
        title: titleOf(offset, next, total),
        items: pages.map(({ id, url, title }) => ({ title: `${id}  ${title || '(no title)'}`, url })),
      },
      data: {
        total,
        pages: pages.map(({ id, url, title, language, contentHash, fetchedAt, changedAt, noindex, sourceIds }) => ({
          id,
          url,
          title,
          language,
          contentHash,
          fetchedAt: fetchedAt.toISOString(),
          changedAt: changedAt.toISOString(),
          noindex,
          sourceIds,
        })),
      },
    };
  },
});

async function removedPages(guild: GuildKnowledge, offset: number): Promise<Result> {
  const pages = await guild.removedPages({ limit: PER_PAGE, offset });
  const total = await guild.countRemovedPages();
  const more = offset + pages.length < total;
  return {
    kind: 'result',
    paging: pagingOf({ path: ['knowledge', 'pages'], options: { removed: 'true' }, offset, perPage: PER_PAGE, more }),
    view: {
      tone: 'neutral',
      title: total === 0 ? 'No removed pages' : counted(total, 'removed page'),
      text: pages.length === 0 ? [] : ['Put one back with: knowledge restore --page PAGE'],
      items: pages.map(removedPageItem),
    },
    data: { total, pages: pages.map(removedPageData) },
  };
}

function titleOf(offset: number, next: number, total: number): string {
  if (total === 0) return 'No pages';
  return offset >= total ? `There are only ${total} pages` : `Pages ${offset + 1} to ${next} of ${total}`;
}
