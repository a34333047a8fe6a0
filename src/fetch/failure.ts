import { errors } from 'undici';
import type { FetchFailure } from './outcome.ts';

/** The failures that come from below as errors; the others are decided by what an answer says. */
type NetworkCode = 'dns' | 'refused' | 'unreachable' | 'tls' | 'timeout' | 'reset' | 'malformed';

const CODES: Readonly<Record<string, NetworkCode>> = {
  ECONNREFUSED: 'refused',
  EACCES: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPERM: 'unreachable',
  EPROTO: 'tls',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ECONNABORTED: 'reset',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'malformed',
  // undici's parser met an answer that its authors held to be impossible (an upgrade nobody asked for).
  ERR_ASSERTION: 'malformed',
};

/** Families of codes: c-ares and getaddrinfo, OpenSSL's verification and protocol errors. */
const CODE_FAMILIES: readonly (readonly [pattern: RegExp, code: NetworkCode])[] = [
  [/^(?:ENOTFOUND|ENODATA|ENONAME|ESERVFAIL|EBADNAME|EFORMERR|ENOTIMP|EREFUSED|EAI_\w+)$/, 'dns'],
  [
    /^(?:ERR_TLS_\w+|ERR_SSL_[\w/]+|CERT_\w+|CRL_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*|INVALID_\w+|HOSTNAME_MISMATCH)$/,
    'tls',
  ],
];

/**
 * Names what broke a connection or an answer. `headSeen` tells a body that stopped short from an answer that was wrong
 * from its first line: undici reports both as a length that does not fit.
 */
export function failureOf(error: Error, headSeen: boolean): FetchFailure {
  return { code: networkCode(error, headSeen), detail: detailOf(error) };
}

function networkCode(error: Error, headSeen: boolean): NetworkCode {
  // Several addresses were tried: the most telling of their errors counts.
  if (error instanceof AggregateError) {
    const codes = error.errors.map((each) => (each instanceof Error ? networkCode(each, headSeen) : 'reset'));
    return codes.find((code) => code !== 'unreachable') ?? 'unreachable';
  }
  if (error instanceof errors.HTTPParserError) return 'malformed';
  const code = codeOf(error);
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return headSeen ? 'reset' : 'malformed';
  if (code === 'UND_ERR_SOCKET' && error.message.startsWith('bad ')) return 'malformed';
  return CODES[code] ?? CODE_FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? 'reset';
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function detailOf(error: Error): string {
  const code = codeOf(error);
  const words = error.message === '' ? error.name : error.message;
  return code === '' || words.includes(code) ? words : `${words} (${code})`;
}
