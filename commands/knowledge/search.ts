import { defineCommand } from '../../src/app/command.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { headingPath } from '../../src/app/heading-path.ts';
import { integer, required, text } from '../../src/app/option.ts';
import { snippet } from '../../src/app/snippet.ts';
import { problem } from '../../src/app/view.ts';
import { counted } from '../../src/app/wording.ts';

const options = {
  query: required(text({ description: 'What to look for' })),
  limit: integer({ description: 'Most passages to show', min: 1, max: 50 }),
};

export default defineCommand({
  path: ['knowledge', 'search'],
  description: 'Search the knowledge',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const query = given(options.query);
    const passages = await guild.value.search(query, given(options.limit) ?? 5);
    return yield {
      kind: 'result',
      view: {
        tone: passages.length === 0 ? 'warning' : 'neutral',
        title:
          passages.length === 0
            ? `Nothing found for "${query}"`
            : `${counted(passages.length, 'passage')} for "${query}"`,
        items: passages.map(({ url, anchor, title, headings, text: body }) => ({
          title: headingPath(title || url, headings),
          url: anchor === null ? url : `${url}#${anchor}`,
          lines: [snippet(body, query)],
        })),
      },
      data: {
        query,
        passages: passages.map(({ url, anchor, title, headings, text: body, score, fetchedAt }) => ({
          url,
          anchor,
          title,
          headings,
          text: body,
          score,
          fetchedAt: fetchedAt.toISOString(),
        })),
      },
    };
  },
});
