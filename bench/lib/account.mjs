// Loaded before a contender (`node --import`): at its end writes what the whole process, threads included, has cost.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const endedAt = performance.timeOrigin + performance.now();
  const cost = { endedAt, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_ACCOUNT, JSON.stringify(cost));
});
