/** Prose as sentences. Pure. */

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|approx|cf|no|fig|sec|incl|min|max|resp)\.|\b\p{Lu}\.)\s*$/iu;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, with the space after them: never cut inside a code span or after an abbreviation. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    const insideCode = (open.match(/`/gu)?.length ?? 0) % 2 === 1;
    if (open.trim() !== '' && !insideCode && !ABBREVIATION.test(open)) {
      sentences.push(open);
      open = '';
    }
  }
  return open.trim() === '' ? sentences : [...sentences, open];
}
