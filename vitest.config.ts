import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build.ts',
    // Loading the product anew for each file would take longer than the tests: files share what a process has loaded.
    pool: 'forks',
    isolate: false,
    // Most files wait for sockets, not for the processor.
    maxWorkers: 4,
    testTimeout: 30_000,
  },
});
