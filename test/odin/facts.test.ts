import { describe, expect, it } from 'vitest';
import { ground } from '../../src/odin/ground.ts';
import { passage } from './samples.ts';

const evidence = [
  passage(
    [
      'Keys live 30 days. The release of 2024 has versions 10 and 16 and works with PostgreSQL and Python 3.12. The idle timeout is 600 seconds, the other 90s.',
      'Rotate keys every seven days, 5–10 at a time, in ports 8000-8010. Some of them cost $5; 60 % are new. Use AES-256 and utf8. Limits grew to 10⁶ on 2024-03-01; 1,000 keys is the most.',
      'To clean the build, run `rm -rf ./build/cache` there. Build it with `docker build .` or `make -j4 all`. Set `max_users = 50` and drop it with `DROP TABLE sessions_old`. Copy `*.key` files. Read **vault rotate** too.',
      '```sql\nDELETE FROM sessions WHERE age > 30;\nVACUUM sessions;\n```',
      'Read README.md, see node.js and the site docs.example.org or mail help@example.org.',
    ].join('\n\n'),
  ),
  passage('```sh\nvault stop\nvault start\n```', { n: 2 }),
];
const why = (answer: string, language: string | null = null): string => {
  const grounded = ground(answer, evidence, { language });
  return grounded.kind === 'unsupported' ? grounded.why : grounded.kind;
};

describe('a number that no passage has', () => {
  it.each([
    'The release of 2024-10-16 has versions [1].',
    'The release has versions 10-16 [1].',
    'The release works with PostgreSQL16 [1].',
    'The release works with Python3 [1].',
    'The release works with PostgreSQL ⑰ [1].',
    'Keys live ³ days [1].',
    'Keys live zero days [1].',
    'Keys live a billion days [1].',
    'Keys live half a dozen days [1].',
    'Keys live thirty-one days [1].',
    'Keys live eleven days, often [1].',
    'The idle timeout is -600 seconds [1].',
    'The idle timeout is 600 % [1].',
    'The idle timeout is $600 [1].',
    'The idle timeout is 600.5 seconds [1].',
    'The timeout is 80-600 seconds [1].',
    'Limits grew to 106 [1].',
    'Use AES-25 keys [1].',
    'Keys live zwölf days [1].',
  ])('condemns the answer: %s', (said) => expect(why(said)).toBe('foreign-number'));

  it.each([
    ['de', 'Die Schlüssel werden alle zwölf Jahre gewechselt, und du zahlst dafür [1].'],
    ['de', 'Die Schlüssel kosten für alle dreihundert Euro [1].'],
    ['fr', 'Changez les clés tous les douze ans [1].'],
    ['es', 'Las claves se cambian cada doce años [1].'],
    ['it', 'Le chiavi si cambiano ogni dodici anni [1].'],
    ['pt', 'As chaves são trocadas a cada doze anos [1].'],
    ['nl', 'De sleutels worden om de twaalf jaar vervangen [1].'],
    ['ja', '鍵は十二年ごとに交換します [1]。'],
    ['zh', '密钥每三百天轮换 [1]。'],
    ['zh', '密钥每91天轮换 [1]。'],
    ['ko', '열쇠는 십이 년마다 바꿉니다 [1].'],
    ['ko', '열쇠는 아홉 달마다 바꿉니다 [1].'],
  ])('condemns it in other languages: %s %s', (language, said) => expect(why(said, language)).toBe('foreign-number'));
});

describe('a number that a passage has', () => {
  it.each([
    'Keys live thirty days [1].',
    'Rotate keys every 7 days [1].',
    'Rotate keys every seven days [1].',
    'Rotate 5-10 keys at a time [1].',
    'Rotate 5 to 10 keys at a time [1].',
    'The other timeout is 90 seconds [1].',
    'The other timeout is 90s [1].',
    'The release works with Python3.12 [1].',
    'The release works with Python v3.12 [1].',
    '60% of them are new [1].',
    'Some of them cost $5 [1].',
    'Each one of the keys lives 30 days at once [1].',
    'Use AES-256 and UTF8 keys [1].',
    'Limits grew on 2024-03-01 to 1000 keys [1].',
  ])('is kept in its own or an equal spelling: %s', (said) => expect(why(said)).toBe('grounded'));

  it.each([
    ['de', 'Die Schlüssel werden alle sieben Tage gewechselt [1].'],
    ['ja', '鍵は七日ごとに交換します [1]。'],
    ['ko', '열쇠는 일곱 일마다 바꿉니다 [1].'],
    ['zh', '密钥每30天轮换 [1]。'],
  ])('is kept in other languages: %s %s', (language, said) => expect(why(said, language)).toBe('grounded'));
});

describe('code', () => {
  it.each([
    'To clean the build, run `rm -rf ./` [1].',
    'To clean the build, run `rm -rf ./build` [1].',
    'To clean the build, run `rm -rf ./*` [1].',
    'Drop it with `DROP TABLE sessions` [1].',
    'Set `max_users = 5` there [1].',
    'Copy the files `.key` [1].',
    'Delete it [1]:\n```sql\nDELETE FROM sessions\n```',
    'Delete it [1]:\n```sql\nVACUUM sessions;\nDELETE FROM sessions WHERE age > 30;\n```',
    'Delete it [1]:\n```sql\nDELETE FROM sessions WHERE\nage > 30;\n```',
    'Stop and delete the sessions [1][2]:\n```sh\nvault stop\nVACUUM sessions;\n```',
  ])('that is a part of another or put together anew condemns the answer: %s', (said) =>
    expect(why(said)).toBe('foreign-code'),
  );

  it.each([
    'To clean the build, run `rm -rf ./build/cache` [1].',
    'Build it with `docker build .` there [1].',
    'Build it with `make -j4 all` [1].',
    'Set `max_users = 50` and `max_users` [1].',
    'Copy `*.key` files [1].',
    'Run `vault rotate` to rotate [1].',
    'Delete it from sessions [1]:\n```sql\nDELETE FROM sessions WHERE age > 30\n```',
    'Delete it from sessions [1]:\n```sql\nDELETE FROM sessions WHERE age > 30;\nVACUUM sessions;\n```',
    'Clean the build [1]:\n```sh\nrm -rf ./build/cache\n```',
  ])('is kept whole: %s', (said) => expect(why(said)).toBe('grounded'));
});

describe('an address in words', () => {
  it.each([
    'Rotate keys on evil.io [1].',
    'Rotate keys on the site evil.fr [1].',
    'Rotate keys, mail admin@evil.com [1].',
    'Rotate keys, mail admin@evil.internal [1].',
    'Rotate keys, mail help@example.org.evil.com [1].',
    'Rotate keys on hxxps://evil.com [1].',
    'Rotate keys on example.org [1].',
    'Rotate keys, read CHANGES.md [1].',
    '请访问evil.io轮换密钥 [1]。',
  ])('that no passage has condemns the answer: %s', (said) => expect(why(said, 'zh')).toBe('foreign-link'));

  it.each([
    'Read README.md and see node.js for keys [1].',
    'See the site docs.example.org or mail help@example.org [1].',
    'Rotate keys e.g. every seven days, i.e. often.Then read [1].',
  ])('is kept where a passage has it, as are other words with dots: %s', (said) => expect(why(said)).toBe('grounded'));
});
