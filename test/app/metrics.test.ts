import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/app/metrics.ts';
import type { App } from '../../src/app/app.ts';
import { crawl, serve, startApp, startImport } from '../support/app.ts';
import { holdingSite } from '../support/holding-site.ts';
import { links, page } from '../support/site.ts';

/** The numbers of an app by name and labels, those of Node.js left out. */
async function numbersOf(metrics: ReturnType<typeof createMetrics>): Promise<Record<string, number>> {
  const { text } = await metrics.read();
  const lines = text.split('\n').filter((line) => line.startsWith('heimdall_'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

function metricsOf(app: App): ReturnType<typeof createMetrics> {
  return createMetrics({
    runner: app.runner,
    requests: app.requests.watch(),
    linkChecks: app.linkChecks.watch(),
    clock: app.clock,
  });
}

describe('the metrics', () => {
  it('count what a crawl did, from its stream of events and its requests', async () => {
    const site = await serve({
      '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 3\nDisallow: /shut' },
      '/': page('Home', links('/a', '/shut', '/gone', '/old', '/f.pdf')),
      '/a': page('A'),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': page('New'),
    });
    const app = await startApp();
    const metrics = metricsOf(app);
    await crawl(app, `${site.origin}/`);
    expect(await numbersOf(metrics)).toMatchObject({
      'heimdall_pages_total{job="crawl",change="new"}': 3,
      'heimdall_skipped_urls_total{job="crawl",reason="robots-disallowed"}': 1,
      'heimdall_skipped_urls_total{job="crawl",reason="file-url"}': 1,
      'heimdall_skipped_urls_total{job="crawl",reason="redirected"}': 1,
      'heimdall_failed_urls_total{job="crawl",reason="http-404"}': 1,
      'heimdall_robots_total{verdict="rules"}': 1,
      'heimdall_jobs_ended_total{job="crawl",end="done"}': 1,
      'heimdall_job_seconds_count{job="crawl"}': 1,
      'heimdall_requests_total{purpose="knowledge-ingest",outcome="2xx"}': 4,
      'heimdall_requests_total{purpose="knowledge-ingest",outcome="3xx"}': 1,
      'heimdall_requests_total{purpose="knowledge-ingest",outcome="4xx"}': 1,
      'heimdall_answer_seconds_count{purpose="knowledge-ingest"}': 6,
      'heimdall_waits_total{why="crawl-delay"}': 5,
      'heimdall_jobs{state="running"}': 0,
    });
  });

  it('tell what broke', async () => {
    const site = await serve({ '/': page('Home', links('/cut')), '/cut': { cut: true } });
    const app = await startApp();
    const metrics = metricsOf(app);
    await crawl(app, `${site.origin}/`);
    const numbers = await numbersOf(metrics);
    expect(numbers['heimdall_requests_total{purpose="knowledge-ingest",outcome="reset"}']).toBe(2);
    expect(numbers['heimdall_failed_urls_total{job="crawl",reason="reset"}']).toBe(1);
  });

  it('tell what links were found to show', async () => {
    const site = await serve({ '/a': { status: 404 } });
    const app = await startApp();
    const metrics = metricsOf(app);
    for (let times = 0; times < 2; times += 1) await app.attachments.check(new URL(`${site.origin}/a`), 'local');
    // What a stream tells is counted a moment later.
    await expect
      .poll(() => numbersOf(metrics))
      .toMatchObject({
        'heimdall_link_checks_total{verdict="none",layer="bytes"}': 1,
        'heimdall_link_checks_total{verdict="none",layer="memory"}': 1,
        'heimdall_requests_total{purpose="link-check",outcome="4xx"}': 1,
      });
  });

  it('tell how many jobs run and wait, over all servers', async () => {
    const { origin, until, letGo } = await holdingSite();
    const app = await startApp({}, { maxJobs: 2 });
    const metrics = metricsOf(app);
    const jobs = [];
    for (const guild of ['one', 'two', 'three']) jobs.push(await startImport(app, [`${origin}/hold-${guild}`], guild));
    await Promise.all([until('/hold-one'), until('/hold-two')]);
    expect(await numbersOf(metrics)).toMatchObject({
      'heimdall_jobs{state="running"}': 2,
      'heimdall_jobs{state="waiting"}': 1,
    });
    letGo();
    await Promise.all(jobs.map(({ ran }) => ran));
  });

  it('name no host, server or address, and bring the delay of the event loop along', async () => {
    const site = await serve({ '/': page('Home') });
    const app = await startApp();
    const metrics = metricsOf(app);
    await crawl(app, `${site.origin}/`, { guild: '123456789012345678' });
    const { contentType, text } = await metrics.read();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).not.toMatch(/127\.0\.0\.1|123456789012345678|http:/);
  });
});
