import { ATTACHMENT_COUNTS } from '../../src/app/attachments.ts';
import { defineCommand } from '../../src/app/command.ts';
import { countFields, policyData, policyView } from '../../src/app/policy-view.ts';
import { isInUse } from '../../src/links/policy.ts';

export default defineCommand({
  path: ['attachments', 'status'],
  description: 'Show what is forbidden here, where, and what came of it',
  access: 'admin',
  options: {},
  async *run(_given, { app, guildId, readingProblem, nameOf }) {
    const policy = await app.attachments.policyOf(guildId);
    const counts = await app.attachments.countsOf(guildId);
    const trouble = isInUse(policy) ? ((await readingProblem?.()) ?? null) : null;
    const view = policyView('The attachment blocker', policy, nameOf, trouble === null ? [] : [trouble]);
    return yield {
      kind: 'result',
      view: { ...view, fields: [...(view.fields ?? []), ...countFields(counts)] },
      data: {
        ...policyData(policy),
        counts: Object.fromEntries(ATTACHMENT_COUNTS.map((what) => [what, counts.get(what) ?? 0])),
      },
    };
  },
});
