import { bindingLine } from '../../src/app/binding-options.ts';
import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { guildToRead, sourceName } from '../../src/app/guild.ts';
import { flag, integer } from '../../src/app/option.ts';
import { leftAloneOf } from '../../src/app/left-alone.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { purgeNotices } from '../../src/app/purge.ts';
import { removedSourceData, removedSourceItem } from '../../src/app/removed-view.ts';
import { problem, type Result } from '../../src/app/view.ts';
import {
  leftAloneLine,
  refusedUntil,
  scheduleLine,
  troubleLine,
  type HostLeftAlone,
} from '../../src/app/watch-view.ts';
import { counted, shownTime } from '../../src/app/wording.ts';
import type { Binding } from '../../src/knowledge/bindings.ts';
import type { SourceState } from '../../src/knowledge/freshness.ts';
import type { GuildKnowledge, Source } from '../../src/knowledge/store.ts';

/** So many fit into one message. */
const PER_PAGE = 20;

const options = {
  from: integer({ description: 'Number of the first one to list', min: 1, max: 10_000_000 }),
  removed: flag({ description: 'Those that were removed and can be put back' }),
};

export default defineCommand({
  path: ['knowledge', 'list'],
  description: 'List the sources',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const offset = (given(options.from) ?? 1) - 1;
    if (given(options.removed)) return yield await removedSources(guild.value, offset);
    const sources = await guild.value.sources();
    const notices = await purgeNotices(context.app.store, context.guildId);
    const states = await guild.value.freshness.sourceStates();
    const bindings = await guild.value.bindings();
    const shown = sources.slice(offset, offset + PER_PAGE);
    const leftAlone = await leftAloneOf(context.app, shown);
    return yield {
      kind: 'result',
      paging: pagingOf({
        path: ['knowledge', 'list'],
        offset,
        perPage: PER_PAGE,
        more: offset + PER_PAGE < sources.length,
      }),
      view: {
        tone: 'neutral',
        title: counted(sources.length, 'source'),
        ...(notices.length === 0 ? {} : { text: notices }),
        items: shown.map((source) => ({
          title: `${source.id}  ${sourceName(source)}`,
          lines: [
            ...linesOf(source, states.get(source.id), leftAlone.get(source.id)),
            ...boundLine(bindings.get(source.id), context.nameOf),
          ],
        })),
      },
      data: {
        notices,
        sources: shown.map(({ id, spec, pages, addedAt, checkedAt }) => ({
          id,
          kind: spec.kind,
          urls: spec.kind === 'page' ? [spec.url] : spec.startUrls,
          pages,
          addedAt: addedAt.toISOString(),
          checkedAt: checkedAt?.toISOString() ?? null,
          bindings: (bindings.get(id) ?? []).map((binding) => ({ ...binding })),
          ...stateData(states.get(id)),
          ...leftAloneData(leftAlone.get(id)),
        })),
      },
    };
  },
});

async function removedSources(guild: GuildKnowledge, offset: number): Promise<Result> {
  const sources = await guild.removedSources();
  const shown = sources.slice(offset, offset + PER_PAGE);
  const more = offset + PER_PAGE < sources.length;
  return {
    kind: 'result',
    paging: pagingOf({ path: ['knowledge', 'list'], options: { removed: 'true' }, offset, perPage: PER_PAGE, more }),
    view: {
      tone: 'neutral',
      title: sources.length === 0 ? 'No removed sources' : counted(sources.length, 'removed source'),
      text: [
        shown.length === 0
          ? 'Removed pages are listed with: knowledge pages --removed'
          : 'Put one back with: knowledge restore --source SOURCE',
      ],
      items: shown.map(removedSourceItem),
    },
    data: { sources: shown.map(removedSourceData) },
  };
}

function linesOf(
  { spec, pages, checkedAt }: Source,
  state: SourceState | undefined,
  leftAlone: readonly HostLeftAlone[] = [],
): readonly string[] {
  const checked = checkedAt === null ? 'never checked' : `last checked ${shownTime(checkedAt)}`;
  const trouble = state === undefined ? null : troubleLine(state);
  const watched = state === undefined ? null : scheduleLine(state.schedule, refusedUntil(leftAlone));
  const first = `${spec.kind}, ${counted(pages, 'page')}, ${checked}`;
  return [first, watched, trouble, leftAloneLine(leftAlone)].filter((line) => line !== null);
}

function leftAloneData(hosts: readonly HostLeftAlone[] = []) {
  return {
    refusedUntil: refusedUntil(hosts)?.toISOString() ?? null,
    leftAlone: hosts.map(({ host, until, why }) => ({ host, until: until.toISOString(), why })),
  };
}

function boundLine(bindings: readonly Binding[] | undefined, nameOf: CommandContext['nameOf']): readonly string[] {
  return bindings === undefined ? [] : [bindingLine(bindings, nameOf)];
}

function stateData(state: SourceState | undefined) {
  const { mode = 'off', dueAt = null, ranAt = null, outcome = null, backlog = 0 } = state?.schedule ?? {};
  const { frozen = 0, missing = 0, failing = 0 } = state ?? {};
  return {
    mode,
    nextRun: dueAt?.toISOString() ?? null,
    lastRun: ranAt?.toISOString() ?? null,
    lastOutcome: outcome,
    backlog,
    frozen,
    missing,
    failing,
  };
}
