import { defineCommand } from '../../src/app/command.ts';
import { required } from '../../src/app/option.ts';
import { url } from '../../src/app/url-option.ts';
import type { View } from '../../src/app/view.ts';

const options = { url: required(url({ description: 'The link to look at' })) };

const TITLES = {
  gif: 'A GIF',
  video: 'A video',
  image: 'A still picture',
  none: 'Neither GIF nor video nor picture',
  unknown: 'Could not be judged, so it would be left alone',
} as const;

const LAYERS = {
  rule: 'this server’s own list of hosts',
  host: 'the table of known hosts, nothing was fetched',
  memory: 'an earlier look',
  bytes: 'a look at the first bytes',
  limit: 'a limit, nothing was fetched',
} as const;

export default defineCommand({
  path: ['attachments', 'check'],
  description: 'Say what a link shows, and how that was found out',
  access: 'admin',
  options,
  async *run(given, { app, guildId }) {
    const { judgement, layer, bytesRead, fromMemory } = await app.attachments.check(
      new URL(given(options.url)),
      guildId,
    );
    const { verdict, why } = judgement;
    const view: View = {
      tone: verdict === 'unknown' ? 'warning' : 'neutral',
      title: TITLES[verdict],
      fields: [
        ['Why', why],
        ['Decided by', LAYERS[layer]],
        ['Bytes read', String(bytesRead)],
      ],
    };
    return yield { kind: 'result', view, data: { verdict, why, bytesRead, fromMemory } };
  },
});
