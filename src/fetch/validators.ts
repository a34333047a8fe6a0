import { headerValue, type HeaderLines, type Validators } from './outcome.ts';

/**
 * What the next request may ask conditionally with (rule 8.1), byte for byte as the server wrote it: a server compares
 * its own spelling. Values that could not stand in a request's header are left out.
 */
export function validatorsOf(headers: HeaderLines): Validators {
  const etag = sendable(headerValue(headers, 'etag'));
  const lastModified = sendable(headerValue(headers, 'last-modified'));
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) };
}

function sendable(value: string | undefined): string | undefined {
  return value !== undefined && /^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(value) ? value : undefined;
}
