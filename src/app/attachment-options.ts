import { KINDS, PRESETS, WAYS, type Kind, type Way } from '../links/policy.ts';
import { choice, place, someOf } from './option.ts';

/** The options that the commands of the attachment blocker share. */

type Preset = keyof typeof PRESETS;
const PRESET_NAMES: readonly Preset[] = ['no-gifs', 'no-videos', 'text-only'];

function isPreset(word: Kind | Preset): word is Preset {
  return word in PRESETS;
}

export const what = someOf<Kind | Preset>({
  description: 'gif, video, image, file, sticker, emoji; or no-gifs, no-videos, text-only',
  words: [...KINDS, ...PRESET_NAMES],
  hint: 'gif,video',
});

export const as = choice({
  description: 'Uploads, links, or both (unless given)',
  choices: ['attachment', 'link', 'both'],
});

export const where = place({
  description: 'A channel or a category; the whole server unless given',
});

/** The kinds that were named, each once, presets written out. */
export function kindsOf(words: readonly (Kind | Preset)[]): readonly Kind[] {
  return [...new Set(words.flatMap((word) => (isPreset(word) ? PRESETS[word] : [word])))];
}

export function waysOf(given: 'attachment' | 'link' | 'both' | undefined): readonly Way[] {
  return given === undefined || given === 'both' ? WAYS : [given];
}
