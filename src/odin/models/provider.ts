/** Interfaces that models can be reached by; `MODEL_PROVIDER` takes these names. */
export const MODEL_PROVIDERS = ['openai-compatible', 'anthropic'] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The interface that a base URL speaks when none was named. */
export function providerOf(baseUrl: string): ModelProvider {
  return new URL(baseUrl).hostname === 'api.anthropic.com' ? 'anthropic' : 'openai-compatible';
}
