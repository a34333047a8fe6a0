import { defineCommand } from '../../src/app/command.ts';
import { findPage, guildToRead } from '../../src/app/guild.ts';
import { required, text } from '../../src/app/option.ts';
import { problem } from '../../src/app/view.ts';
import { shownTime } from '../../src/app/wording.ts';

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
    const fetchedAt = page.fetchedAt.toISOString();
    const changedAt = page.changedAt.toISOString();
    return yield {
      kind: 'result',
      view: {
        tone: 'neutral',
        title: page.title || page.url,
        fields: [
          ['Address', page.url],
          ['Description', page.description],
          ['Language', page.language ?? 'not given'],
          ['Fetched', shownTime(page.fetchedAt)],
          ['Changed', shownTime(page.changedAt)],
          ['Passages', String(page.passages)],
          ['Hash', page.contentHash],
          ['Sources', page.sourceIds.join(', ')],
          ...(page.noindex ? [['Note', 'asks not to be indexed; imported because it was named'] as const] : []),
          ...(page.aiInput
            ? []
            : [['Note', 'may be quoted, but its text is never sent to a model (content signal)'] as const]),
        ],
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
        fetchedAt,
        changedAt,
        sourceIds: page.sourceIds,
      },
    };
  },
});
