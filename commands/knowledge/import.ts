import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { readLines } from '../../src/app/export-file.ts';
import { followJob } from '../../src/app/follow-job.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { text } from '../../src/app/option.ts';
import { urlList, urls } from '../../src/app/url-option.ts';
import { firstRefusal } from '../../src/app/refusal.ts';
import { importExport } from '../../src/app/transfer.ts';
import { problem, wrongUsage, type Output } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';
import { MAX_PAGES_PER_JOB } from '../../src/promises.ts';

/** Bytes of a file with addresses: a hundred long ones, and comments. */
const MAX_LIST_BYTES = 64 * 1024;

const options = {
  urls: urls({
    description: 'Addresses of the pages, separated by spaces',
    hint: '"URL URL …"',
    most: MAX_PAGES_PER_JOB,
  }),
  list: urlList({
    description: 'A text file with the addresses, one a line',
    most: MAX_PAGES_PER_JOB,
    maxBytes: MAX_LIST_BYTES,
  }),
  export: text({
    description: 'Take in this file, which "knowledge export" has written',
    hint: 'FILE',
    operatorOnly: true,
  }),
};

export default defineCommand({
  path: ['knowledge', 'import'],
  description: 'Import single pages into the knowledge',
  access: 'admin',
  options,
  startsJob: (given) => given(options.export) === undefined,
  async *run(given, context) {
    const { app, signal } = context;
    const [typed, listed, exported] = [given(options.urls), given(options.list), given(options.export)];
    if (exported !== undefined && context.operator) {
      if (typed !== undefined || listed !== undefined) {
        return yield wrongUsage('Import either pages or an export, not both at once.');
      }
      return yield await takeIn(exported, context);
    }
    const named = [...new Set([...(typed ?? []), ...(listed ?? [])])];
    if (named.length === 0) return yield wrongUsage('Name what to import: addresses with urls, or a file with list.');
    const refused = firstRefusal(app, named);
    if (refused !== null) return yield wrongUsage(refused);
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const started = await app.crawling.import(guild.value, named);
    if (!started.ok) return yield wrongUsage(started.sentence);
    return yield* followJob(started.handle, { clock: app.clock, signal });
  },
});

/** Takes an export in, from a file on this machine. */
async function takeIn(path: string, context: CommandContext): Promise<Output> {
  const guild = await guildToFill(context);
  if (!guild.ok) return problem(guild.sentence);
  const imported = await importExport(guild.value, () => readLines(path)).catch(unreadable(path));
  if (!imported.ok) return problem(imported.sentence);
  const { sources, pages } = imported;
  const kept = pages.kept === 0 ? '' : `, ${pages.kept} left as they are because they were fetched later`;
  return {
    kind: 'result',
    view: {
      tone: 'good',
      title: `Took in ${counted(sources, 'source')} from ${path}`,
      text: [`${counted(pages.new, 'new page')}, ${pages.updated} updated, ${pages.unchanged} unchanged${kept}.`],
    },
    data: { sources, pages },
  };
}

/** What the disk or the unpacking threw is no mistake of ours: the file is not there, or not what it is called. */
function unreadable(path: string): (error: unknown) => { readonly ok: false; readonly sentence: string } {
  return (error) => {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    if (/^(?:ENOENT|EACCES|EISDIR|EPERM)$/.test(error.code)) {
      return { ok: false, sentence: `${path} cannot be read: name a file that is there and may be read.` };
    }
    if (error.code.startsWith('Z_'))
      return { ok: false, sentence: `${path} cannot be unpacked: it is damaged, or cut short.` };
    throw error;
  };
}
