import { z } from 'zod';
import { jsonOf, type Dialect, type Signal } from './dialect.ts';
import { errorBody } from './refusal.ts';

const tokens = z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() });
const event = z.object({
  type: z.string(),
  message: z.object({ usage: tokens.nullish() }).nullish(),
  delta: z
    .object({ type: z.string().nullish(), text: z.string().nullish(), stop_reason: z.string().nullish() })
    .nullish(),
  usage: tokens.nullish(),
});
const whole = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })),
  stop_reason: z.string().nullish(),
  usage: tokens.nullish(),
});

/** Anthropic's own messages interface (`/v1/messages`, version 2023-06-01). */
export const anthropic: Dialect = {
  path: '/messages',
  headers: ({ apiKey }) => ({ 'anthropic-version': '2023-06-01', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }),
  optional: ['temperature'],
  body: ({ turns, maxTokens }, model, without) => ({
    model,
    max_tokens: maxTokens,
    stream: true,
    ...(without.has('temperature') ? {} : { temperature: 0 }),
    system: turns
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n\n'),
    messages: turns.filter(({ role }) => role !== 'system'),
  }),
  readEvent({ data }) {
    const json = jsonOf(data);
    const refused = errorBody.safeParse(json);
    if (refused.success) return [{ kind: 'error', error: refused.data.error }];
    const read = event.safeParse(json);
    if (!read.success) return null;
    const { message, delta, usage } = read.data;
    return signals(delta?.text, delta?.stop_reason, message?.usage ?? usage);
  },
  readWhole(json) {
    const refused = errorBody.safeParse(json);
    if (refused.success) return [{ kind: 'error', error: refused.data.error }];
    const read = whole.safeParse(json);
    if (!read.success) return null;
    const text = read.data.content.map((part) => part.text ?? '').join('');
    return signals(text, read.data.stop_reason, read.data.usage);
  },
};

function signals(
  text: string | null | undefined,
  stop: string | null | undefined,
  usage: z.infer<typeof tokens> | null | undefined,
): readonly Signal[] {
  const input = usage?.input_tokens ?? null;
  const output = usage?.output_tokens ?? null;
  return [
    ...(text ? [{ kind: 'text', text } as const] : []),
    ...(stop ? [{ kind: 'stop', why: stopOf(stop) } as const] : []),
    // Output is counted anew in each event, input once.
    ...(input === null ? [] : [{ kind: 'usage', input } as const]),
    ...(output === null ? [] : [{ kind: 'usage', output } as const]),
  ];
}

function stopOf(reason: string): 'done' | 'length' | 'filter' {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return reason === 'refusal' ? 'filter' : 'done';
}
