import { defineCommand } from '../src/app/command.ts';
import { productVersion } from '../src/app/root.ts';
import { CRAWLER_PAGE_URL, USER_AGENT } from '../src/fetch/identity.ts';

export default defineCommand({
  path: ['about'],
  description: 'Say what Heimdall is',
  access: 'member',
  options: {},
  async *run() {
    const version = productVersion();
    yield {
      kind: 'result',
      view: {
        tone: 'neutral',
        title: `Heimdall ${version}`,
        text: ['Heimdall reads documentation sites politely and finds the right passage in them.'],
        fields: [
          ['User agent', USER_AGENT],
          ['For site owners', CRAWLER_PAGE_URL],
        ],
      },
      data: { version, userAgent: USER_AGENT, crawlerPage: CRAWLER_PAGE_URL },
    };
  },
});
