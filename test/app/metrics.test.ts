import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/app/metrics.ts';
import { crawl, importPages, serve, startApp, startImport } from '../support/app.ts';
import { askOdin, modelAt } from '../support/asking.ts';
import { createFakeClock } from '../support/clock.ts';
import { holdingSite } from '../support/holding-site.ts';
import { startModelServer, streamOf } from '../support/model-server.ts';
import { links, page } from '../support/site.ts';
import { nextWeek, WEEK_MS } from '../support/upkeep.ts';

/** The numbers of an app by name and labels, those of Node.js left out. */
async function numbersOf(metrics: ReturnType<typeof createMetrics>): Promise<Record<string, number>> {
  const { text } = await metrics.read();
  const lines = text.split('\n').filter((line) => line.startsWith('heimdall_'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
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
    const metrics = createMetrics(app);
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
    const metrics = createMetrics(app);
    await crawl(app, `${site.origin}/`);
    const numbers = await numbersOf(metrics);
    expect(numbers['heimdall_requests_total{purpose="knowledge-ingest",outcome="reset"}']).toBe(2);
    expect(numbers['heimdall_failed_urls_total{job="crawl",reason="reset"}']).toBe(1);
  });

  it('tell what links were found to show', async () => {
    const site = await serve({ '/a': { status: 404 } });
    const app = await startApp();
    const metrics = createMetrics(app);
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

  it('count the weekly checks, which are no job of the runner', async () => {
    const clock = createFakeClock();
    const site = await serve({
      '/robots.txt': () => (clock.elapsed < WEEK_MS / 2 ? { status: 404 } : { body: 'User-agent: *\nDisallow: /b' }),
      '/a': page('A'),
      '/b': page('B'),
      '/c': () => (clock.elapsed < WEEK_MS / 2 ? page('C') : { status: 500 }),
    });
    const app = await startApp({ clock });
    const metrics = createMetrics(app);
    await importPages(
      app,
      ['/a', '/b', '/c'].map((path) => site.origin + path),
    );
    await nextWeek(app, clock, site);
    await expect
      .poll(() => numbersOf(metrics))
      .toMatchObject({
        'heimdall_pages_total{job="import",change="new"}': 3,
        'heimdall_pages_total{job="weekly-check",change="unchanged"}': 1,
        'heimdall_skipped_urls_total{job="weekly-check",reason="robots-disallowed"}': 1,
        'heimdall_failed_urls_total{job="weekly-check",reason="http-500"}': 1,
        'heimdall_jobs_ended_total{job="weekly-check",end="done"}': 1,
        'heimdall_job_seconds_count{job="weekly-check"}': 1,
      });
  });

  it('tell how questions were answered, how long it took, and what was wrong with the model', async () => {
    const server = await startModelServer((_, nth) =>
      nth === 0 ? { stream: streamOf('Signing keys are rotated every 90 days [1].') } : { status: 401, body: {} },
    );
    const app = await startApp({}, { model: modelAt(server) });
    const metrics = createMetrics(app);
    const site = await serve({ '/': page('Keys', '<p>Signing keys are rotated every 90 days.</p>') });
    await importPages(app, [`${site.origin}/`]);
    for (const question of [
      'How often are signing keys rotated?',
      'How often are signing keys rotated?',
      'Which keys are rotated every 90 days?',
      'How do I bake sourdough bread?',
    ])
      await askOdin(app, question);
    await expect
      .poll(() => numbersOf(metrics))
      .toMatchObject({
        'heimdall_questions_total{by="model",again="false"}': 1,
        'heimdall_questions_total{by="model",again="true"}': 1,
        'heimdall_questions_total{by="quotes",again="false"}': 1,
        'heimdall_questions_total{by="nobody",again="false"}': 1,
        'heimdall_question_seconds_count{by="model"}': 2,
        'heimdall_model_troubles_total{why="key-refused"}': 1,
      });
  });

  it('tell how many jobs run and wait, over all servers', async () => {
    const { origin, until, letGo } = await holdingSite();
    const app = await startApp({}, { maxJobs: 2 });
    const metrics = createMetrics(app);
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
    const metrics = createMetrics(app);
    await crawl(app, `${site.origin}/`, { guild: '123456789012345678' });
    const { contentType, text } = await metrics.read();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).not.toMatch(/127\.0\.0\.1|123456789012345678|http:/);
  });
});
