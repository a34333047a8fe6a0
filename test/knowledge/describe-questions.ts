import { expect, it } from 'vitest';
import type { QuestionToKeep } from '../../src/knowledge/questions.ts';
import type { GuildKnowledge } from '../../src/knowledge/store.ts';
import type { OpenStore } from './describe-store.ts';
import { LATER, NOON, crawled, guildOf, pageOf, passage } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const DAY_MS = 86_400_000;

function asked(question: string, more: Partial<QuestionToKeep> = {}): QuestionToKeep {
  return {
    askedAt: NOON,
    asker: '7',
    channel: '9',
    question,
    key: question,
    audience: 'all',
    parent: null,
    by: null,
    answer: '',
    citations: [],
    translation: null,
    ...more,
  };
}

async function withGuild(open: OpenStore, work: (guild: GuildKnowledge) => Promise<void>): Promise<void> {
  const store = await open(temporaryDirectory());
  await work(await guildOf(store));
  await store.close();
}

export function describeQuestions(open: OpenStore): void {
  const test = (name: string, work: (guild: GuildKnowledge) => Promise<void>): void => {
    it(name, () => withGuild(open, work));
  };
  const gapsOf = (guild: GuildKnowledge) => guild.gaps({ state: 'open', limit: 10, offset: 0 });

  test('keeps a question as it was answered', async (guild) => {
    const citation = { n: 1, pageId: 3, url: 'https://a.example/#x', title: 'A', headings: ['X'], fetchedAt: NOON };
    const kept = asked('How?', {
      by: 'model',
      answer: 'So [1].',
      citations: [{ ...citation, contentHash: 'h', taught: false }],
    });
    const id = await guild.keepQuestion(kept);
    expect(await guild.question(id)).toEqual({ ...kept, id, good: 0, bad: 0 });
    expect(await guild.question(id + 1)).toBeNull();
  });

  test('finds an answer again while its pages say the same, for the same audience', async (guild) => {
    const source = await crawled(guild, pageOf('https://a.example/', 'A', [passage('one', 'A')]));
    const [page] = await guild.pages({ sourceId: source, limit: 1, offset: 0 });
    if (page === undefined) throw new Error('no page');
    const citation = { n: 1, pageId: page.id, url: page.url, title: 'A', headings: [], fetchedAt: NOON, taught: false };
    const citations = [{ ...citation, contentHash: page.contentHash }];
    await guild.keepQuestion(asked('How?', { by: 'quotes', answer: 'So [1].', citations }));
    await guild.keepQuestion(asked('How?'));
    expect((await guild.answerKept('How?', 'all'))?.answer).toBe('So [1].');
    expect(await guild.answerKept('How?', 'some')).toBeNull();
    expect(await guild.answerKept('Why?', 'all')).toBeNull();
    await crawled(guild, pageOf('https://a.example/', 'A', [passage('two', 'A')]));
    expect(await guild.answerKept('How?', 'all')).toBeNull();
  });

  test('counts one rating a member, the last one', async (guild) => {
    const id = await guild.keepQuestion(asked('How?', { by: 'quotes', answer: 'So.' }));
    expect(await guild.rate(id, '1', false, NOON)).toBe(true);
    await guild.rate(id, '1', true, LATER);
    await guild.rate(id, '2', true, LATER);
    expect(await guild.question(id)).toMatchObject({ good: 2, bad: 0 });
    expect(await guild.rate(999, '1', true, NOON)).toBe(false);
  });

  test('merges questions that ask for the same into one gap, and counts them', async (guild) => {
    for (const question of [
      'How do I rotate the signing keys?',
      'rotate signing keys how',
      'Where are backups kept?',
    ]) {
      await guild.addToGap(await guild.keepQuestion(asked(question)));
    }
    expect((await gapsOf(guild)).map(({ question, asked }) => [question, asked])).toEqual([
      ['rotate signing keys how', 2],
      ['Where are backups kept?', 1],
    ]);
    expect(await guild.countGaps('open')).toBe(2);
  });

  test('makes a gap of an answer that was rated badly', async (guild) => {
    await guild.rate(await guild.keepQuestion(asked('How?', { by: 'quotes', answer: 'So.' })), '1', false, NOON);
    expect(await gapsOf(guild)).toHaveLength(1);
  });

  test('opens a solved gap again when it is asked again; an ignored one stays ignored', async (guild) => {
    const ask = async (question: string): Promise<void> => guild.addToGap(await guild.keepQuestion(asked(question)));
    await ask('rotate keys');
    await ask('backups kept');
    for (const { id, question } of await gapsOf(guild)) {
      await guild.settleGap(id, question === 'rotate keys' ? 'solved' : 'ignored', 'crawled https://a.example/');
    }
    expect(await gapsOf(guild)).toEqual([]);
    await ask('rotate keys');
    await ask('backups kept');
    expect((await gapsOf(guild)).map(({ question, note }) => [question, note])).toEqual([['rotate keys', null]]);
    expect(await guild.settleGap(999, 'solved', null)).toBe(false);
  });

  test('forgets a member: questions, ratings, and gaps that nobody else asked', async (guild) => {
    await guild.addToGap(await guild.keepQuestion(asked('secret zebra question')));
    await guild.addToGap(await guild.keepQuestion(asked('rotate keys')));
    const other = await guild.keepQuestion(asked('rotate keys', { asker: '8' }));
    await guild.addToGap(other);
    await guild.rate(other, '7', true, NOON);
    expect(await guild.keptOf('7')).toMatchObject({ questions: [{}, {}], ratings: 1 });
    expect(await guild.forgetMember('7', LATER)).toBe(3);
    expect(await guild.keptOf('7')).toEqual({ questions: [], ratings: 0, lessons: 0 });
    expect((await gapsOf(guild)).map(({ question, asked }) => [question, asked])).toEqual([['rotate keys', 1]]);
    expect(await guild.question(other)).toMatchObject({ good: 0 });
  });

  test('knows which question a message answers, as long as the question is kept', async (guild) => {
    const id = await guild.keepQuestion(asked('How?', { by: 'quotes', answer: 'So.' }));
    await guild.keepMessage(id, '1001');
    expect(await guild.questionIn('1001')).toBe(id);
    expect(await guild.questionIn('1002')).toBeNull();
    await guild.forgetMember('7', LATER);
    expect(await guild.questionIn('1001')).toBeNull();
    await guild.keepMessage(id, '1003');
    expect(await guild.questionIn('1003')).toBeNull();
  });

  test('forgets what is older than a date', async (guild) => {
    await guild.addToGap(await guild.keepQuestion(asked('old one')));
    await guild.keepQuestion(asked('new one', { askedAt: LATER }));
    expect(await guild.forgetQuestionsBefore(new Date(NOON.getTime() + DAY_MS))).toBe(1);
    expect(await gapsOf(guild)).toEqual([]);
    expect((await guild.keptOf('7')).questions.map(({ question }) => question)).toEqual(['new one']);
  });

  test('keeps what the team taught', async (guild) => {
    const lesson = { question: 'Who runs this?', answer: 'The team.', taughtBy: '5', taughtAt: NOON, boundTo: null };
    const id = await guild.teach(lesson);
    expect(await guild.taught()).toEqual([{ ...lesson, id }]);
    expect(await guild.unteach(id)).toBe(true);
    expect(await guild.unteach(id)).toBe(false);
    expect(await guild.taught()).toEqual([]);
  });

  test('adds up what a day costs, and takes back what was only reserved', async (guild) => {
    expect(await guild.bookTokens('2026-03-01', 700)).toBe(700);
    expect(await guild.bookTokens('2026-03-01', -500)).toBe(200);
    expect(await guild.bookTokens('2026-03-02', 10)).toBe(10);
    expect(await guild.bookTokens('2026-03-02', -50)).toBe(0);
  });
}
