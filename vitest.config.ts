import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most files wait for sockets, not for the processor.
    maxWorkers: 4,
    testTimeout: 20_000,
  },
});
