import { defineConfig } from 'vitest/config';

/** `npm run test:browser`: what only a real browser can tell of the crawler page. It needs Debian's chromium. */
export default defineConfig({
  test: { include: ['test/browser/**/*.browser.ts'], testTimeout: 60_000, hookTimeout: 30_000 },
});
