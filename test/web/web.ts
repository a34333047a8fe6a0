import type { App } from '../../src/app/app.ts';
import type { HealthProbe } from '../../src/app/health.ts';
import { startWeb, type WebOptions } from '../../src/web/web.ts';
import type { WebServer } from '../../src/web/server.ts';
import { afterTest, startApp } from '../support/app.ts';

export interface TestWeb extends WebServer {
  readonly app: App;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends the form. */
  check(robots: string, url: string): Promise<Response>;
}

/** The served page of an app on loopback, closed when the test is over. */
export async function web(
  options: Partial<WebOptions> & { readonly app?: App; readonly probes?: readonly HealthProbe[] } = {},
): Promise<TestWeb> {
  const { app = await startApp(), ...rest } = options;
  const where = { host: '127.0.0.1', port: 0, operator: null, probes: [], reportBug() {} };
  const started = await startWeb(app, { ...where, ...rest });
  if (!started.ok) throw new Error(started.sentence);
  const server = started.value;
  afterTest(() => server.close());
  const get: TestWeb['get'] = (path, init) => fetch(server.origin + path, init);
  return {
    ...server,
    app,
    get,
    check: (robots, url) => get('/docs/crawler', { method: 'POST', body: new URLSearchParams({ robots, url }) }),
  };
}
