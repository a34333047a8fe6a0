import { defineCommand } from '../../src/app/command.ts';
import { followJob } from '../../src/app/follow-job.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { flag, integer, required } from '../../src/app/option.ts';
import { paths, sitemap, urls } from '../../src/app/url-option.ts';
import { previewResult } from '../../src/app/preview-view.ts';
import { firstRefusal } from '../../src/app/refusal.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';
import { MAX_PAGES_PER_JOB } from '../../src/promises.ts';

const options = {
  url: required(urls({ description: 'Where to start; several addresses of one site are possible', most: 20 })),
  pages: integer({ description: 'Most pages to visit in this run', min: 1, max: MAX_PAGES_PER_JOB }),
  exclude: paths({ description: 'Paths to leave out' }),
  files: flag({ description: 'Look at URLs of files too (they are left out otherwise)' }),
  params: flag({ description: 'Follow URLs with query parameters too' }),
  sitemap: sitemap({ description: 'Search for a sitemap, use none, or use the one at this address' }),
  preview: flag({ description: 'Only show what a crawl would do' }),
  fresh: flag({ description: 'Begin anew instead of going on with a partial crawl' }),
};

export default defineCommand({
  path: ['knowledge', 'crawl'],
  description: 'Crawl a site into the knowledge',
  access: 'admin',
  options,
  startsJob: (given) => !given(options.preview),
  async *run(given, context) {
    const { app, guildId, signal } = context;
    const startUrls = given(options.url);
    const crawlOptions = {
      pages: given(options.pages) ?? MAX_PAGES_PER_JOB,
      exclude: given(options.exclude),
      excludeFiles: !given(options.files),
      allowParameters: given(options.params),
      sitemap: given(options.sitemap),
    };
    const { sitemap: map } = crawlOptions;
    const refused = firstRefusal(app, [...startUrls, ...(typeof map === 'string' ? [] : [map.url])]);
    if (refused !== null) return yield wrongUsage(refused);
    if (given(options.preview)) {
      return yield* previewResult(app.crawling.preview(guildId, startUrls, crawlOptions, signal), crawlOptions.exclude);
    }
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const started = await app.crawling.crawl(guild.value, startUrls, crawlOptions, given(options.fresh));
    if (!started.ok) return yield wrongUsage(started.sentence);
    return yield* followJob(started.handle, { clock: app.clock, signal });
  },
});
