import { as, kindsOf, waysOf, what, where } from '../../src/app/attachment-options.ts';
import { defineCommand } from '../../src/app/command.ts';
import { channel } from '../../src/app/id-option.ts';
import { choice } from '../../src/app/option.ts';
import { policyData, policyView } from '../../src/app/policy-view.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';
import { ACTIONS, isInUse, SERVER, withMarks } from '../../src/links/policy.ts';

const options = {
  what,
  as,
  where,
  action: choice({ description: 'Delete, also tell the author, or only log', choices: ACTIONS }),
  log: channel({ description: 'The channel that gets an entry for each message' }),
  bots: choice({ description: 'Judge webhooks and other bots too, or leave them alone', choices: ['judge', 'leave'] }),
};

export default defineCommand({
  path: ['attachments', 'block'],
  description: 'Forbid GIFs, videos, pictures or files here, as uploads and as links',
  access: 'admin',
  options,
  async *run(given, context) {
    const { app, guildId } = context;
    const kinds = kindsOf(given(options.what));
    const action = given(options.action);
    const log = given(options.log);
    const bots = given(options.bots);
    if (kinds.length === 0 && action === undefined && log === undefined && bots === undefined) {
      return yield wrongUsage('Say what to block: what:no-gifs, or some of gif, video, image, file, sticker, emoji.');
    }
    const unfit = log === undefined ? null : ((await context.channelProblem?.(log)) ?? null);
    if (unfit !== null) return yield problem(unfit);
    const place = given(options.where) ?? SERVER;
    const policy = await app.attachments.change(guildId, (before) => ({
      ...withMarks(before, place, 'block', kinds, waysOf(given(options.as)), action),
      ...(log === undefined ? {} : { logChannel: log }),
      ...(bots === undefined ? {} : { bots: bots === 'judge' }),
    }));
    const trouble = isInUse(policy) ? ((await context.readingProblem?.()) ?? null) : null;
    return yield {
      kind: 'result',
      view: policyView('This is forbidden here now', policy, context.nameOf, trouble === null ? [] : [trouble]),
      data: policyData(policy),
    };
  },
});
