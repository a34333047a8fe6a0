import { defineCommand } from '../../src/app/command.ts';
import { findSource, guildToRead } from '../../src/app/guild.ts';
import { integer, text } from '../../src/app/option.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { problem } from '../../src/app/view.ts';

/** So many fit into one message. */
const PER_PAGE = 20;

const options = {
  source: text({
    description: 'Only pages of this source: its number or address',
    hint: 'SOURCE',
    completes: 'source',
  }),
  from: integer({ description: 'Number of the first one to list', min: 1, max: 10_000_000 }),
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
    const source = named === undefined ? null : await findSource(guild.value, named);
    if (source !== null && !source.ok) return yield problem(source.sentence);
    const sourceId = source?.value.id;
    const offset = (given(options.from) ?? 1) - 1;
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

function titleOf(offset: number, next: number, total: number): string {
  if (total === 0) return 'No pages';
  return offset >= total ? `There are only ${total} pages` : `Pages ${offset + 1} to ${next} of ${total}`;
}
