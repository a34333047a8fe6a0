import type { Judgement } from '../links/verdict.ts';

/** What an instance keeps beside the knowledge of its guilds, as the rest of the house sees it. */

/** Small facts that a surface keeps over a restart, by name. Nothing that a guild knows: its file holds all of that. */
export interface Notes {
  get(name: string): Promise<string | null>;
  /** Null takes the note away. */
  set(name: string, value: string | null): Promise<void>;
  /** Takes notes away, bytes included. */
  erase(names: readonly string[]): Promise<void>;
  /** Every note whose name begins so, by name. */
  under(prefix: string): Promise<readonly (readonly [name: string, value: string])[]>;
}

/** Hosts that this instance sends nothing to any more, whoever asks. A host is a name, or a name with a port. */
export interface ShutHosts {
  /** Whether the URL's host is one of them: its name with any port, or with this one. */
  has(url: URL): Promise<boolean>;
  all(): Promise<readonly string[]>;
  /** Also forgets answers of the host that wait for their guilds. False when it was one of them already. */
  add(host: string, at: Date): Promise<boolean>;
  /** False when it was none of them. */
  remove(host: string): Promise<boolean>;
}

/** What links were found to show, by a hash of their address; shared by all guilds (rule 11.2). At most 100,000 are kept. */
export interface LinkVerdicts {
  /** Null for one that is not there, or has expired by `now`. */
  get(key: string, now: Date): Promise<Judgement | null>;
  set(key: string, judgement: Judgement, now: Date, until: Date): Promise<void>;
}
