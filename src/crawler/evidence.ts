/** What robots.txt of one host came to in one job: kept with the job and shown to the admin (rule 3.6). */
export interface RobotsEvidence {
  /** Scheme, host and port: http and https have files of their own. */
  readonly host: string;
  readonly status: number | 'unreachable';
  readonly verdict: 'rules' | 'everything' | 'nothing';
  /** The product token of the group that applies, `*`, or null where no group does. */
  readonly group: string | null;
  readonly crawlDelaySeconds: number | null;
  readonly sitemaps: readonly string[];
  /** The content signal `ai-input` of that group: false means never send the text to a model (rule 3.7). */
  readonly aiInput: boolean | null;
}

/** Evidence with the bytes it was read from, so that an interrupted job goes on with the rules it had (rule 6.5). */
export interface RobotsRecord extends RobotsEvidence {
  readonly body: Uint8Array;
}
