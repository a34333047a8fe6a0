import { crawlerPage } from './crawler-page/page.ts';
import { toMarkdown } from './to-markdown.ts';

/** Prints `docs/crawler.md`: `npm run docs`. The file is nobody's instance, so it names no operator. */
process.stdout.write(toMarkdown(crawlerPage(null)));
