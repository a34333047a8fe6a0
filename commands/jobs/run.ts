import { defineCommand } from '../../src/app/command.ts';
import { followChecks, followJobs } from '../../src/app/follow-due.ts';
import { choice, required } from '../../src/app/option.ts';
import { problem } from '../../src/app/view.ts';

const options = {
  kind: required(
    choice({
      description: 'Weekly checks, looks at watched sites, or sitemap syncs',
      choices: ['refresh', 'watch', 'sync'],
    }),
  ),
};

export default defineCommand({
  path: ['jobs', 'run'],
  description: 'Do now what is due now, for all guilds',
  access: 'operator',
  options,
  async *run(given, { app, operator, signal }) {
    if (!operator) return yield problem('Only who runs Heimdall may ask for this, at its console.');
    const kind = given(options.kind);
    return yield* kind === 'refresh' ? followChecks(app, signal) : followJobs(app, kind, signal);
  },
});
