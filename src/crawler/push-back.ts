import { headerValue, type Answer } from '../fetch/outcome.ts';
import { parseRetryAfter } from '../fetch/retry-after.ts';

/** The server asks for fewer requests (rule 2.6). */
export function isPushBack(answer: Answer): boolean {
  return answer.kind === 'answer' && (answer.status === 429 || answer.status === 503);
}

/** How long the server asks us to stay away, in milliseconds from `now`; null where it does not say. */
export function retryAfterOf(answer: Answer, now: Date): number | null {
  if (answer.kind !== 'answer' || !isPushBack(answer)) return null;
  const value = headerValue(answer.headers, 'retry-after');
  return value === undefined ? null : parseRetryAfter(value, now);
}

/**
 * Whether to ask once more (rule 2.6): after 5xx, a timeout or a reset connection, and after a 429 that says when. One
 * that does not say is a plain no.
 */
export function isWorthARetry(answer: Answer, now: Date): boolean {
  if (answer.kind === 'failed') return answer.failure.code === 'timeout' || answer.failure.code === 'reset';
  if (answer.kind !== 'answer') return false;
  return answer.status === 429 ? retryAfterOf(answer, now) !== null : answer.status >= 500;
}
