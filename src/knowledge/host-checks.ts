import type { RobotsEvidence } from '../crawler/evidence.ts';
import type { GuildId } from './store.ts';

/** What spans guilds: which hosts they have pages on, and how the weekly checks of each host stand. */

export interface HostRecord {
  /** Name and port. */
  readonly host: string;
  /** The weekly moment whose check is done. */
  readonly checkedFor: Date | null;
  /** Checks in a row that the host refused. */
  readonly refusals: number;
  /** It is left alone until then. */
  readonly notBefore: Date | null;
}

/** A host that some guild has pages on. */
export interface KnownHost extends HostRecord {
  /** One of those guilds, always the same. */
  readonly guildId: GuildId;
}

/** An answer that serves several guilds, kept until each has applied it in a transaction of its own (rule 4.3). */
export interface KeptAnswer {
  readonly url: string;
  readonly takenAt: Date;
  /** JSON, as whoever kept it wrote it. */
  readonly answer: string;
  /** Those it is for: applying it twice does no harm. */
  readonly guilds: readonly { readonly guildId: GuildId; readonly pageId: number }[];
}

export interface HostChecks {
  /** Every host that some guild has pages on: a hint, rebuilt from the guilds when it is missing. */
  hosts(): Promise<readonly KnownHost[]>;
  /** How the checks of one host stand; as if it was never checked where nothing is known. */
  host(host: string): Promise<HostRecord>;
  guildsOn(host: string): Promise<readonly GuildId[]>;
  /** Null: what robots.txt came to at the last check stands. */
  record(host: HostRecord, robots: readonly RobotsEvidence[] | null): Promise<void>;
  keepAnswers(host: string, answers: readonly KeptAnswer[]): Promise<void>;
  keptAnswers(host: string): Promise<readonly KeptAnswer[]>;
  /** Every guild has applied the answers for these URLs. */
  letGo(urls: readonly string[]): Promise<void>;
  /** Guilds whose scheduled work may be due: a hint, as `hosts` is. */
  guildsDue(now: Date): Promise<readonly GuildId[]>;
}
