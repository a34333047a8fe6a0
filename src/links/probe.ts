import type { Clock } from '../clock.ts';
import type { Pace } from '../crawler/pace.ts';
import type { Connections, WebClient } from '../fetch/client.ts';
import { explainFailure } from '../fetch/explain.ts';
import type { Answer, HeaderLines } from '../fetch/outcome.ts';
import { LINK_CHECK_TIMEOUT_MS, MAX_LINK_BYTES, MAX_LINK_REDIRECTS } from '../promises.ts';
import { judgeKnownHost } from './hosts.ts';
import { createSniffer, judgeBody, type AnswerHead } from './sniff.ts';
import { none, unknown, type Judgement } from './verdict.ts';

/** What looking at a link came to. */
export interface Probed {
  readonly judgement: Judgement;
  /** Bytes of bodies taken from the wire. */
  readonly bytesRead: number;
  /**
   * How far the judgement may be trusted: the answer was seen; the server failed, and may do better soon; or we did not
   * ask, which says nothing of the link.
   */
  readonly trust: 'seen' | 'failed' | 'not-asked';
}

/** Looks at one link (rule 11.2); never rejects for anything the network does. */
export type Probe = (url: URL, signal?: AbortSignal) => Promise<Probed>;

export interface ProbeDeps {
  readonly client: WebClient;
  readonly pace: Pick<Pace, 'admitLinkCheck'>;
  readonly clock: Clock;
}

/** Answers that say of the link itself that there is nothing; the others are between the server and us. */
const NOTHING_THERE = new Set([400, 404, 405, 406, 410, 414, 416, 422]);

const NOT_PUBLIC = 'it leads to no public address on a usual port, so it is not asked for';

/** The range that was asked for is refused (RFC 9110 section 15.5.17). */
const RANGE_REFUSED = 416;

/**
 * One request for the first 256 KB, ended as soon as the bytes allow a judgement, on a connection that is destroyed then.
 * Redirects are followed within the same five seconds, each checked like the first. A domain that has had its share of
 * requests is not asked, and nobody waits for it (rule 4.2).
 */
export function createProbe(deps: ProbeDeps): Probe {
  return async (url, signal) => {
    const connections = deps.client.open();
    try {
      return await follow(deps, connections, url, signal);
    } finally {
      await connections.close();
    }
  };
}

async function follow(
  { pace, clock }: ProbeDeps,
  connections: Connections,
  start: URL,
  signal: AbortSignal | undefined,
): Promise<Probed> {
  const deadline = clock.monotonic() + LINK_CHECK_TIMEOUT_MS;
  let url = start;
  let inParts = true;
  let redirects = 0;
  while (redirects <= MAX_LINK_REDIRECTS) {
    if (!pace.admitLinkCheck(url)) {
      return { judgement: unknown('its domain was asked often enough for now'), bytesRead: 0, trust: 'not-asked' };
    }
    const looked = await look(connections, url, Math.max(1, deadline - clock.monotonic()), inParts, signal);
    if (looked === 'whole-only') {
      // Asked once more, as other clients ask; what is read is bounded all the same.
      inParts = false;
      continue;
    }
    if (!(looked instanceof URL)) return looked;
    url = looked;
    redirects += 1;
    const known = judgeKnownHost(url);
    if (known !== null) return { judgement: known, bytesRead: 0, trust: 'seen' };
  }
  return { judgement: unknown('it redirects too often'), bytesRead: 0, trust: 'failed' };
}

/** One request: what it shows, where it sends, or that the server refuses to give a part. */
async function look(
  connections: Connections,
  url: URL,
  timeoutMs: number,
  inParts: boolean,
  signal: AbortSignal | undefined,
): Promise<Probed | URL | 'whole-only'> {
  let sniff: ((soFar: Uint8Array) => Judgement | null) | null = null;
  let early: Judgement | null = null;
  const came: { head?: AnswerHead; soFar?: Uint8Array } = {};
  const answer = await connections.request({
    url,
    purpose: 'link-check',
    ...(inParts ? { range: { first: 0, last: MAX_LINK_BYTES - 1 } } : {}),
    maxBytes: MAX_LINK_BYTES,
    oversize: 'truncate',
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    enough(soFar, { headers }) {
      came.head ??= headOf(url, headers);
      came.soFar = soFar;
      sniff ??= createSniffer(came.head);
      early = sniff(soFar);
      return early !== null;
    },
  });
  if (answer.kind === 'redirect') return answer.location;
  if (inParts && answer.kind === 'answer' && answer.status === RANGE_REFUSED) return 'whole-only';
  return (answer.kind === 'failed' ? evidenceIn(came) : null) ?? probed(answer, early);
}

/** What the beginning shows of an answer that broke off or did not end in time: stalling hides no GIF and no film. */
function evidenceIn({ head, soFar }: { readonly head?: AnswerHead; readonly soFar?: Uint8Array }): Probed | null {
  if (head === undefined || soFar === undefined) return null;
  const judgement = judgeBody(head, soFar, true);
  const isEvidence = judgement.verdict === 'gif' || judgement.verdict === 'video';
  return isEvidence ? { judgement, bytesRead: soFar.length, trust: 'failed' } : null;
}

function probed(answer: Exclude<Answer, { kind: 'redirect' }>, early: Judgement | null): Probed {
  switch (answer.kind) {
    case 'refused':
      // The detail names the host, which is a part of somebody's message, and the judgement is kept (rule 11.5).
      return { judgement: unknown(NOT_PUBLIC), bytesRead: 0, trust: 'failed' };
    case 'failed':
      return { judgement: unknown(reasonOf(answer.failure)), bytesRead: 0, trust: 'failed' };
    case 'answer':
      return judged(answer, early);
    default:
      return answer satisfies never;
  }
}

function judged(answer: Extract<Answer, { kind: 'answer' }>, early: Judgement | null): Probed {
  const { url, status, headers, body, truncated, wireBytes: bytesRead } = answer;
  if (status < 300) {
    return { judgement: early ?? judgeBody(headOf(url, headers), body, truncated), bytesRead, trust: 'seen' };
  }
  const why = `the server answered ${status}`;
  return { judgement: NOTHING_THERE.has(status) ? none(why) : unknown(why), bytesRead, trust: 'failed' };
}

/** The failure in the words that follow a colon. */
function reasonOf(failure: Parameters<typeof explainFailure>[0]): string {
  const [first = ''] = explainFailure(failure).split(/[:;]/);
  return first.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase());
}

/** The first line of each header; several of one name are not of interest here. */
function headOf(url: URL, headers: HeaderLines): AnswerHead {
  return { url: url.href, headers: Object.fromEntries(headers.toReversed()) };
}
