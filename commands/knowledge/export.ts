import { defineCommand, type CommandContext } from '../../src/app/command.ts';
import { packed } from '../../src/app/export-file.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { exportOf } from '../../src/app/transfer.ts';
import { problem, type ResultFile } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';

const NAME = 'knowledge.jsonl.gz';

export default defineCommand({
  path: ['knowledge', 'export'],
  description: 'Hand over everything that is known here as one file',
  access: 'admin',
  options: {},
  file: 'JSON Lines; packed when its name ends in .gz',
  async *run(_given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const counts = { sources: (await guild.value.sources()).length, pages: await guild.value.countPages() };
    const file = await fileOf(guild.value, context);
    if (file === null) {
      return yield problem(
        `What is known here is too large for a file in Discord; on the machine that Heimdall runs on: npx heimdall knowledge export --guild ${context.guildId} --file ${NAME}`,
      );
    }
    return yield {
      kind: 'result',
      view: {
        tone: 'good',
        title: `Export of ${counted(counts.sources, 'source')} and ${counted(counts.pages, 'page')}`,
        text: ['Take it in elsewhere with: npx heimdall knowledge import --export FILE'],
      },
      file,
      data: counts,
    };
  },
});

/** Null when it is larger than can be handed over. */
async function fileOf(guild: GuildKnowledge, { app, mostFileBytes }: CommandContext): Promise<ResultFile | null> {
  const lines = (): AsyncIterable<string> => exportOf(guild, app.clock.now());
  if (mostFileBytes === undefined) return { name: NAME, lines };
  const bytes = await packed(lines(), mostFileBytes);
  return bytes === null ? null : { name: NAME, bytes };
}
