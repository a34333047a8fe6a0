import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { explainModelFailure } from '../../../src/odin/models/failure.ts';
import type { ChatEnd } from '../../../src/odin/models/model.ts';
import { providerOf } from '../../../src/odin/models/provider.ts';
import { openModel } from '../../../src/odin/models/registry.ts';
import { createFakeClock } from '../../support/clock.ts';
import { line, startModelServer, streamOf, type ModelReply, type ModelServer } from '../../support/model-server.ts';

const request = { turns: [{ role: 'user', content: 'Hello?' }], maxTokens: 50 } as const;

interface Said {
  readonly text: string;
  readonly end: ChatEnd;
  readonly server: ModelServer;
}

async function ask(
  reply: ModelReply | ((nth: number) => ModelReply),
  { timeoutMs = 5000, signal = new AbortController().signal, clock = createFakeClock() } = {},
): Promise<Said> {
  const server = await startModelServer((_, nth) => (typeof reply === 'function' ? reply(nth) : reply));
  const settings = { baseUrl: server.baseUrl, apiKey: 'sk-secret', model: 'test-model', timeoutMs };
  const chat = openModel('openai-compatible', settings, clock).chat(request, signal);
  let text = '';
  for (;;) {
    const step = await chat.next();
    if (step.done === true) return { text, end: step.value, server };
    text += step.value;
  }
}

async function failureOf(...asked: Parameters<typeof ask>): Promise<string> {
  const { end } = await ask(...asked);
  return end.ok ? 'none' : end.failure.code;
}

describe('an answer of an OpenAI-compatible server', () => {
  it('is read as a stream: text, usage, end', async () => {
    const { text, end, server } = await ask({ stream: streamOf('Grüße, 世界: done.') });
    expect(text).toBe('Grüße, 世界: done.');
    expect(end).toEqual({ ok: true, usage: { input: 120, output: 30 }, cutShort: false });
    const [sent] = server.requests;
    expect(sent?.path).toBe('/v1/chat/completions');
    expect(sent?.headers.authorization).toBe('Bearer sk-secret');
    expect(sent?.json).toMatchObject({ model: 'test-model', stream: true, max_tokens: 50, temperature: 0 });
  });

  it('is read however the network cuts it: in lines and in characters', async () => {
    const bytes = Buffer.from(streamOf('Schöne Grüße 世界').join(''));
    const { text, end } = await ask({ stream: Array.from(bytes, (byte) => Uint8Array.of(byte)) });
    expect(text).toBe('Schöne Grüße 世界');
    expect(end.ok).toBe(true);
  });

  it.each([
    ['without [DONE]', streamOf('Fine.', { done: false })],
    ['without usage', streamOf('Fine.', { usage: false })],
    [
      'with a last piece whose choices are null',
      [...streamOf('Fine.').slice(0, -1), line({ choices: null, usage: null })],
    ],
    ['without a reason, but with [DONE]', [line({ choices: [{ delta: { content: 'Fine.' } }] }), 'data: [DONE]\n\n']],
    [
      'with reasoning and tool calls that nobody asked for',
      [
        line({ choices: [{ delta: { reasoning_content: 'secret thoughts' } }] }),
        line({ choices: [{ delta: { tool_calls: [{ function: { name: 'rm' } }] } }] }),
        ...streamOf('Fine.'),
      ],
    ],
  ])('ends well %s', async (_, stream) => {
    const { text, end } = await ask({ stream });
    expect(text).toBe('Fine.');
    expect(end.ok).toBe(true);
  });

  it('is read in one piece from servers that stream nothing', async () => {
    const { text, end } = await ask({
      body: {
        choices: [{ message: { content: 'All at once.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      },
    });
    expect(text).toBe('All at once.');
    expect(end).toEqual({ ok: true, usage: { input: 3, output: 4 }, cutShort: false });
  });

  it('that reached the limit says so', async () => {
    const { end } = await ask({ stream: streamOf('Half an', { finish: 'length' }) });
    expect(end).toMatchObject({ ok: true, cutShort: true });
  });
});

const error = (message: string, type: string | null = null, code: string | null = null) => ({
  error: { message, type, code, param: null },
});

describe('a fault of the server', () => {
  it.each<[string, ModelReply, string]>([
    ['400', { status: 400, body: error('bad request') }, 'rejected'],
    ['400 for too much text', { status: 400, body: error('too long', 'x', 'context_length_exceeded') }, 'too-long'],
    ['401', { status: 401, body: error('Incorrect API key') }, 'key-refused'],
    ['402', { status: 402, body: error('Insufficient credits') }, 'no-credit'],
    ['403', { status: 403, body: error('no') }, 'key-refused'],
    ['404', { status: 404, body: error('no such model', null, 'model_not_found') }, 'no-such-model'],
    ['413', { status: 413, body: error('too large') }, 'too-long'],
    ['429', { status: 429, body: error('slow down') }, 'rate-limited'],
    ['429 of an empty account', { status: 429, body: error('quota', 'insufficient_quota') }, 'no-credit'],
    ['500', { status: 500, body: error('oops') }, 'server-error'],
    [
      '502 in HTML',
      { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } },
      'server-error',
    ],
    ['503', { status: 503, body: 'busy' }, 'server-error'],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }, 'not-a-model'],
    ['200 in HTML', { body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }, 'not-a-model'],
    ['200 with an error', { body: error('Rate limited upstream', 'rate_limit_error') }, 'rate-limited'],
    ['200 with JSON of another kind', { body: { hello: 'world' } }, 'empty'],
    ['malformed JSON', { body: '{"choices": [' }, 'not-a-model'],
    ['malformed JSON in the stream', { stream: ['data: {"choices": [\n\n'] }, 'not-a-model'],
    [
      'an error in the middle',
      { stream: [...streamOf('Half').slice(0, 3), line(error('Overloaded', 'overloaded_error'))] },
      'server-error',
    ],
    ['an error in the middle that is a text', { stream: [line({ error: 'boom' })] }, 'rejected'],
    ['a cut connection', { stream: streamOf('Half').slice(0, 3), ending: 'cut' }, 'cut-off'],
    ['an end without a reason', { stream: streamOf('Half').slice(0, 3) }, 'cut-off'],
    ['a content filter', { stream: streamOf('Half', { finish: 'content_filter' }) }, 'filtered'],
    ['an empty answer', { stream: streamOf('') }, 'empty'],
    [
      'a tool call for an answer',
      { body: { choices: [{ message: { content: null, tool_calls: [{}] }, finish_reason: 'tool_calls' }] } },
      'empty',
    ],
    [
      'an endless answer',
      { stream: [line({ choices: [{ delta: { content: 'x'.repeat(50_000) } }] })], ending: 'again' },
      'too-much',
    ],
  ])('%s is told apart', async (_, reply, code) => {
    expect(await failureOf(reply)).toBe(code);
  });

  it('silence after the head ends as a stall, well before the whole time is over', async () => {
    expect(await failureOf({ stream: [': hello\n\n'], ending: 'silence' }, { timeoutMs: 400 })).toBe('stalled');
  });

  it('no answer at all ends with the whole time', async () => {
    expect(await failureOf({ mute: true }, { timeoutMs: 150 })).toBe('too-slow');
  });

  it('nobody listens', async () => {
    const settings = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, model: 'm', timeoutMs: 2000 };
    const chat = openModel('openai-compatible', settings, createFakeClock()).chat(
      request,
      new AbortController().signal,
    );
    const { value } = await chat.next();
    expect(value).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  });

  it('a withdrawn question closes the connection', async () => {
    const withdraw = new AbortController();
    const server = await startModelServer(() => ({ stream: streamOf('Half').slice(0, 3), ending: 'silence' }));
    const settings = { baseUrl: server.baseUrl, apiKey: null, model: 'm', timeoutMs: 5000 };
    const chat = openModel('openai-compatible', settings, systemClock).chat(request, withdraw.signal);
    await chat.next();
    withdraw.abort();
    const { value } = await chat.next();
    expect(value).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    await server.closed();
  });

  it('names what the server said, never the key', async () => {
    const { end } = await ask({ status: 400, body: error('max context is 4096 tokens') });
    if (end.ok) throw new Error('no failure');
    expect(explainModelFailure(end.failure)).toContain('max context is 4096 tokens');
    expect(explainModelFailure(end.failure)).not.toContain('sk-secret');
  });
});

describe('asking again', () => {
  const good = { stream: streamOf('Fine.') };

  it.each<[string, ModelReply]>([
    ['429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '2' }, body: error('slow down') }],
    ['429 without Retry-After', { status: 429, body: error('slow down') }],
    ['500', { status: 500, body: error('oops') }],
  ])('happens once after %s', async (_, bad) => {
    const mended = await ask((nth) => (nth === 0 ? bad : good));
    expect(mended.text).toBe('Fine.');
    const broken = await ask(bad);
    expect(broken.end.ok).toBe(false);
    expect(broken.server.requests).toHaveLength(2);
  });

  it('waits as long as the server asks', async () => {
    const clock = createFakeClock();
    await ask((nth) => (nth === 0 ? { status: 429, headers: { 'retry-after': '2' }, body: {} } : good), { clock });
    expect(clock.elapsed).toBe(2000);
  });

  it.each<[string, ModelReply]>([
    ['a spent quota', { status: 429, body: error('quota', 'insufficient_quota') }],
    ['a refused key', { status: 401, body: error('no') }],
    ['a long Retry-After', { status: 429, headers: { 'retry-after': '600' }, body: error('slow down') }],
    ['an answer that broke off', { stream: streamOf('Half').slice(0, 3), ending: 'cut' }],
  ])('never happens after %s', async (_, bad) => {
    expect((await ask(bad)).server.requests).toHaveLength(1);
  });

  it('leaves out the optional fields that a server refuses', async () => {
    const { text, server } = await ask((nth) => {
      if (nth === 0) return { status: 400, body: error("Unsupported parameter: 'max_tokens'") };
      return nth === 1 ? { status: 400, body: error("'temperature' does not support 0") } : good;
    });
    expect(text).toBe('Fine.');
    expect(server.requests[2]?.json).toMatchObject({ max_completion_tokens: 50 });
    expect(server.requests[2]?.json).not.toHaveProperty('temperature');
  });
});

describe('the registry', () => {
  it('knows the interface by the address', () => {
    expect(providerOf('https://api.anthropic.com/v1')).toBe('anthropic');
    expect(providerOf('http://localhost:11434/v1')).toBe('openai-compatible');
  });
});
