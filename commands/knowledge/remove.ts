import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { findPage, findSource, guildToRead, sourceName, type Found } from '../../src/app/guild.ts';
import { flag, text } from '../../src/app/option.ts';
import { findRemovedPage, findRemovedSource } from '../../src/app/removal.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';
import type { JobSpec } from '../../src/knowledge/ledger.ts';
import type { GuildKnowledge, Source, StoredPage } from '../../src/knowledge/store.ts';

const options = {
  source: text({
    description: 'The source to remove with its pages: its number or address',
    hint: 'SOURCE',
    completes: 'source',
  }),
  page: text({ description: 'The page to remove: its number or address', hint: 'PAGE', completes: 'page' }),
  erase: flag({ description: 'Erase it at once, for good (otherwise it can be put back for a day)' }),
  sure: flag({ description: 'Do not ask first' }),
};

/** Jobs that store pages in a site's source while they run. */
const STORING: ReadonlySet<JobSpec['kind']> = new Set(['crawl', 'watch', 'sync']);

/** What is about to go, however it goes. */
interface Leaving {
  readonly kind: 'source' | 'page';
  readonly id: number;
  readonly name: string;
  /** How many pages the source has; null for a single page. */
  readonly pages: number | null;
}

export default defineCommand({
  path: ['knowledge', 'remove'],
  description: 'Remove a source with its pages, or one page',
  access: 'admin',
  options,
  async *run(given, context) {
    const [source, page, erase] = [given(options.source), given(options.page), given(options.erase)];
    if ((source === undefined) === (page === undefined)) {
      return yield wrongUsage('Name what to remove: either a source or a page.');
    }
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const found =
      source === undefined
        ? await leavingPage(guild.value, page ?? '', erase)
        : await leavingSource(guild.value, source, erase);
    if (!found.ok) return yield problem(found.sentence);
    const busy = isBusy(context, guild.value, found.value);
    if (busy !== null) return yield problem(busy);
    if (context.asksFirst && !given(options.sure)) return yield question(found.value, erase);
    return yield erase
      ? await eraseNow(guild.value, found.value)
      : await removeFor(guild.value, found.value, context.app.clock.now());
  },
});

/** What is removed already can still be erased. */
async function leavingSource(guild: GuildKnowledge, named: string, erase: boolean): Promise<Found<Leaving>> {
  const here = await findSource(guild, named);
  const found: Found<Pick<Source, 'id' | 'spec' | 'pages'>> =
    here.ok || !erase ? here : await findRemovedSource(guild, named);
  if (!found.ok) return found;
  const { id, pages } = found.value;
  return { ok: true, value: { kind: 'source', id, name: `source ${id} (${sourceName(found.value)})`, pages } };
}

async function leavingPage(guild: GuildKnowledge, named: string, erase: boolean): Promise<Found<Leaving>> {
  const here = await findPage(guild, named);
  const found: Found<Pick<StoredPage, 'id' | 'url'>> = here.ok || !erase ? here : await findRemovedPage(guild, named);
  if (!found.ok) return found;
  const { id, url } = found.value;
  return { ok: true, value: { kind: 'page', id, name: `page ${id} (${url})`, pages: null } };
}

/** A job that stores pages in a source needs it to be there. */
function isBusy({ app }: CommandContext, guild: GuildKnowledge, { kind }: Leaving): string | null {
  const job = app.runner.active(guild.guildId).find(({ spec }) => STORING.has(spec.kind));
  if (kind !== 'source' || job === undefined) return null;
  return `Job ${job.jobId} is reading a site, or waits to: wait for its end, or cancel it with: knowledge jobs --cancel ${job.jobId}`;
}

/** Asks before anything goes. */
function question({ kind, id, name, pages }: Leaving, erase: boolean): Output {
  const verb = erase ? 'Erase' : 'Remove';
  return {
    kind: 'result',
    view: {
      tone: 'warning',
      title: `${verb} ${name}${pages === null ? '' : ` with ${counted(pages, 'page')}`}?`,
      text: [
        ...(pages === null ? [] : ['Pages that another source has too stay.']),
        erase ? 'What is erased is gone at once and for good.' : 'For a day it can be put back: knowledge restore',
      ],
    },
    offer: { label: verb, destroys: true, options: { [kind]: String(id), sure: 'true' } },
    data: { asked: true, [kind]: String(id), erase },
  };
}

async function removeFor(guild: GuildKnowledge, { kind, id, name, pages }: Leaving, at: Date): Promise<Output> {
  const removed =
    kind === 'source' ? await guild.removeSource(id, at) : Number(await guild.removePage(id, 'admin', at));
  return {
    kind: 'result',
    view: {
      tone: 'good',
      title: `Removed ${name}${pages === null ? '' : ` and ${counted(removed, 'page')}`}`,
      text: [`For a day it can be put back with: knowledge restore --${kind} ${id}`],
    },
    offer: { label: 'Undo', destroys: false, path: ['knowledge', 'restore'], options: { [kind]: String(id) } },
    data: { [`${kind}Id`]: id, pagesRemoved: removed, erased: false },
  };
}

async function eraseNow(guild: GuildKnowledge, { kind, id, name, pages }: Leaving): Promise<Output> {
  const erased = kind === 'source' ? await guild.eraseSource(id) : Number(await guild.erasePage(id));
  return {
    kind: 'result',
    view: { tone: 'good', title: `Erased ${name}${pages === null ? '' : ` and ${counted(erased, 'page')}`}` },
    data: { [`${kind}Id`]: id, pagesRemoved: erased, erased: true },
  };
}
