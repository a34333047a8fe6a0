import { knownLanguage } from './language.ts';

/** How a guild wants Odin to answer (`/odin settings`). */
export interface OdinSettings {
  /** Code of the language to answer in, such as `de` or `pt-BR`; null: that of the question. A model is needed for it. */
  readonly language: string | null;
  readonly tone: 'plain' | 'friendly' | 'brief';
  /** From one question of a member to the next, in seconds. */
  readonly cooldownSeconds: number;
  /** Tokens a day that models may cost this guild. */
  readonly budget: number;
  /** Role whose members may teach; null: those who may manage the server. */
  readonly role: string | null;
}

export const DEFAULT_SETTINGS: OdinSettings = {
  language: null,
  tone: 'plain',
  cooldownSeconds: 10,
  budget: 200_000,
  role: null,
};

export const TONES: readonly OdinSettings['tone'][] = ['plain', 'friendly', 'brief'];

/** Settings as they were stored; what is missing or was written by a newer Heimdall is as by default. */
export function readOdinSettings(stored: string | null): OdinSettings {
  const kept: Partial<OdinSettings> = stored === null ? {} : JSON.parse(stored);
  const tone = TONES.find((known) => known === kept.tone);
  return {
    language: knownLanguage(kept.language ?? '') ?? DEFAULT_SETTINGS.language,
    tone: tone ?? DEFAULT_SETTINGS.tone,
    cooldownSeconds: kept.cooldownSeconds ?? DEFAULT_SETTINGS.cooldownSeconds,
    budget: kept.budget ?? DEFAULT_SETTINGS.budget,
    role: kept.role ?? DEFAULT_SETTINGS.role,
  };
}
