// Loaded before the product in its own process: writes down how long its event loop was held, and its largest memory.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
let watching = false;
// SIGUSR2 begins the measurement: what a process does to start is not measured.
process.on('SIGUSR2', () => {
  watching = true;
  delay.reset();
  delay.enable();
});
process.on('exit', () => {
  if (!watching) return;
  const figures = {
    p50: delay.percentile(50) / 1e6,
    p99: delay.percentile(99) / 1e6,
    max: delay.max / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  writeFileSync(process.env.LOOP_FIGURES, JSON.stringify(figures));
});
