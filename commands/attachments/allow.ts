import { as, kindsOf, waysOf, what, where } from '../../src/app/attachment-options.ts';
import { defineCommand } from '../../src/app/command.ts';
import { policyData, policyView } from '../../src/app/policy-view.ts';
import { SERVER, withMarks, withoutPlace } from '../../src/links/policy.ts';

const options = { what, as, where };

export default defineCommand({
  path: ['attachments', 'allow'],
  description: 'Allow again what was forbidden, here or in one channel; everything unless kinds are named',
  access: 'admin',
  options,
  async *run(given, { app, guildId, nameOf }) {
    const kinds = kindsOf(given(options.what));
    const place = given(options.where) ?? SERVER;
    const policy = await app.attachments.change(guildId, (before) =>
      kinds.length === 0
        ? withoutPlace(before, place)
        : withMarks(before, place, 'allow', kinds, waysOf(given(options.as))),
    );
    return yield {
      kind: 'result',
      view: policyView('This is forbidden here now', policy, nameOf),
      data: policyData(policy),
    };
  },
});
