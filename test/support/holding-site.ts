import { expect } from 'vitest';
import { serve } from './app.ts';
import { page } from './site.ts';

/** A site whose pages under /hold do not answer until they are let go. */
export async function holdingSite() {
  const begun: string[] = [];
  let letGo = (): void => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const site = await serve((path) => {
    if (path === '/robots.txt') return undefined;
    begun.push(path);
    return path.startsWith('/hold') ? released.then(() => page(`Page ${path}`)) : page(`Page ${path}`);
  });
  const until = (path: string) => expect.poll(() => begun, { timeout: 8000, interval: 5 }).toContain(path);
  return { origin: site.origin, begun, until, letGo };
}
