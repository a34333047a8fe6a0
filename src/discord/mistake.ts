import { randomBytes } from 'node:crypto';
import { sentenceFor } from '../app/mistake.ts';
import type { Body } from './body.ts';
import type { Surface } from './surface.ts';

/**
 * An exception nobody foresaw, as people see it: a short id, which stands in the log too. What went wrong inside is no
 * business of a channel's.
 */
export function mistakeBody(error: unknown, { report }: Pick<Surface, 'report'>): Body {
  const id = randomBytes(3).toString('hex');
  report(`Error ${id}: ${sentenceFor(error)}`);
  return { content: `Something went wrong in Heimdall. Its log says more, under the id \`${id}\`.` };
}
