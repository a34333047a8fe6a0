import { defineCommand } from '../../src/app/command.ts';
import { flag } from '../../src/app/option.ts';
import { member, place, role } from '../../src/app/id-option.ts';
import { policyData, policyView } from '../../src/app/policy-view.ts';
import { wrongUsage } from '../../src/app/view.ts';
import { withExempt } from '../../src/links/policy.ts';

const options = {
  role: role({ description: 'Members with this role' }),
  member: member({ description: 'This member' }),
  channel: place({ description: 'This channel with its threads, or all channels of a category' }),
  remove: flag({ description: 'Judge them again from now on' }),
};

export default defineCommand({
  path: ['attachments', 'exempt'],
  description: 'Leave a role, a member or a channel out of what is forbidden',
  access: 'admin',
  options,
  async *run(given, { app, guildId, nameOf }) {
    const named = [
      ['roles', given(options.role)],
      ['members', given(options.member)],
      ['channels', given(options.channel)],
    ] as const;
    if (named.every(([, id]) => id === undefined)) {
      return yield wrongUsage('Name a role, a member or a channel to leave out.');
    }
    const exempt = !given(options.remove);
    const policy = await app.attachments.change(guildId, (before) =>
      named.reduce((policy, [kind, id]) => (id === undefined ? policy : withExempt(policy, kind, id, exempt)), before),
    );
    const title = exempt ? 'They are left out now' : 'They are judged again';
    return yield { kind: 'result', view: policyView(title, policy, nameOf), data: policyData(policy) };
  },
});
