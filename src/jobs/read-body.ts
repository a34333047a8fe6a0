import { directivesOf } from '../crawler/directives.ts';
import type { Clock } from '../clock.ts';
import type { SkipReason } from '../crawler/skip-reason.ts';
import { headerValue, type FetchOutcome } from '../fetch/outcome.ts';
import type { PageReader } from '../page/pool.ts';
import type { Read } from './ending.ts';

type Body = Extract<FetchOutcome<SkipReason>, { kind: 'body' }>;

/** Reads a body as the page at `url`, and what page and header lines ask of a crawler. */
export async function readBody(
  { reader, clock }: { readonly reader: PageReader; readonly clock: Clock },
  url: string,
  { headers, body }: Body,
): Promise<Read> {
  const fetchedAt = clock.now();
  const contentType = headerValue(headers, 'content-type');
  const reading = await reader.read({ body, url, fetchedAt, ...(contentType === undefined ? {} : { contentType }) });
  return { reading, marks: reading.marks, fetchedAt, ...directivesOf(reading.marks.robots, headers, fetchedAt) };
}
