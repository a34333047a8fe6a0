import { expect, it } from 'vitest';
import { isAnswerable } from '../../src/knowledge/evidence.ts';
import type { FoundPassage } from '../../src/knowledge/store.ts';
import type { Page } from '../../src/page/page.ts';
import type { OpenStore } from './describe-store.ts';
import { NOON, crawled, guildOf, pageOf, passage } from './samples.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const SITE = 'https://docs.example/';

async function search(
  open: OpenStore,
  pages: readonly Page[],
  query: string,
  limit = 10,
): Promise<readonly FoundPassage[]> {
  const store = await open(temporaryDirectory());
  const guild = await guildOf(store);
  await crawled(guild, ...pages);
  const found = await guild.search(query, limit);
  await store.close();
  return found;
}

const MANUAL = [
  pageOf(`${SITE}select`, 'SELECT — Manual', [
    passage('Retrieves rows from a table.', 'SELECT'),
    passage('SELECT SELECT SELECT with a WHERE clause and select lists.', 'SELECT', 'Description'),
  ]),
  pageOf(`${SITE}settings`, 'Connection settings', [
    passage('Settings of the server, such as max_connections and max_connections again: max_connections.', 'Settings'),
    passage('The most clients at once.', 'Settings', 'max_connections (integer)'),
  ]),
  pageOf(`${SITE}json`, 'json — encoder', [
    passage('Use json.dumps, json.dumps or json.dumps.', 'Basic usage'),
    passage('Turns an object into text.', 'Basic usage', 'json.dumps(obj, *, indent=None)'),
  ]),
  pageOf(`${SITE}backup`, 'Backing up', [
    passage('Connecting to the server and copying its databases every night.', 'Backup'),
  ]),
];

export function describeSearch(open: OpenStore): void {
  it('gives what a citation needs', async () => {
    const [found] = await search(open, MANUAL, 'copying databases');
    const { score, ...rest } = found ?? { score: 0 };
    expect(score).toBeGreaterThan(0);
    expect(rest).toMatchObject({ url: `${SITE}backup`, anchor: 'backup', title: 'Backing up', headings: ['Backup'] });
    expect(rest).toMatchObject({ fetchedAt: NOON, text: expect.stringContaining('every night') });
  });

  it.each([
    ['max_connections', 'max_connections (integer)'],
    ['json.dumps', 'json.dumps(obj, *, indent=None)'],
    ['json.dumps()', 'json.dumps(obj, *, indent=None)'],
    ['SELECT', 'SELECT'],
    ['select', 'SELECT'],
  ])('puts the section called %s first', async (query, heading) => {
    const found = await search(open, MANUAL, query);
    expect(found[0]?.headings.at(-1)).toBe(heading);
  });

  it.each([
    ['another form of the word', 'copied', 'backup'],
    ['two letters swapped', 'copyign', 'backup'],
    ['two slips in a long word', 'dattabses', 'backup'],
    ['a part of a word', 'encod', 'json'],
    ['accents and capitals', 'BÁCKUP', 'backup'],
    ['a word and punctuation', 'Which databases?! (nightly)', 'backup'],
  ])('finds by %s', async (_, query, path) => {
    expect((await search(open, MANUAL, query))[0]?.url).toBe(SITE + path);
  });

  it('tells what it knows about the question beside the passages', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await crawled(guild, ...MANUAL);
    const { passages, evidence } = await guild.retrieve('Copying datbases with kubernetes and RAVEN', 2);
    expect(passages[0]).toMatchObject({ url: `${SITE}backup`, ordinal: 0, aiInput: true });
    expect(evidence.words).toMatchObject([
      { asked: 'copying', used: 'copying', passages: 1 },
      { asked: 'datbases', used: 'databases', certain: true, passages: 1 },
      { asked: 'kubernetes', passages: 0 },
      { asked: 'raven', passages: 0 },
    ]);
    expect(evidence.unseenNames).toEqual(['RAVEN']);
    expect(evidence.coverage).toBeGreaterThan(0.2);
    expect(evidence.coverage).toBeLessThan(0.8);
    await store.close();
  });

  it.each([
    ['a keyword in capitals', 'What does a WHREE clause do in SELECT?', 'where'],
    ['the word with its letters swapped before one with a letter less', 'Which lsits does SELECT have?', 'lists'],
  ])('takes %s as it was meant', async (_, question, meant) => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    const other = pageOf(
      `${SITE}other`,
      'Other',
      ['list', 'list of it', 'the list'].map((text) => passage(text, text)),
    );
    await crawled(guild, ...MANUAL, other);
    const found = await guild.retrieve(question, 3);
    expect(found.evidence.words).toContainEqual(expect.objectContaining({ used: meant, certain: true }));
    expect(found.evidence.unseenNames).toEqual([]);
    await store.close();
  });

  it('takes other wordings of a question into account, and judges by the one that can be answered', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await crawled(guild, ...MANUAL);
    const german = 'Wie kopiere ich jede Nacht meine Datenbanken?';
    expect(isAnswerable(await guild.retrieve(german, 3))).toBe(false);
    const found = await guild.retrieve(german, 3, undefined, ['copy databases every night', german]);
    expect(isAnswerable(found)).toBe(true);
    expect(found.passages[0]?.url).toBe(`${SITE}backup`);
    await store.close();
  });

  it.each(['', '   ', '?!', '"', '___', '🙂', '\0'])('finds nothing for the wordless %j', async (query) => {
    expect(await search(open, MANUAL, query)).toEqual([]);
  });

  it('finds something even when every word is a stop word', async () => {
    const found = await search(open, [pageOf(SITE, 'Poem', [passage('To be or not to be')])], 'to be or not to be');
    expect(found).toHaveLength(1);
  });

  it('gives at most so many, the best first', async () => {
    const pages = Array.from({ length: 6 }, (_, index) =>
      pageOf(SITE + index, `P${index}`, [passage(`ravens ${index}`)]),
    );
    const found = await search(open, pages, 'ravens', 4);
    expect(found).toHaveLength(4);
    expect(found.map((each) => each.score)).toEqual(found.map((each) => each.score).toSorted((a, b) => b - a));
  });

  it.each([
    ['Chinese', '数据库连接池的大小由管理员设置。', '连接池大小', '天气很好，我们去公园。'],
    ['Japanese', 'データベースのバックアップは毎晩行われます。', 'バックアップ', '今日はとても寒いです。'],
    ['Korean', '데이터베이스 백업은 매일 밤 실행됩니다.', '백업', '오늘은 날씨가 좋습니다.'],
    ['Thai', 'การสำรองฐานข้อมูลทำทุกคืน', 'สำรองฐานข้อมูล', 'วันนี้อากาศดีมาก'],
    ['a single Chinese character', '水是生命之源。', '水', '天气很好。'],
  ])('finds %s, which writes no spaces', async (_, text, query, other) => {
    const pages = [pageOf(`${SITE}other`, 'x', [passage(other)]), pageOf(`${SITE}this`, 'y', [passage(text)])];
    const found = await search(open, pages, query);
    expect(found.map((each) => each.url)).toEqual([`${SITE}this`]);
  });

  it('never throws, whatever is asked', async () => {
    const store = await open(temporaryDirectory());
    const guild = await guildOf(store);
    await crawled(guild, ...MANUAL);
    const pieces = [
      '"',
      "'",
      '*',
      '^',
      '-',
      '+',
      ':',
      '(',
      ')',
      '{',
      '}',
      '\\',
      '\0',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'NEAR(',
    ].concat([
      'title:',
      'select',
      '水',
      '水道',
      'ไทย',
      '\uD800',
      '%',
      ';',
      '--',
      '_',
      'é',
      '🙂',
      'x'.repeat(600),
      '\n',
      ' ',
    ]);
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 1_500; round++) {
      const query = Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]).join(
        next(2) === 0 ? '' : ' ',
      );
      await expect(guild.search(query, 3), JSON.stringify(query)).resolves.toBeInstanceOf(Array);
    }
    await store.close();
  });
}
