import { isAnswerable } from './evidence.ts';
import type { FoundPassage, Retrieval } from './store.ts';

/** One question asked in several wordings (another language, a follow-up written out), answered as one. Pure. */

/** Places from which on the order within one list hardly matters (reciprocal rank fusion's k). */
const FLAT_AFTER = 60;

/**
 * What several wordings of one question found, best first. Passages that several found come first, and a wording counts
 * as much as its best passage covers of it, so that one which the guild's pages hardly know brings no noise. The evidence
 * is that of the wording which can be answered best. `found` holds one retrieval a wording, the question's own first.
 */
export function fusedRetrieval(found: readonly [Retrieval, ...Retrieval[]], limit: number): Retrieval {
  const [only, ...others] = found;
  if (others.length === 0) return only;
  const best = found.toSorted((a, b) => worthOf(b) - worthOf(a))[0] ?? only;
  const sums = new Map<number, number>();
  const passages = new Map<number, FoundPassage>();
  for (const retrieval of found) {
    for (const [place, passage] of retrieval.passages.entries()) {
      const share = retrieval.evidence.coverage / (FLAT_AFTER + place + 1);
      sums.set(passage.id, (sums.get(passage.id) ?? 0) + share);
      const known = passages.get(passage.id);
      if (known === undefined || known.score < passage.score) passages.set(passage.id, passage);
    }
  }
  const sumOf = ({ id }: FoundPassage): number => sums.get(id) ?? 0;
  const ranked = [...passages.values()].toSorted((a, b) => sumOf(b) - sumOf(a) || b.score - a.score);
  return { passages: ranked.slice(0, limit), evidence: best.evidence };
}

/** Answerable wordings before others, then the better covered. */
function worthOf(retrieval: Retrieval): number {
  return (isAnswerable(retrieval) ? 1 : 0) + retrieval.evidence.coverage;
}
