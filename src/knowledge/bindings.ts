/** Who may see which part of a guild's knowledge (rule 10.6), as the rest of the house sees it. */

/**
 * Who will see an answer, as far as it matters for bound sources: the channels it is seen in (a thread with the channel
 * it belongs to) and the roles that everybody who sees it has.
 */
export interface Audience {
  readonly channels: readonly string[];
  readonly roles: readonly string[];
}

/** A channel or role, by its Discord id, that a source or a lesson is kept for. */
export interface Binding {
  readonly kind: 'channel' | 'role';
  readonly target: string;
}

/**
 * A source that is bound is seen by an audience that has one of its channels or roles; one that is bound to nothing by
 * everybody. A page is seen where one of its sources is. Without an audience, everything is seen: so asks an admin.
 */
export interface Bindings {
  /** False: it was bound to that already. */
  bind(sourceId: number, binding: Binding): Promise<boolean>;
  /** False: it was not bound to that. */
  unbind(sourceId: number, binding: Binding): Promise<boolean>;
  /** By the number of the source; one that is bound to nothing has no entry. */
  bindings(): Promise<ReadonlyMap<number, readonly Binding[]>>;
  /** Whether the audience may see each of these pages. */
  maySee(audience: Audience, pageIds: readonly number[]): Promise<boolean>;
}
