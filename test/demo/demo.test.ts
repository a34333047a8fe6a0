import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { noCommon } from '../../src/console/line.ts';
import { runDemo } from '../../src/demo/demo.ts';
import { tempDir } from '../support/app.ts';
import { createScreen } from '../support/screen.ts';

/** Runs the demo as `npm run demo` does, on the real clock. */
async function demo(dataDir: string, json = false) {
  const screen = createScreen();
  const options = { commands, screen, common: { ...noCommon, json }, signal: new AbortController().signal };
  const code = await runDemo({ dataDir, openNetworks: [], maxJobs: 20 }, options);
  return { code, ...screen.text };
}

describe('the demo', () => {
  it(
    'shows crawl, receipt, what was skipped and why, a hit, an answer and two checks; and does so again',
    { timeout: 60_000 },
    async () => {
      const dataDir = tempDir();
      const first = await demo(dataDir);
      expect([first.code, first.err]).toEqual([0, '']);
      expect(first.out).toMatch(/new {6}http\S+\/guide\/fog-horn\//);
      expect(first.out).toMatch(/^Job 1: crawl of http:\S+: 10 pages stored$/m);
      expect(first.out).toMatch(/1 × {2}is disallowed by robots\.txt +http:\S+\/internal\/plans\//);
      expect(first.out).toMatch(/1 × {2}asks not to be indexed \(noindex\) +http:\S+\/archive\/2019\//);
      expect(first.out).toMatch(
        /^ {2}Maintenance \| Pharos\n {6}http:\S+\n {6}.*The lamp stays dark after a power cut/m,
      );
      expect(first.out).toMatch(/^http:\S+\/internal\/plans\/ would not be stored$/m);
      expect(first.out).toMatch(
        /^ {2}> It sounds when the visibility falls below[\s\S]*^ {2}\[1\] Fog horn \| Pharos$/m,
      );
      expect(first.out).toMatch(/^> \/attachments check url:http:\S+\.jpg\nA GIF\n {2}Why +a GIF of several frames$/m);
      expect(first.out.split('\n').length).toBeLessThan(100);

      const second = await demo(dataDir, true);
      expect([second.code, second.err]).toEqual([0, '']);
      const results = second.out
        .trimEnd()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line));
      expect(results.find(({ kind }) => kind === 'result')).toMatchObject({ jobId: 1, stored: 10, met: 17 });
      expect(results.at(-1)).toMatchObject({ verdict: 'gif', fromMemory: false });
    },
  );
});
