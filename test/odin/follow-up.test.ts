import { describe, expect, it } from 'vitest';
import { searchTextOf } from '../../src/odin/follow-up.ts';
import { taughtFor } from '../../src/odin/taught.ts';

describe('a question after another', () => {
  it.each([
    [
      'takes the words along when it leans on it',
      'And how do I undo that?',
      'How do I rotate keys?',
      'And how do I undo that? rotate keys',
    ],
    ['takes them along when it is short', 'On Windows?', 'How do I rotate keys?', 'On Windows? rotate keys'],
    [
      'stands alone when it says everything',
      'Where are nightly database backups stored?',
      'How do I rotate keys?',
      'Where are nightly database backups stored?',
    ],
    ['stands alone when it is the first', 'And that?', null, 'And that?'],
  ])('%s', (_, question, before, text) => expect(searchTextOf(question, before)).toBe(text));
});

describe('what the team taught', () => {
  const lesson = (id: number, question: string) => ({
    id,
    question,
    answer: `Answer ${id}`,
    taughtBy: '5',
    taughtAt: new Date('2026-03-01T12:00:00Z'),
    boundTo: null,
  });
  const lessons = [lesson(1, 'How do I rotate the keys?'), lesson(2, 'Where is the shop?')];

  it.each([
    ['rotate keys', [1]],
    ['please tell me how to rotate my old keys on Windows', [1]],
    ['Where can I find the shop?', []],
    ['backup', []],
  ])('is found for "%s"', (question, ids) => {
    expect(taughtFor(question, lessons).map(({ pageId }) => pageId)).toEqual(ids);
  });

  it('is cited as taught', () => {
    expect(taughtFor('rotate keys', lessons)[0]).toMatchObject({ n: 1, taught: true, text: 'Answer 1' });
  });
});
