import { expect, it } from 'vitest';
import { pieceShares, tellingSegments } from '../../src/knowledge/segments.ts';

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

it('counts a piece across two words half', () => {
  const shareOf = pieceShares('备份数据');
  expect(['备份', '数据', '份数'].map(shareOf)).toEqual([1, 1, 0.5]);
});

it('counts the pieces of a long word as their root, since they mostly come together', () => {
  const shareOf = pieceShares('バックアップ');
  expect(shareOf('ック')).toBeCloseTo(1 / Math.sqrt(5));
});

it('counts what is written apart as often as it would stand in pieces, in such a text only', () => {
  expect(pieceShares('ใครชนะ Super Bowl 50')('50')).toBe(3);
  expect(pieceShares('谁赢得了 Super Bowl 50')('bowl')).toBe(2);
  expect(pieceShares('plain words')('plain')).toBe(1);
});
