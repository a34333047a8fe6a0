/**
 * Heimdall as a library: the pure functions that the product runs on. They take and give plain data, and know no
 * network, clock or database.
 */
export { checkAddress, checkUrl } from './fetch/address.ts';
export { canonicalOf, followableLinks, readDirectives } from './crawler/page-rules.ts';
export { judgeRobotsAnswer, readRobots, type RobotsPolicy } from './crawler/robots.ts';
export { decideScope } from './crawler/scope.ts';
export { readLastmod } from './crawler/lastmod.ts';
export { parseSitemap } from './crawler/sitemap.ts';
export type { SkipReason } from './crawler/skip-reason.ts';
export { sniffLink } from './links/sniff.ts';
export type { Verdict } from './links/verdict.ts';
export { readPage } from './page/read.ts';
export type { Image, Page, PageRefusal, Passage, Video } from './page/page.ts';
export { splitForDiscord } from './discord/split.ts';
