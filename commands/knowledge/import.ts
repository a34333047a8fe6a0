import { defineCommand } from '../../src/app/command.ts';
import { followJob } from '../../src/app/follow-job.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { required, urls } from '../../src/app/option.ts';
import { firstRefusal } from '../../src/app/refusal.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';
import { MAX_PAGES_PER_JOB } from '../../src/promises.ts';

const options = {
  urls: required(
    urls({ description: 'Addresses of the pages, separated by spaces', hint: '"URL URL …"', most: MAX_PAGES_PER_JOB }),
  ),
};

export default defineCommand({
  path: ['knowledge', 'import'],
  description: 'Import single pages into the knowledge',
  access: 'admin',
  options,
  startsJob: () => true,
  async *run(given, context) {
    const { app, signal } = context;
    const named = given(options.urls);
    const refused = firstRefusal(app, named);
    if (refused !== null) return yield wrongUsage(refused);
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const started = await app.crawling.import(guild.value, named);
    if (!started.ok) return yield wrongUsage(started.sentence);
    return yield* followJob(started.handle, { clock: app.clock, signal });
  },
});
