import { z } from 'zod';
import { parseRetryAfter } from '../../fetch/retry-after.ts';
import type { ModelFailure, ModelFailureCode } from './failure.ts';

/** The error object of the common interface: `{error: {message, type, code}}`, or the bare message as a text. */
export const errorBody = z.object({
  error: z.union([
    z.string().transform((message) => ({ message, type: null, code: null, param: null })),
    z.object({
      message: z.string().nullish(),
      type: z.string().nullish(),
      code: z.union([z.string(), z.number()]).nullish(),
      param: z.string().nullish(),
    }),
  ]),
});

export type ModelError = z.infer<typeof errorBody>['error'];

const MAX_DETAIL = 200;
const BY_STATUS: Readonly<Partial<Record<number, ModelFailureCode>>> = {
  401: 'key-refused',
  402: 'no-credit',
  403: 'key-refused',
  404: 'no-such-model',
  408: 'too-slow',
  413: 'too-long',
  429: 'rate-limited',
};

/** What an answer that is none means. `status` 200 stands for an error told in the middle of a stream. */
export function readRefusal(
  status: number,
  error: ModelError | null,
  retryAfter: string | null,
  now: Date,
): ModelFailure {
  const said = `${error?.type ?? ''} ${error?.code ?? ''}`;
  const detail = error?.message?.replace(/\s+/g, ' ').trim().slice(0, MAX_DETAIL);
  const waitMs = retryAfter === null ? null : parseRetryAfter(retryAfter, now);
  return {
    code: codeOf(status, said, detail ?? ''),
    ...(detail ? { detail } : {}),
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  };
}

function codeOf(status: number, said: string, message: string): ModelFailureCode {
  if (/insufficient_quota|billing|credit/i.test(said)) return 'no-credit';
  if (/context_length|too_long|request_too_large/i.test(said) || /context (?:length|window|size)/i.test(message))
    return 'too-long';
  if (/model_not_found/i.test(said)) return 'no-such-model';
  if (/content_filter|content_policy/i.test(said)) return 'filtered';
  const byNumber = Number(/\b[45]\d\d\b/.exec(said)?.[0] ?? status);
  if (/rate_limit/i.test(said)) return 'rate-limited';
  if (/overloaded|server_error|api_error/i.test(said)) return 'server-error';
  if (byNumber >= 500) return 'server-error';
  if (byNumber >= 300 && byNumber < 400) return 'not-a-model';
  return BY_STATUS[byNumber] ?? 'rejected';
}
