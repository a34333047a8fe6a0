/** Everything that can go wrong between Heimdall and a model, each with one sentence for the operator or admin. */
export type ModelFailureCode =
  | 'unreachable'
  | 'key-refused'
  | 'no-credit'
  | 'no-such-model'
  | 'too-long'
  | 'rejected'
  | 'rate-limited'
  | 'server-error'
  | 'not-a-model'
  | 'cut-off'
  | 'stalled'
  | 'too-slow'
  | 'too-much'
  | 'filtered'
  | 'empty'
  | 'resting'
  | 'cancelled';

export interface ModelFailure {
  readonly code: ModelFailureCode;
  /** What the server said of it, shortened; never the key. */
  readonly detail?: string;
  /** When the server allows the next request, in milliseconds from its answer. */
  readonly retryAfterMs?: number;
}

const SENTENCES: Readonly<Record<ModelFailureCode, string>> = {
  unreachable: 'The model server cannot be reached: check MODEL_BASE_URL, and that the server runs.',
  'key-refused': 'The model server refuses the key: check MODEL_API_KEY.',
  'no-credit': 'The account at the model provider has no credit left: top it up, or set another key.',
  'no-such-model':
    'The model server does not know this model, or has no such address: check MODEL_NAME and MODEL_BASE_URL.',
  'too-long': 'The model takes less text than it was sent: choose a model with a larger context.',
  rejected: 'The model server does not accept the request.',
  'rate-limited': 'The model server asks for fewer requests; the next question is tried again.',
  'server-error': 'The model server has a fault of its own; the next question is tried again.',
  'not-a-model': 'What answers at MODEL_BASE_URL is not a model server: the address usually ends with /v1.',
  'cut-off': 'The model server broke off in the middle of an answer.',
  stalled: 'The model server stopped in the middle of an answer.',
  'too-slow': 'The model did not finish in time: raise MODEL_TIMEOUT_SECONDS, or choose a faster model.',
  'too-much': 'The model did not stop writing.',
  filtered: "The provider's content filter withheld the answer.",
  empty: 'The model answered with nothing.',
  resting: 'The model failed several times in a row and is left alone for a minute.',
  cancelled: 'The question was withdrawn.',
};

/** One sentence: what is wrong and what to do next, with the server's own words where it gave some. */
export function explainModelFailure({ code, detail }: ModelFailure): string {
  return detail === undefined ? SENTENCES[code] : `${SENTENCES[code]} It says: "${detail}"`;
}

/** Whether the same request may go through a moment later. A spent quota does not come back by asking again. */
export function mayPass({ code }: ModelFailure): boolean {
  return code === 'rate-limited' || code === 'server-error' || code === 'unreachable';
}
