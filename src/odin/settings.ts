/** How a guild wants Odin to answer (`/odin settings`). */
export interface OdinSettings {
  /** Two-letter code of the language to answer in; null: that of the question. A model is needed for it. */
  readonly language: string | null;
  readonly tone: 'plain' | 'friendly' | 'brief';
  /** From one question of a member to the next, in seconds. */
  readonly cooldownSeconds: number;
  /** Tokens a day that models may cost this guild. */
  readonly budget: number;
  /** Channels and forums where Odin answers without being called. */
  readonly channels: readonly string[];
  /** Role whose members may teach; null: those who may manage the server. */
  readonly role: string | null;
}

export const DEFAULT_SETTINGS: OdinSettings = {
  language: null,
  tone: 'plain',
  cooldownSeconds: 10,
  budget: 200_000,
  channels: [],
  role: null,
};
