import type { App } from '../../src/app/app.ts';
import type { AskingEvent } from '../../src/app/asking.ts';
import type { ModelConfig } from '../../src/app/config.ts';
import { EVERYBODY } from '../../src/odin/audience.ts';
import { DEFAULT_SETTINGS } from '../../src/odin/settings.ts';
import { guildOf } from './app.ts';
import type { ModelServer } from './model-server.ts';

/** The setting that makes a test's model server the model. */
export function modelAt({ baseUrl }: ModelServer): ModelConfig {
  return {
    provider: 'openai-compatible',
    baseUrl,
    apiKey: null,
    name: 'm',
    timeoutMs: 5000,
    dailyTokens: 1_000_000,
  };
}

/** Asks as a member does, to the end; `parent` is the kept question that this one follows. */
export async function askOdin(
  app: App,
  question: string,
  parent: number | null = null,
): Promise<Extract<AskingEvent, { kind: 'answer' }>> {
  const { signal } = new AbortController();
  const who = { asker: '7', channel: null, audience: EVERYBODY, isUnasked: false };
  const events = app.asking.ask(await guildOf(app), { ...who, question, parent, settings: DEFAULT_SETTINGS, signal });
  for await (const event of events) if (event.kind === 'answer') return event;
  throw new Error('no answer came');
}
