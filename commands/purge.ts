import { defineCommand } from '../src/app/command.ts';
import { flag, required } from '../src/app/option.ts';
import { host } from '../src/app/url-option.ts';
import { purgeHost, undoPurge } from '../src/app/purge.ts';
import { problem } from '../src/app/view.ts';
import { counted } from '../src/app/wording.ts';

const options = {
  host: required(host({ description: 'The host: a name (every port of it), or a name and a port' })),
  undo: flag({ description: 'Let the host be visited again; what was deleted stays deleted' }),
};

export default defineCommand({
  path: ['purge'],
  description: 'Delete every stored copy of a host, in all servers, and never visit it again',
  access: 'operator',
  options,
  async *run(given, { app, operator }) {
    if (!operator) return yield problem('This is for whoever runs Heimdall.');
    const name = given(options.host);
    if (given(options.undo)) {
      if (!(await undoPurge(app.store, name))) return yield problem(`${name} is not shut out.`);
      return yield {
        kind: 'result',
        view: { tone: 'good', title: `${name} may be visited again` },
        data: { host: name, shut: false },
      };
    }
    const { concerned, problems } = await purgeHost(app.store, app.clock, name);
    const pages = concerned.reduce((sum, guild) => sum + guild.pages, 0);
    return yield {
      kind: 'result',
      failed: problems.length > 0,
      view: {
        tone: problems.length === 0 ? 'good' : 'bad',
        title: `Deleted ${counted(pages, 'page')} of ${name}, which is not visited any more`,
        text: [
          ...problems,
          ...(problems.length === 0 ? [] : ['Put that right, then run the same command again.']),
          ...(concerned.length === 0 ? ['No server had anything of it.'] : []),
        ],
        items: concerned.map(({ guildId, pages: gone }) => ({
          title: `Server ${guildId}`,
          lines: [`${counted(gone, 'page')}; its admins are told in their log channel and in: knowledge list`],
        })),
      },
      data: { host: name, shut: true, pages, servers: concerned.map((guild) => ({ ...guild })), problems },
    };
  },
});
