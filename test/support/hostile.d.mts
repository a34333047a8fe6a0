/** What happened on one path of the hostile server since it started. */
export interface PathStats {
  readonly hits: number;
  /** Connections of this path that are open now. */
  readonly open: number;
  readonly bytes: number;
  readonly closedByClient: number;
}

/** A loopback web server that misbehaves in a way of its own on every path; the paths stand at the top of the module. */
export interface HostileServer {
  readonly port: number;
  /** Accepts connections and never says a word. */
  readonly silentPort: number;
  readonly origin: string;
  stats(): Readonly<Record<string, PathStats>>;
  close(): Promise<void>;
}

export function startHostile(options?: {
  readonly port?: number;
  readonly maxMs?: number;
  readonly ttlMs?: number;
  readonly maxMb?: number;
}): Promise<HostileServer>;
