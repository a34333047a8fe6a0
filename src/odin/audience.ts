/**
 * Who will see an answer, as far as it matters for bound sources (rule 10.6): the channels it is seen in (a thread with
 * the channel it belongs to) and the roles that everybody who sees it has.
 */
export interface Audience {
  readonly channels: readonly string[];
  readonly roles: readonly string[];
}

/** Nobody in particular: sees only what is bound to nothing. */
export const EVERYBODY: Audience = { channels: [], roles: [] };

/** The same for audiences that may see the same. */
export function audienceKey({ channels, roles }: Audience): string {
  return JSON.stringify([channels.toSorted(), roles.toSorted()]);
}
