import { checkResult } from '../../src/app/check-view.ts';
import { defineCommand } from '../../src/app/command.ts';
import { required } from '../../src/app/option.ts';
import { url } from '../../src/app/url-option.ts';
import { firstRefusal } from '../../src/app/refusal.ts';
import { wrongUsage } from '../../src/app/view.ts';

const options = { url: required(url({ description: 'The address to ask about' })) };

export default defineCommand({
  path: ['knowledge', 'check'],
  description: 'Say what an import of one URL would do, and why; stores nothing',
  access: 'admin',
  options,
  async *run(given, { app, guildId, signal }) {
    const target = given(options.url);
    const refused = firstRefusal(app, [target]);
    if (refused !== null) return yield wrongUsage(refused);
    return yield* checkResult(app.crawling.check(guildId, target, signal));
  },
});
