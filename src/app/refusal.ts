import type { App } from './app.ts';

/**
 * One sentence why the first of these addresses that can't be fetched at all can't be, or null. Said before anything is
 * opened or made: a mistyped address leaves no trace.
 */
export function firstRefusal({ crawling }: App, urls: readonly string[]): string | null {
  const refused = urls.map((url) => crawling.refusal(url)).find((sentence) => sentence !== null);
  if (refused === undefined) return null;
  return `${refused.replace(/\.$/, '')} (the setting CRAWLER_ALLOW_NETWORKS opens networks of your own).`;
}
