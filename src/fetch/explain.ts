import { CRAWLER_PAGE_URL, PRODUCT_TOKEN } from './identity.ts';
import type { FetchFailure } from './outcome.ts';

/** What went wrong and what to do about it, in one sentence for the admin who asked for the URL (rule 2.4). */
export function explainFailure(failure: FetchFailure): string {
  switch (failure.code) {
    case 'dns':
      return 'The host name could not be found: check its spelling, or whether the site still exists.';
    case 'refused':
      return 'The server refused the connection: nothing answers on that port, so check the address or try again later.';
    case 'unreachable':
      return 'The server could not be reached from here: it may be down, or this machine has no route to it.';
    case 'tls':
      return "The secure connection failed: the site's certificate is invalid, expired or for another name, or it does not speak HTTPS; its owner has to fix that.";
    case 'timeout':
      return 'The server took too long to answer: it may be overloaded, so try again later.';
    case 'reset':
      return 'The server broke off the connection before its answer was complete: try again later.';
    case 'malformed':
      return 'The server sent something that is not a valid HTTP answer: check that the address belongs to a web site.';
    case 'undecodable':
      return 'The answer is compressed in a way that cannot be read, or was cut short: its owner has to check the compression settings.';
    case 'redirect-loop':
      return 'The page redirects in a circle: open it in a browser and give the address it ends at.';
    case 'too-many-redirects':
      return 'The page redirects too many times: open it in a browser and give the address it ends at.';
    case 'bad-redirect':
      return 'The page redirects to nowhere usable: its owner has to fix the redirect.';
    case 'aborted':
      return 'The request was stopped before the answer was complete.';
    case 'http-status':
      return explainStatus(failure.status, failure.retryAfterMs);
    default:
      return failure satisfies never;
  }
}

function explainStatus(status: number, retryAfterMs: number | undefined): string {
  if (status === 401 || status === 403) {
    return `The site answered ${status}: it wants a login, or its bot protection stops crawlers; its owner can allow the user agent "${PRODUCT_TOKEN}" as ${CRAWLER_PAGE_URL} describes.`;
  }
  if (status === 404 || status === 410) {
    return `The page does not exist (${status}): check the address, or remove it if the page is gone for good.`;
  }
  if (status === 429) return `The site answered 429, too many requests: ${tryAgain(retryAfterMs)}.`;
  if (status === 451) return 'The site answered 451: the page is withheld for legal reasons.';
  if (status >= 500) return `The site has a problem of its own (${status}): ${tryAgain(retryAfterMs)}.`;
  return `The site answered ${status} instead of the page: open the address in a browser to see what it wants.`;
}

function tryAgain(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return 'try again later';
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
  return `try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
}
