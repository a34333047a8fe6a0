import { describe, expect, it } from 'vitest';
import { promises, type PromiseId } from '../src/web/crawler-page/promises.ts';
import { aiInputProofs } from './promises/ai-input.ts';
import { copyProofs } from './promises/copies.ts';
import { identityProofs } from './promises/identity.ts';
import { linkProofs } from './promises/link-checks.ts';
import { markProofs } from './promises/marks.ts';
import { paceProofs } from './promises/pace.ts';
import { reachProofs } from './promises/reach.ts';
import { requestProofs } from './promises/requests.ts';
import { robotsProofs } from './promises/robots.ts';
import { twinProofs } from './promises/markdown-twins.ts';
import { upkeepProofs } from './promises/upkeep.ts';

/** What shows that a promise is kept, seen from a server on loopback. A promise without one does not compile. */
const proofs: Readonly<Record<PromiseId, () => Promise<void>>> = {
  ...identityProofs,
  ...requestProofs,
  ...robotsProofs,
  ...markProofs,
  ...aiInputProofs,
  ...twinProofs,
  ...paceProofs,
  ...reachProofs,
  ...upkeepProofs,
  ...linkProofs,
  ...copyProofs,
};

describe('the crawler page promises:', () => {
  it.each(promises.map(({ id, sentence }) => [sentence, id] as const))('%s', (_, id) => proofs[id]());

  it('each sentence once, and proves nothing that it does not promise', () => {
    expect(new Set(promises.map(({ sentence }) => sentence)).size).toBe(promises.length);
    expect(Object.keys(proofs).toSorted()).toEqual(promises.map(({ id }): string => id).toSorted());
  });
});
