import type { Clock } from '../../clock.ts';
import { anthropic } from './anthropic.ts';
import { createChatModel } from './converse.ts';
import type { Dialect } from './dialect.ts';
import type { ChatModel, ModelSettings } from './model.ts';
import { openAiCompatible } from './openai-compatible.ts';

/** Interfaces that models can be reached by; `MODEL_PROVIDER` takes these names. */
const DIALECTS = { 'openai-compatible': openAiCompatible, anthropic } as const satisfies Record<string, Dialect>;

export type ModelProvider = keyof typeof DIALECTS;
export const MODEL_PROVIDERS: readonly ModelProvider[] = ['openai-compatible', 'anthropic'];

/** A model as the settings name it. */
export function openModel(provider: ModelProvider, settings: ModelSettings, clock: Clock): ChatModel {
  return createChatModel(DIALECTS[provider], settings, clock);
}

/** The interface that a base URL speaks when none was named. */
export function providerOf(baseUrl: string): ModelProvider {
  return new URL(baseUrl).hostname === 'api.anthropic.com' ? 'anthropic' : 'openai-compatible';
}
