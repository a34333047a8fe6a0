import type { BodyPlan, Head } from './exchange.ts';
import type { Purpose, Wish } from './identity.ts';
import { headerValue } from './outcome.ts';
import { isRedirect } from './redirect.ts';

/** One request: what is wanted, and what it may cost. */
export interface WebRequest extends Wish {
  readonly url: URL;
  readonly purpose: Purpose;
  /** Bytes of the body, on the wire and decoded. */
  readonly maxBytes: number;
  /** What becomes of a longer body: it is not wanted at all, or its beginning is. */
  readonly oversize: 'refuse' | 'truncate';
  /** From this call to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Asked for answers 2xx before their body is read; false ends the request as `not-html`. */
  readonly wants?: (contentType: string | undefined, url: URL) => boolean;
  /**
   * Asked while the body of an answer 2xx comes in, with all of it that has come, decoded; true ends the request there.
   * A request that looks so wants nothing of other answers but their heads.
   */
  readonly enough?: (soFar: Uint8Array, head: Head) => boolean;
}

/** Read at most of the body of an error answer, whose status already says everything. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

/** A body that nobody needs is read to its end when that is near, because the connection can then be kept. */
export const UNWANTED_BODY: BodyPlan = { maxBytes: 64 * 1024, beginningSuffices: false, patienceMs: 1000 };

/** An answer that has said all with its head. */
const HEAD_ONLY: BodyPlan = { maxBytes: 0, beginningSuffices: true, enough: () => true };

/** An answer that reports what went wrong on either side. */
export function isErrorStatus(status: number): boolean {
  return status >= 400;
}

/** How much of an answer's body this request needs. */
export function planBody({ url, maxBytes, oversize, wants, enough }: WebRequest, head: Head): BodyPlan {
  const { status, headers } = head;
  if (enough !== undefined && (isRedirect(status) || isErrorStatus(status))) return HEAD_ONLY;
  if (isRedirect(status)) return UNWANTED_BODY;
  if (isErrorStatus(status)) return { maxBytes: MAX_ERROR_BODY_BYTES, beginningSuffices: true };
  const isSuccess = status < 300;
  if (isSuccess && wants?.(headerValue(headers, 'content-type'), url) === false) return UNWANTED_BODY;
  return {
    maxBytes,
    beginningSuffices: oversize === 'truncate',
    ...(enough === undefined ? {} : { enough: (soFar: Uint8Array) => enough(soFar, head) }),
  };
}
