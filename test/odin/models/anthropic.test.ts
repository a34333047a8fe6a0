import { describe, expect, it } from 'vitest';
import type { ChatEnd } from '../../../src/odin/models/model.ts';
import { openModel } from '../../../src/odin/models/registry.ts';
import { createFakeClock } from '../../support/clock.ts';
import { startModelServer, type ModelReply, type ModelServer } from '../../support/model-server.ts';

const event = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

async function ask(reply: ModelReply): Promise<{ text: string; end: ChatEnd; server: ModelServer }> {
  const server = await startModelServer(() => reply);
  const settings = { baseUrl: server.baseUrl, apiKey: 'key', model: 'claude', timeoutMs: 5000 };
  const turns = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello?' },
  ] as const;
  const chat = openModel('anthropic', settings, createFakeClock()).chat(
    { turns, maxTokens: 50 },
    new AbortController().signal,
  );
  let text = '';
  for (;;) {
    const step = await chat.next();
    if (step.done === true) return { text, end: step.value, server };
    text += step.value;
  }
}

describe('an answer of the messages interface', () => {
  it('is read as a stream', async () => {
    const { text, end, server } = await ask({
      stream: [
        event('message_start', { message: { usage: { input_tokens: 25, output_tokens: 1 } } }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('ping', {}),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'lo.' } }),
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 15 } }),
        event('message_stop', {}),
      ],
    });
    expect(text).toBe('Hello.');
    expect(end).toEqual({ ok: true, usage: { input: 25, output: 15 }, cutShort: false });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
      json: { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello?' }], max_tokens: 50 },
    });
  });

  it.each<[string, ModelReply, string]>([
    [
      'overloaded',
      { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'server-error',
    ],
    [
      'no credit',
      {
        status: 400,
        body: { type: 'error', error: { type: 'billing_error', message: 'Your credit balance is too low' } },
      },
      'no-credit',
    ],
    [
      'an error in the middle',
      { stream: [event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })] },
      'server-error',
    ],
    [
      'a refusal',
      {
        stream: [
          event('content_block_delta', { delta: { text: 'I' } }),
          event('message_delta', { delta: { stop_reason: 'refusal' } }),
        ],
      },
      'filtered',
    ],
    ['the wrong address', { body: { hello: 1 } }, 'not-a-model'],
  ])('tells apart: %s', async (_, reply, code) => {
    const { end } = await ask(reply);
    expect(end).toMatchObject({ ok: false, failure: { code } });
  });
});
