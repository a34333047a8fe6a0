import type { GivenPassage } from '../../src/odin/given-passage.ts';

/** A passage with what a test cares about. */
export function passage(text: string, facts: Partial<GivenPassage> = {}): GivenPassage {
  return {
    n: 1,
    pageId: 1,
    url: 'https://docs.example.org/keys',
    anchor: 'rotate',
    title: 'Keys',
    headings: ['Rotate keys'],
    text,
    fetchedAt: new Date('2026-03-01T12:00:00Z'),
    taught: false,
    aiInput: true,
    ...facts,
  };
}
