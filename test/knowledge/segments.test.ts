import { expect, it } from 'vitest';
import { piecesWithinWords, tellingSegments } from '../../src/knowledge/segments.ts';

it.each([
  ['バックアップはどこに保存されますか', ['バックアップ', '保存']],
  ['如何备份数据库？', ['备份', '数据']],
  ['비밀번호를 갱신하려면 어디로 가나요', ['비밀', '갱신']],
  ['how big is 数据库 here', ['数据']],
  ['max_connections', []],
  ['どうすればいいですか', []],
])('takes the telling words out of %s', (question, words) => {
  expect(tellingSegments(question)).toEqual(words);
});

it('tells the pieces within a word from those across two', () => {
  const pieces = piecesWithinWords('备份数据');
  expect(['备份', '数据'].filter((piece) => pieces.has(piece))).toEqual(['备份', '数据']);
  expect(pieces.has('份数')).toBe(false);
  expect(piecesWithinWords('plain words')).toEqual(new Set());
});
