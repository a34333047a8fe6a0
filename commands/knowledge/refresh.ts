import { defineCommand } from '../../src/app/command.ts';
import { followJob } from '../../src/app/follow-job.ts';
import { findSource, guildToRead } from '../../src/app/guild.ts';
import { required, text } from '../../src/app/option.ts';
import { problem } from '../../src/app/view.ts';

const options = {
  source: required(text({ description: 'Its number or address', hint: 'SOURCE', completes: 'source' })),
};

export default defineCommand({
  path: ['knowledge', 'refresh'],
  description: 'Check every page of a source now',
  access: 'admin',
  options,
  startsJob: () => true,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const source = await findSource(guild.value, given(options.source));
    if (!source.ok) return yield problem(source.sentence);
    const { app, signal } = context;
    return yield* followJob(await app.crawling.refresh(guild.value, source.value), { clock: app.clock, signal });
  },
});
