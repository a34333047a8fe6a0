import { defineCommand, type Finding } from '../src/app/command.ts';
import { examineGuild } from '../src/app/examine.ts';
import { url } from '../src/app/url-option.ts';
import { firstRefusal } from '../src/app/refusal.ts';
import { wrongUsage } from '../src/app/view.ts';
import { counted } from '../src/app/wording.ts';

const options = { url: url({ description: 'A site to try; the first source unless given' }) };

export default defineCommand({
  path: ['doctor'],
  description: 'Look for what keeps Heimdall from working here, and say how to put it right',
  access: 'admin',
  options,
  async *run(given, context) {
    const site = given(options.url);
    const refused = site === undefined ? null : firstRefusal(context.app, [site]);
    if (refused !== null) return yield wrongUsage(refused);
    const findings: Finding[] = [...((await context.examine?.()) ?? [])];
    for await (const finding of examineGuild(context, site)) findings.push(finding);
    const wrong = findings.filter(({ fix }) => fix !== null);
    return yield {
      kind: 'result',
      failed: wrong.length > 0,
      view: {
        tone: wrong.length === 0 ? 'good' : 'warning',
        title: wrong.length === 0 ? 'All is well' : `${counted(wrong.length, 'thing')} to put right`,
        // What is wrong comes first.
        text: [...wrong, ...findings.filter(({ fix }) => fix === null)].map(lineOf),
      },
      data: { findings: findings.map(({ what, state, fix }) => ({ what, state, fix })) },
    };
  },
});

function lineOf({ what, state, fix }: Finding): string {
  return fix === null ? `✓ ${what}: ${state}` : `✗ ${what}: ${state}. ${fix}`;
}
