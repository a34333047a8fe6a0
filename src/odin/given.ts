import type { FoundPassage } from '../knowledge/store.ts';
import type { GivenPassage } from './given-passage.ts';
import { withoutInstructions } from './instructions.ts';

/** What was found, as evidence: numbered from `first`, without what pages say to models instead of readers. */
export function evidenceFrom(
  passages: readonly Omit<FoundPassage, 'id' | 'ordinal' | 'score'>[],
  first = 1,
): readonly GivenPassage[] {
  return passages
    .map((passage) => ({ ...passage, text: withoutInstructions(passage.text) }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ pageId, url, anchor, title, headings, text, fetchedAt, aiInput }, index) => ({
      n: first + index,
      pageId,
      url,
      anchor,
      title: withoutInstructions(title),
      headings: headings.map(withoutInstructions).filter((heading) => heading !== ''),
      text,
      fetchedAt,
      taught: false,
      aiInput,
    }));
}
