import { defineCommand } from '../../src/app/command.ts';
import { findPage, guildToRead } from '../../src/app/guild.ts';
import { required, text } from '../../src/app/option.ts';
import { factsOf } from '../../src/app/page-facts.ts';
import { problem } from '../../src/app/view.ts';

const options = {
  page: required(text({ description: 'The page: its number or address', hint: 'PAGE', completes: 'page' })),
};

export default defineCommand({
  path: ['knowledge', 'show'],
  description: 'Show a stored page as Markdown, with its facts',
  access: 'admin',
  options,
  async *run(given, context) {
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const found = await findPage(guild.value, given(options.page));
    if (!found.ok) return yield problem(found.sentence);
    const page = await guild.value.page(found.value.id);
    if (page === null) return yield problem('That page was removed a moment ago.');
    const origin = await guild.value.originOf(page.id);
    return yield {
      kind: 'result',
      view: {
        tone: 'neutral',
        title: page.title || page.url,
        fields: factsOf(page, origin, await guild.value.sources()),
        document: page.markdown,
      },
      data: {
        id: page.id,
        url: page.url,
        title: page.title,
        description: page.description,
        language: page.language,
        canonical: page.canonical,
        publishedAt: page.publishedAt,
        modifiedAt: page.modifiedAt,
        markdown: page.markdown,
        contentHash: page.contentHash,
        passages: page.passages,
        images: page.images.map(({ url, alt, context: around }) => ({ url, alt, context: around })),
        videos: page.videos.map(({ provider, id, url, title }) => ({ provider, id, url, title })),
        etag: page.validators.etag ?? null,
        lastModified: page.validators.lastModified ?? null,
        noindex: page.noindex,
        aiInput: page.aiInput,
        fetchedAt: page.readAt.toISOString(),
        checkedAt: page.fetchedAt.toISOString(),
        changedAt: page.changedAt.toISOString(),
        sourceIds: page.sourceIds,
        origin: { ...origin.brought, lastJobId: origin.lastJobId },
        robots: origin.robots === null ? null : { ...origin.robots, readAt: origin.robots.readAt.toISOString() },
      },
    };
  },
});
