import { expect } from 'vitest';
import { crawl, guildOf, serve, startApp } from '../support/app.ts';
import { askOdin, modelAt } from '../support/asking.ts';
import { startModelServer, streamOf } from '../support/model-server.ts';
import { page } from '../support/site.ts';

export const aiInputProofs = {
  /** Asked with a model that is there and answers: what it was sent is what it may read. */
  async 'ai-input'() {
    const server = await startModelServer(({ prompt }) => {
      const [, n] = /\[(\d+)\] begins/.exec(prompt) ?? [];
      return { stream: streamOf(`The horn is blown at dawn by the watchman [${n}].`) };
    });
    const prompts = (): string => server.requests.map(({ prompt }) => prompt).join('\n');
    const app = await startApp({}, { model: modelAt(server) });
    const closed = await serve({
      '/robots.txt': { body: 'User-agent: *\nContent-Signal: search=yes, ai-input=no\nAllow: /' },
      '/': page('Gjallarhorn', '<p>The horn Gjallarhorn is kept by the well of Mimisbrunn.</p>'),
    });
    await crawl(app, `${closed.origin}/`);
    const guild = await guildOf(app);
    expect(await guild.pageAt(`${closed.origin}/`)).toMatchObject({ aiInput: false });
    expect(await guild.search('gjallarhorn', 5)).toMatchObject([{ url: `${closed.origin}/` }]);

    const quoted = await askOdin(app, 'Where is the horn Gjallarhorn kept?');
    expect(quoted.answer).toMatchObject({
      by: 'quotes',
      text: expect.stringContaining('Mimisbrunn'),
      citations: [{ url: `${closed.origin}/` }],
    });
    expect(server.requests).toEqual([]);

    // Beside a page that a model may read, and after an answer that quoted the one that it may not.
    const open = await serve({ '/': page('Horns', '<p>The horn is blown at dawn by the watchman.</p>') }, '127.0.0.2');
    await crawl(app, `${open.origin}/`);
    const told = await askOdin(app, 'When is the horn Gjallarhorn blown at dawn, and by whom?', quoted.questionId);
    expect(told.answer).toMatchObject({ by: 'model', citations: [{ url: `${open.origin}/` }] });
    expect(prompts()).toContain('blown at dawn by the watchman');
    expect(prompts()).toContain('Where is the horn Gjallarhorn kept?');
    expect(prompts()).not.toMatch(/mimisbrunn/i);
    expect(prompts()).not.toContain(closed.origin);
  },
};
