import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { Clock } from '../clock.ts';
import { examineHealth, type HealthProbe } from '../app/health.ts';
import { createMinuteWindow } from '../crawler/minute-window.ts';
import { MAX_ROBOTS_BYTES } from '../promises.ts';
import { crawlerPage } from './crawler-page/page.ts';
import { emptyForm, type FormState } from './form.ts';
import { pageToHtml } from './shell.ts';
import { checkSite } from './site-check.ts';
import { style } from './style.ts';

export interface RoutesOptions {
  /** How to reach whoever runs this instance: an e-mail address or a page's; null where nobody said. */
  readonly operator: string | null;
  /** Each part that has to work. */
  readonly probes: readonly HealthProbe[];
  /** The metrics as Prometheus reads them. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  readonly clock: Clock;
  /** Told of exceptions nobody foresaw. */
  reportBug(error: unknown): void;
}

const PAGE = '/docs/crawler';
/** What is typed into the form, encoded; as large as the largest robots.txt that is read. */
const MAX_FORM_BYTES = MAX_ROBOTS_BYTES;
/** Checks a minute, for everybody together: a file made to be costly takes a fifth of a second. */
const CHECKS_PER_MINUTE = 60;
/** How long the page may be kept, in seconds. */
const PAGE_MAX_AGE = 600;

/** Everything that can be reached over HTTP (rule 13.3). Whatever else is asked for is not there. */
export function createRoutes({ operator, probes, metrics, clock, reportBug }: RoutesOptions): Hono {
  const routes = new Hono();
  const document = crawlerPage(operator);
  const page = pageToHtml(document, emptyForm);
  const checks = createMinuteWindow(CHECKS_PER_MINUTE, 0);

  function answered(c: Context, form: FormState, status: 200 | 400 | 413 | 415 | 429): Response {
    c.header('Cache-Control', 'no-store');
    return c.html(pageToHtml(document, form), status);
  }

  /** A form that was not read: its words are gone. */
  function unread(c: Context, status: 413 | 415 | 429, sentence: string): Response {
    return answered(c, { ...emptyForm, answer: { ok: false, sentence } }, status);
  }

  function mayCheck(): boolean {
    const now = clock.monotonic();
    if (checks.waitMs(PAGE, now) > 0) return false;
    checks.count(PAGE, now)(now);
    return true;
  }

  routes.use(securityHeaders());
  routes.get(PAGE, (c) => {
    c.header('Cache-Control', `public, max-age=${PAGE_MAX_AGE}`);
    return c.html(page);
  });
  routes.post(
    PAGE,
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: (c) => unread(c, 413, `The form takes ${MAX_FORM_BYTES / 1024} KiB; paste less of the file.`),
    }),
    async (c) => {
      if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
        return unread(c, 415, 'Only the form of this page can be sent here.');
      }
      if (!mayCheck()) return unread(c, 429, 'Many people are checking their sites right now; try again in a minute.');
      const given = new URLSearchParams(await c.req.text());
      const [robots, url] = [given.get('robots') ?? '', given.get('url') ?? ''];
      const answer = checkSite(robots, url);
      return answered(c, { robots, url, answer }, answer.ok ? 200 : 400);
    },
  );
  routes.get('/healthz', async (c) => {
    const { well, parts } = await examineHealth(probes);
    c.header('Cache-Control', 'no-store');
    return c.json({ status: well ? 'ok' : 'unavailable', parts }, well ? 200 : 503);
  });
  routes.get('/metrics', async (c) => {
    const { contentType, text } = await metrics();
    c.header('Cache-Control', 'no-store');
    return c.body(text, 200, { 'Content-Type': contentType });
  });
  routes.notFound((c) => c.text('There is nothing here.\n', 404));
  routes.onError((error, c) => {
    reportBug(error);
    return c.text('This went wrong on our side.\n', 500);
  });
  return routes;
}

/** No script, no style but the page's own, no frame, nothing from elsewhere. */
function securityHeaders(): ReturnType<typeof secureHeaders> {
  const hash = createHash('sha256').update(style).digest('base64');
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'sha256-${hash}'`],
      imgSrc: ['data:'],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // Whoever puts HTTPS in front of this decides for how long.
    strictTransportSecurity: false,
  });
}
