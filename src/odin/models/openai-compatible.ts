import { z } from 'zod';
import { jsonOf, type Dialect, type Signal } from './dialect.ts';
import { errorBody } from './refusal.ts';

const usage = z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() });
const text = z.object({ content: z.string().nullish() });
const finish = z.string().nullish();
/** Some servers end with a piece whose `choices` is null or missing. */
const choices = z.array(z.object({ delta: text.nullish(), message: text.nullish(), finish_reason: finish })).nullish();
const piece = z.object({ choices, usage: usage.nullish() });

/**
 * The chat completions that OpenAI, OpenRouter, Ollama, vLLM, llama.cpp and LM Studio share. Tools and reasoning that a
 * server sends beside the content are ignored: neither was asked for.
 */
export const openAiCompatible: Dialect = {
  path: '/chat/completions',
  headers: ({ apiKey }) => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  optional: ['max_tokens', 'temperature', 'stream_options'],
  body: ({ turns, maxTokens }, model, without) => ({
    model,
    messages: turns,
    stream: true,
    ...(without.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(without.has('temperature') ? {} : { temperature: 0 }),
    // The newer name of the same limit, for models that know only that one.
    ...(without.has('max_tokens') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
  }),
  readEvent: ({ data }) => (data.trim() === '[DONE]' ? [{ kind: 'stop', why: 'done' }] : signalsOf(jsonOf(data))),
  readWhole: signalsOf,
};

function signalsOf(json: unknown): readonly Signal[] | null {
  const refused = errorBody.safeParse(json);
  if (refused.success) return [{ kind: 'error', error: refused.data.error }];
  const read = piece.safeParse(json);
  if (!read.success) return null;
  const first = read.data.choices?.[0];
  const content = first?.delta?.content ?? first?.message?.content ?? '';
  const counted = read.data.usage ?? null;
  return [
    ...(content === '' ? [] : [{ kind: 'text', text: content } as const]),
    ...(first?.finish_reason ? [{ kind: 'stop', why: stopOf(first.finish_reason) } as const] : []),
    ...(counted === null ? [] : [usageSignal(counted)]),
  ];
}

function usageSignal({ prompt_tokens: input, completion_tokens: output }: z.infer<typeof usage>): Signal {
  return { kind: 'usage', input: input ?? 0, output: output ?? 0 };
}

function stopOf(reason: string): 'done' | 'length' | 'filter' {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filter' : 'done';
}
