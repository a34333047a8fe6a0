import { defineCommand } from '../../src/app/command.ts';
import { findPage, findSource, guildToRead, sourceName } from '../../src/app/guild.ts';
import { flag, text } from '../../src/app/option.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';

const options = {
  source: text({
    description: 'The source to remove with its pages: its number or address',
    hint: 'SOURCE',
    completes: 'source',
  }),
  page: text({ description: 'The page to remove: its number or address', hint: 'PAGE', completes: 'page' }),
  sure: flag({ description: 'Do not ask first' }),
};

export default defineCommand({
  path: ['knowledge', 'remove'],
  description: 'Remove a source with its pages, or one page; the text is erased',
  access: 'admin',
  options,
  async *run(given, context) {
    const sourceNamed = given(options.source);
    const pageNamed = given(options.page);
    if ((sourceNamed === undefined) === (pageNamed === undefined)) {
      return yield wrongUsage('Name what to remove: either a source or a page.');
    }
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    if (sourceNamed !== undefined) {
      const source = await findSource(guild.value, sourceNamed);
      if (!source.ok) return yield problem(source.sentence);
      const busy = context.app.runner.active(guild.value.guildId).some(({ spec }) => spec.kind === 'crawl');
      if (busy)
        return yield problem(
          'A crawl of this server is running; cancel it or wait for its end, then remove the source.',
        );
      const name = `source ${source.value.id} (${sourceName(source.value)})`;
      if (context.asksFirst && !given(options.sure)) {
        return yield question(`Remove ${name} with ${counted(source.value.pages, 'page')}?`, {
          source: String(source.value.id),
        });
      }
      const removed = await guild.value.removeSource(source.value.id);
      return yield {
        kind: 'result',
        view: {
          tone: 'good',
          title: `Removed ${name} and ${counted(removed, 'page')}`,
        },
        data: { sourceId: source.value.id, pagesRemoved: removed },
      };
    }
    const page = await findPage(guild.value, pageNamed ?? '');
    if (!page.ok) return yield problem(page.sentence);
    if (context.asksFirst && !given(options.sure)) {
      return yield question(`Remove page ${page.value.id} (${page.value.url})?`, { page: String(page.value.id) });
    }
    await guild.value.removePage(page.value.id);
    return yield {
      kind: 'result',
      view: { tone: 'good', title: `Removed page ${page.value.id} (${page.value.url})` },
      data: { pageId: page.value.id, pagesRemoved: 1 },
    };
  },
});

/** Asks before anything is deleted; `named` is what was asked for, by its number. */
function question(title: string, named: Readonly<Record<string, string>>): Output {
  return {
    kind: 'result',
    view: {
      tone: 'warning',
      title,
      text: ['Pages that another source has too stay. What is removed is erased at once.'],
    },
    offer: { label: 'Remove', destroys: true, options: { ...named, sure: 'true' } },
    data: { asked: true, ...named },
  };
}
