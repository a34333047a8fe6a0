import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.ts';
import { startApp } from '../support/app.ts';
import { web } from './web.ts';

describe('what can be reached over HTTP', () => {
  it('is the page for site owners, small, with the contact of the operator', async () => {
    const { get } = await web({ operator: 'crawler@example.org' });
    const answer = await get('/docs/crawler');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(html).toContain('<a href="mailto:crawler@example.org">');
    expect(Buffer.byteLength(html)).toBeLessThan(50 * 1024);
  });

  it('allows no script, no frame and nothing from elsewhere, and its one style by its hash', async () => {
    const { get } = await web();
    const { headers, ...answer } = await get('/docs/crawler').then(async (response) => ({
      headers: response.headers,
      html: await response.text(),
    }));
    const style = /<style>(.*?)<\/style>/s.exec(answer.html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.html).not.toMatch(/<script|\son[a-z]+=|style=|src=/i);
  });

  it.each([
    '/',
    '/docs',
    '/docs/crawler/',
    '/docs/crawler.md',
    '/favicon.ico',
    '/metrics/x',
    '/.env',
    '/%2e%2e/package.json',
    '//docs/crawler',
    '/docs/crawler%00',
  ])('is nothing else: %s', async (path) => {
    const { get } = await web();
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('There is nothing here.\n');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s reaches nothing', async (method) => {
    const { get } = await web();
    for (const path of ['/docs/crawler', '/healthz', '/metrics'])
      expect((await get(path, { method })).status).toBe(404);
  });
});

describe('/healthz', () => {
  it('names each part that works', async () => {
    const { get } = await web({ probes: [{ part: 'gateway', check: () => null }] });
    const answer = await get('/healthz');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ status: 'ok', parts: { process: 'ok', database: 'ok', gateway: 'ok' } });
  });

  it('answers 503 with the reason, for a part that says so and for one that throws', async () => {
    const { get } = await web({
      probes: [
        { part: 'gateway', check: () => 'the connection to Discord is down' },
        { part: 'schedule', check: () => Promise.reject(new Error('secret')) },
      ],
    });
    const answer = await get('/healthz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'unavailable',
      parts: {
        process: 'ok',
        database: 'ok',
        gateway: 'the connection to Discord is down',
        schedule: 'cannot be examined',
      },
    });
  });

  it('says so when the database is gone', async () => {
    const { app, get } = await web();
    await app.store.close();
    const answer = await get('/healthz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ parts: { process: 'ok', database: 'cannot be examined' } });
  });
});

describe('the form', () => {
  it('answers with the decision above itself, and keeps what was typed, made harmless', async () => {
    const { check } = await web();
    const robots = 'User-agent: *\n# </textarea><script>alert(1)</script>\nDisallow: /"><b>';
    const answer = await check(robots, 'https://example.org/"><b>x');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('would not fetch <code>https://example.org/%22%3E%3Cb%3Ex</code>');
    expect(html).toContain('Line 3 decides: &#34;Disallow: /&#34;&#62;&#60;b&#62;&#34;');
    expect(html).not.toMatch(/<script|<b>/);
  });

  it('answers wrong input in one sentence', async () => {
    const { check } = await web();
    const answer = await check('User-agent: *', 'example.org');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/role="alert"><p>The address cannot be read: it starts with https:\/\//);
  });

  it('takes what the form sends and nothing else', async () => {
    const { get } = await web();
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const answer = await get('/docs/crawler', json);
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('Only the form of this page can be sent here.');
    const form = new FormData();
    form.set('robots', 'x');
    expect((await get('/docs/crawler', { method: 'POST', body: form })).status).toBe(415);
  });

  it('refuses more than 500 KiB, announced or not', async () => {
    const { get, check } = await web();
    const announced = await check('x'.repeat(600_000), 'https://example.org/');
    expect(announced.status).toBe(413);
    expect(await announced.text()).toContain('The form takes 500 KiB; paste less of the file.');
    const body = ReadableStream.from(Array.from({ length: 10 }, () => Buffer.alloc(64 * 1024, 'x')));
    const streamed = await get('/docs/crawler', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(streamed.status).toBe(413);
  });

  it('answers sixty checks a minute, and no more until it is over', async () => {
    const clock = createFakeClock();
    const { check } = await web({ app: await startApp({ clock }) });
    const statuses = new Set<number>();
    for (let nth = 0; nth < 60; nth += 1) statuses.add((await check('', 'https://example.org/')).status);
    expect(statuses).toEqual(new Set([200]));
    expect((await check('', 'https://example.org/')).status).toBe(429);
    clock.advance(60_001);
    expect((await check('', 'https://example.org/')).status).toBe(200);
  });
});
