import type { AddressPolicy } from './address.ts';
import type { Cutoff } from './cutoff.ts';
import { contentCoding, decode, type Decoded } from './decode.ts';
import type { Exchange, Head, Response } from './exchange.ts';
import { failureOf } from './failure.ts';
import { BlockedAddress } from './guard.ts';
import { headerValue, type Answer, type Timing } from './outcome.ts';
import { isRedirect, readRedirect } from './redirect.ts';
import { isErrorStatus, UNWANTED_BODY, type WebRequest } from './request.ts';

interface AnswerContext {
  readonly policy: AddressPolicy;
  readonly cutoff: Cutoff;
}

/** Says what an exchange came to: our own decision, a redirect, a decoded body, or a named failure. */
export async function answerOf(ask: WebRequest, ended: Exchange, { policy, cutoff }: AnswerContext): Promise<Answer> {
  const { url } = ask;
  const { timing } = ended;
  if (ended.kind === 'cut') return cutShort(ask, cutoff.cause, timing);
  if (ended.kind === 'broken') return brokenAnswer(url, ended.error, timing);
  const { head } = ended;
  if (isRedirect(head.status)) return redirectAnswer(url, head, policy, timing);
  if (ended.plan === UNWANTED_BODY) {
    return { kind: 'refused', url, reason: 'not-html', detail: quoteHeader(head, 'content-type'), timing };
  }
  if (!ended.whole && !ended.plan.beginningSuffices) return tooLarge(ask, timing);

  const decoded = ended.wire.length === 0 ? EMPTY : await decodeBody(ended, cutoff.signal());
  if (cutoff.isCut) return cutShort(ask, cutoff.cause, timing);
  return bodyAnswer(ask, ended, decoded, timing);
}

/** The answer to a request that its deadline or its caller ended; how far it came stands in the detail. */
export function cutShort({ url, timeoutMs }: WebRequest, cause: 'timeout' | 'aborted', timing: Timing): Answer {
  const stage =
    timing.sentAt === undefined ? 'connecting' : timing.headAt === undefined ? 'waiting for an answer' : 'reading';
  const detail = cause === 'timeout' ? `not done within ${timeoutMs} ms, while ${stage}` : `stopped while ${stage}`;
  return { kind: 'failed', url, failure: { code: cause, detail }, timing };
}

function brokenAnswer(url: URL, error: Error, timing: Timing): Answer {
  return error instanceof BlockedAddress
    ? { kind: 'refused', url, reason: 'blocked-address', detail: error.message, timing }
    : { kind: 'failed', url, failure: failureOf(error, timing.headAt !== undefined), timing };
}

function redirectAnswer(url: URL, { status, headers }: Head, policy: AddressPolicy, timing: Timing): Answer {
  const redirect = readRedirect(headers, url, policy);
  switch (redirect.kind) {
    case 'to':
      return { kind: 'redirect', url, status, location: redirect.location, timing };
    case 'refused':
      return { kind: 'refused', url, reason: 'blocked-address', detail: redirect.detail, timing };
    case 'bad':
      return { kind: 'failed', url, failure: { code: 'bad-redirect', detail: redirect.detail }, timing };
    default:
      return redirect satisfies never;
  }
}

const EMPTY: Decoded = { ok: true, body: new Uint8Array(), complete: true };

async function decodeBody({ head, plan, wire }: Response, signal: AbortSignal): Promise<Decoded> {
  const coding = contentCoding(head.headers);
  if (coding === null) return { ok: false, problem: quoteHeader(head, 'content-encoding') };
  return decode(wire, coding, { maxBytes: plan.maxBytes, beginningSuffices: plan.beginningSuffices, signal });
}

function bodyAnswer(ask: WebRequest, { head, plan, whole, wire }: Response, decoded: Decoded, timing: Timing): Answer {
  const { url } = ask;
  const { status, headers } = head;
  const wireBytes = wire.length;
  if (!decoded.ok) {
    // An error answer is told by its status, whatever became of its text.
    if (isErrorStatus(status)) {
      return { kind: 'answer', url, status, headers, body: new Uint8Array(), truncated: true, wireBytes, timing };
    }
    return { kind: 'failed', url, failure: { code: 'undecodable', detail: decoded.problem }, timing };
  }
  if (!decoded.complete && !plan.beginningSuffices) return tooLarge(ask, timing);
  const truncated = !whole || !decoded.complete || isPartOfMore(head);
  return { kind: 'answer', url, status, headers, body: decoded.body, truncated, wireBytes, timing };
}

function tooLarge({ url, maxBytes }: WebRequest, timing: Timing): Answer {
  return { kind: 'refused', url, reason: 'too-large', detail: `more than ${maxBytes} bytes`, timing };
}

/** Whether a 206 answer holds less than the whole (RFC 9110 section 14.4): anything but `bytes 0-99/100`. */
function isPartOfMore({ status, headers }: Head): boolean {
  if (status !== 206) return false;
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(headerValue(headers, 'content-range') ?? '');
  return range === null || Number(range[1]) + 1 !== Number(range[2]);
}

/** A header line for a detail, which is stored and shown: never longer than a line. */
function quoteHeader({ headers }: Head, name: string): string {
  return `${name}: ${(headerValue(headers, name) ?? 'none').slice(0, 100)}`;
}
