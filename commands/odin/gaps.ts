import { defineCommand } from '../../src/app/command.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { choice, integer } from '../../src/app/option.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { problem } from '../../src/app/view.ts';
import { counted, shownTime } from '../../src/app/wording.ts';

const STATES = ['open', 'ignored', 'solved'] as const;
const PER_PAGE = 10;

const options = {
  state: choice({ description: 'Which of them; open unless given', choices: STATES }),
  ignore: integer({ description: 'The number of one to ignore from now on', min: 1, max: 1e9 }),
  reopen: integer({ description: 'The number of one to open again', min: 1, max: 1e9 }),
  from: integer({ description: 'The first one to show', min: 1, max: 1_000_000 }),
};

export default defineCommand({
  path: ['odin', 'gaps'],
  description: 'Questions that Odin could not answer, or not well; the most asked first',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    for (const [id, state] of [
      [given(options.ignore), 'ignored'],
      [given(options.reopen), 'open'],
    ] as const) {
      if (id !== undefined && !(await guild.value.settleGap(id, state, null)))
        return yield problem(`There is no gap ${id}.`);
    }
    const state = given(options.state) ?? 'open';
    const offset = (given(options.from) ?? 1) - 1;
    const count = await guild.value.countGaps(state);
    const gaps = await guild.value.gaps({ state, limit: PER_PAGE, offset });
    return yield {
      kind: 'result',
      view: {
        tone: 'neutral',
        title: count === 0 ? `No ${state} gaps` : counted(count, `${state} gap`),
        text:
          count === 0 || state !== 'open'
            ? []
            : [
                'Add a page with /knowledge crawl or import, teach with /odin teach gap:N, or ignore one with /odin gaps ignore:N.',
              ],
        items: gaps.map(({ id, question, asked, lastAskedAt, note }) => ({
          title: `${id}  ${question}`,
          lines: [`asked ${counted(asked, 'time')}, last ${shownTime(lastAskedAt)}${note === null ? '' : `; ${note}`}`],
        })),
      },
      data: { state, count, gaps: gaps.map((gap) => ({ ...gap, lastAskedAt: gap.lastAskedAt.toISOString() })) },
      paging: pagingOf({
        path: ['odin', 'gaps'],
        options: { state },
        offset,
        perPage: PER_PAGE,
        more: offset + PER_PAGE < count,
      }),
    };
  },
});
