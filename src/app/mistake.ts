import { StoreError } from '../knowledge/store.ts';

/**
 * One line about something that was thrown. A refusal of the disk has its own sentence; anything else is a mistake in
 * Heimdall, named with the place it happened at so that it can be reported, and without a stack.
 */
export function sentenceFor(error: unknown): string {
  if (error instanceof StoreError) return error.problem.sentence;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `This is a mistake in Heimdall, please report it: ${what.replace(/\s+/g, ' ')}${placeOf(error)}`;
}

/** The first line of our own code in the stack, as ` (src/jobs/crawl.js:12:3)`. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place = /(?:src|commands)\/[\w./-]+:\d+:\d+/.exec(stack.slice(stack.indexOf('\n    at ') + 1));
  return place === null ? '' : ` (${place[0]})`;
}
