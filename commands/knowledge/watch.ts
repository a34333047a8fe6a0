import { defineCommand } from '../../src/app/command.ts';
import { findSource, guildToRead, sourceName } from '../../src/app/guild.ts';
import { leftAloneOf } from '../../src/app/left-alone.ts';
import { choice, required, text } from '../../src/app/option.ts';
import { problem } from '../../src/app/view.ts';
import { leftAloneLine, refusedUntil, scheduleLine } from '../../src/app/watch-view.ts';

const options = {
  source: required(text({ description: 'The site: its number or address', hint: 'SOURCE', completes: 'source' })),
  mode: required(
    choice({
      description: 'Never, weekly by its links, or daily by its sitemap',
      choices: ['off', 'weekly', 'sitemap'],
    }),
  ),
};

export default defineCommand({
  path: ['knowledge', 'watch'],
  description: 'Look a site through for new pages by itself',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const source = await findSource(guild.value, given(options.source));
    if (!source.ok) return yield problem(source.sentence);
    const { id, spec } = source.value;
    if (spec.kind !== 'site') {
      return yield problem(
        `Source ${id} is a single page, which is checked every week by itself; only sites are watched. To have one, start with: knowledge crawl --url ${new URL('.', spec.url).href}`,
      );
    }
    const mode = given(options.mode);
    const schedule = await context.app.upkeep.watch(guild.value, source.value, mode);
    const leftAlone = (await leftAloneOf(context.app, [source.value])).get(id) ?? [];
    const stands = scheduleLine(schedule, refusedUntil(leftAlone));
    const trouble = leftAloneLine(leftAlone);
    return yield {
      kind: 'result',
      view: {
        tone: trouble === null ? 'good' : 'warning',
        title: mode === 'off' ? `${sourceName(source.value)} is not watched` : `Watching ${sourceName(source.value)}`,
        text: [
          ...[stands, trouble].filter((line) => line !== null),
          'Stored pages are checked about once a week, whatever the mode.',
        ],
      },
      data: {
        sourceId: id,
        mode,
        dueAt: schedule.dueAt?.toISOString() ?? null,
        refusedUntil: refusedUntil(leftAlone)?.toISOString() ?? null,
      },
    };
  },
});
