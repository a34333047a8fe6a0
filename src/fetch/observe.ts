import type { WebClient } from './client.ts';
import type { Purpose } from './identity.ts';
import type { Answer } from './outcome.ts';

/** One request that has ended, for whoever counts them. */
export interface RequestNews {
  readonly purpose: Purpose;
  /** The status by its class (`2xx`), `304`, what broke (`timeout`), or `refused` where nothing was sent. */
  readonly outcome: string;
  /** It asked only for what had changed. */
  readonly conditional: boolean;
  /** From sending it to the first byte of its answer; null where none came. */
  readonly seconds: number | null;
}

/** The same client, with each request told of when it has ended. */
export function observeRequests(client: WebClient, tell: (news: RequestNews) => void): WebClient {
  return {
    open() {
      const connections = client.open();
      return {
        ...connections,
        async request(ask) {
          const answer = await connections.request(ask);
          const { sentAt, headAt } = answer.timing;
          tell({
            purpose: ask.purpose,
            outcome: outcomeOf(answer),
            conditional: ask.validators !== undefined,
            seconds: sentAt === undefined || headAt === undefined ? null : (headAt - sentAt) / 1000,
          });
          return answer;
        },
      };
    },
  };
}

function outcomeOf(answer: Answer): string {
  switch (answer.kind) {
    case 'answer':
    case 'redirect':
      return answer.status === 304 ? '304' : `${Math.floor(answer.status / 100)}xx`;
    case 'refused':
      // `not-html` and `too-large` are said of answers that came.
      return answer.timing.sentAt === undefined ? 'refused' : answer.reason;
    case 'failed':
      return answer.failure.code;
    default:
      return answer satisfies never;
  }
}
