import { createParser } from 'eventsource-parser';

/** One event of a stream (HTML standard, "Server-sent events"): its name, if any, and its data. */
export interface ServerSentEvent {
  readonly name: string | null;
  readonly data: string;
}

/** Cuts bytes, as they arrive, into events; comments are passed over. Characters may be cut in two by the network. */
export function createEventReader(): { read(bytes: Uint8Array): readonly ServerSentEvent[] } {
  const decoder = new TextDecoder();
  let found: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => found.push({ name: event ?? null, data }) });
  return {
    read(bytes) {
      found = [];
      parser.feed(decoder.decode(bytes, { stream: true }));
      return found;
    },
  };
}
