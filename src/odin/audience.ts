import type { Audience } from '../knowledge/bindings.ts';

/** Nobody in particular: sees only what is bound to nothing (rule 10.6). */
export const EVERYBODY: Audience = { channels: [], roles: [] };

/** The same for audiences that may see the same. */
export function audienceKey({ channels, roles }: Audience): string {
  return JSON.stringify([channels.toSorted(), roles.toSorted()]);
}
