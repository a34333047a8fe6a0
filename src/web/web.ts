import type { App } from '../app/app.ts';
import { databaseProbe, processProbe, type HealthProbe } from '../app/health.ts';
import { createMetrics } from '../app/metrics.ts';
import { createRoutes } from './routes.ts';
import { serveWeb, type WebServer, type WebServerOptions } from './server.ts';

export interface WebOptions extends WebServerOptions {
  /** How to reach whoever runs this instance; null where nobody said. */
  readonly operator: string | null;
  /** What has to work beside the process and its database. */
  readonly probes: readonly HealthProbe[];
  reportBug(error: unknown): void;
}

/** Serves the crawler page, the health and the metrics of a running app; or says in one sentence why it cannot. */
export function startWeb(
  app: App,
  { operator, probes, reportBug, ...where }: WebOptions,
): Promise<{ readonly ok: true; readonly value: WebServer } | { readonly ok: false; readonly sentence: string }> {
  const metrics = createMetrics(app);
  const routes = createRoutes({
    operator,
    probes: [processProbe, databaseProbe(app.store), ...probes],
    metrics: metrics.read,
    clock: app.clock,
    reportBug,
  });
  return serveWeb(routes, where);
}
