/** How asking another server for something can end. Expected endings are values; a throw is a bug. */

/** Header lines as they came: names in lower case, repeated names kept apart, in order. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** What a server gave us to ask conditionally with; sent back exactly as it came. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** One redirect that was followed. */
export interface Hop {
  readonly url: URL;
  readonly status: number;
  readonly location: URL;
}

/** Why the door itself does not fetch or keep something: our own decision, not a failure of the world. */
export type FetchRefusal = 'blocked-address' | 'host-purged' | 'not-html' | 'too-large';

/** What broke on the way to an answer. `detail` is for the log and the curious; the sentence comes from `explainFailure`. */
export type FetchFailure =
  | {
      readonly code:
        | 'dns'
        | 'refused'
        | 'unreachable'
        | 'tls'
        | 'timeout'
        | 'reset'
        | 'malformed'
        | 'undecodable'
        | 'redirect-loop'
        | 'too-many-redirects'
        | 'bad-redirect'
        | 'aborted';
      readonly detail: string;
    }
  | { readonly code: 'http-status'; readonly status: number; readonly retryAfterMs?: number };

/** Moments of one request on the client's clock (milliseconds, monotonic): written to the socket, first answer byte. */
export interface Timing {
  readonly sentAt?: number;
  readonly headAt?: number;
}

/** The end of one request, redirects not followed. */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly url: URL;
      readonly status: number;
      readonly headers: HeaderLines;
      /** Decoded; empty for 204, 304 and the like. */
      readonly body: Uint8Array;
      /** The body was longer than allowed and `body` is its beginning. */
      readonly truncated: boolean;
      /** Bytes of the body that were taken from the wire. */
      readonly wireBytes: number;
      readonly timing: Timing;
    }
  | {
      readonly kind: 'redirect';
      readonly url: URL;
      readonly status: number;
      readonly location: URL;
      readonly timing: Timing;
    }
  | {
      readonly kind: 'refused';
      readonly url: URL;
      readonly reason: FetchRefusal;
      readonly detail: string;
      readonly timing: Timing;
    }
  | { readonly kind: 'failed'; readonly url: URL; readonly failure: FetchFailure; readonly timing: Timing };

/** The end of asking for a URL, redirects included. `url` is where it ended, `hops` how it got there. */
export type FetchOutcome<Reason extends string = FetchRefusal> =
  | {
      readonly kind: 'body';
      readonly url: URL;
      readonly hops: readonly Hop[];
      readonly status: number;
      readonly headers: HeaderLines;
      readonly body: Uint8Array;
      readonly truncated: boolean;
      readonly validators: Validators;
    }
  | { readonly kind: 'not-modified'; readonly url: URL; readonly hops: readonly Hop[]; readonly validators: Validators }
  | {
      readonly kind: 'refused';
      readonly url: URL;
      readonly hops: readonly Hop[];
      readonly reason: Reason;
      readonly detail?: string;
    }
  | { readonly kind: 'failed'; readonly url: URL; readonly hops: readonly Hop[]; readonly failure: FetchFailure };

/** First value of a header, or undefined. `name` in lower case. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1];
}
