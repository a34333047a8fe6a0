import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { followJob } from '../../src/app/follow-job.ts';
import { gapChoice, gapData, gapItem, gapResult } from '../../src/app/gap-view.ts';
import { guildToFill, guildToRead } from '../../src/app/guild.ts';
import { choice, integer } from '../../src/app/option.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { firstRefusal } from '../../src/app/refusal.ts';
import { url } from '../../src/app/url-option.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';

const STATES = ['open', 'ignored', 'solved'] as const;
const PER_PAGE = 10;

const options = {
  state: choice({ description: 'Which of them; open unless given', choices: STATES }),
  gap: integer({ description: 'The number of one to look at', min: 1, max: 1e9 }),
  url: url({ description: 'A page that answers it: it is read into the knowledge' }),
  ignore: integer({ description: 'The number of one to ignore from now on', min: 1, max: 1e9 }),
  reopen: integer({ description: 'The number of one to open again', min: 1, max: 1e9 }),
  from: integer({ description: 'The first one to show', min: 1, max: 1_000_000 }),
};

export default defineCommand({
  path: ['odin', 'gaps'],
  description: 'Questions that Odin could not answer, or not well; the most asked first',
  access: 'admin',
  options,
  startsJob: (given) => given(options.gap) !== undefined && given(options.url) !== undefined,
  async *run(given, context) {
    const [number, page] = [given(options.gap), given(options.url)];
    if (number !== undefined && page !== undefined) return yield* readFor(number, page, context);
    if (page !== undefined) return yield wrongUsage('Name the gap that the page answers, too: gap:N url:URL.');
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    if (number !== undefined) {
      const gap = await guild.value.gap(number);
      return yield gap === null ? noGap(number) : gapResult(gap);
    }
    for (const [id, state] of [
      [given(options.ignore), 'ignored'],
      [given(options.reopen), 'open'],
    ] as const) {
      if (id !== undefined && !(await guild.value.settleGap(id, state, null))) return yield noGap(id);
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
                'Look at one with /odin gaps gap:N to read a page for it, teach the answer or ignore it. Whole sites come with /knowledge crawl.',
              ],
        items: gaps.map(gapItem),
      },
      data: { state, count, gaps: gaps.map(gapData) },
      choice: gapChoice(gaps),
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

/** Reads a page into the knowledge for a gap, which is solved by it. */
async function* readFor(id: number, page: string, context: CommandContext): AsyncGenerator<Output, void, void> {
  const { app, signal } = context;
  const refused = firstRefusal(app, [page]);
  if (refused !== null) return yield wrongUsage(refused);
  const guild = await guildToFill(context);
  if (!guild.ok) return yield problem(guild.sentence);
  if ((await guild.value.gap(id)) === null) return yield noGap(id);
  const started = await app.crawling.import(guild.value, [page]);
  if (!started.ok) return yield wrongUsage(started.sentence);
  return yield* solving(followJob(started.handle, { clock: app.clock, signal }), () =>
    guild.value.settleGap(id, 'solved', `read ${page}`),
  );
}

/** Solves the gap before the result that solves it is shown. */
async function* solving(
  outputs: AsyncGenerator<Output, void, void>,
  solve: () => Promise<unknown>,
): AsyncGenerator<Output, void, void> {
  for await (const output of outputs) {
    if (output.kind === 'result' && output.failed !== true) await solve();
    yield output;
  }
}

function noGap(id: number): Output {
  return problem(`There is no gap ${id}. See them with /odin gaps.`);
}
