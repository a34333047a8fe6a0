import type { WebClient } from './client.ts';
import type { Answer } from './outcome.ts';

/**
 * The same client, which sends nothing to hosts that are shut out (`heimdall purge`). Every request of a job and of a
 * link check passes here, redirect hops, robots.txt and sitemaps included. An answer that was under way when its host
 * was shut out is dropped, so that nothing is stored of it.
 */
export function withoutShutHosts(client: WebClient, isShut: (url: URL) => Promise<boolean>): WebClient {
  return {
    open() {
      const connections = client.open();
      return {
        ...connections,
        async request(ask) {
          const refused: Answer = {
            kind: 'refused',
            url: ask.url,
            reason: 'host-purged',
            detail: ask.url.host,
            timing: {},
          };
          if (await isShut(ask.url)) return refused;
          const answer = await connections.request(ask);
          return (await isShut(ask.url)) ? { ...refused, timing: answer.timing } : answer;
        },
      };
    },
  };
}
