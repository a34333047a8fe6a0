import type { Clock } from '../../clock.ts';
import { anthropic } from './anthropic.ts';
import { createChatModel } from './converse.ts';
import type { Dialect } from './dialect.ts';
import type { ChatModel, ModelSettings } from './model.ts';
import { openAiCompatible } from './openai-compatible.ts';
import type { ModelProvider } from './provider.ts';

const DIALECTS: Readonly<Record<ModelProvider, Dialect>> = { 'openai-compatible': openAiCompatible, anthropic };

/** A model as the settings name it. */
export function openModel(provider: ModelProvider, settings: ModelSettings, clock: Clock): ChatModel {
  return createChatModel(DIALECTS[provider], settings, clock);
}
