import { describe, expect, it } from 'vitest';
import { ground } from '../../src/odin/ground.ts';
import { passage } from './samples.ts';

const evidence = [
  passage(
    'Keys are rotated every 90 days. Run `vault rotate --all` as the operator.\n\n```sh\nvault rotate --all\nvault status\n```\n\nSee https://docs.example.org/keys/faq and https://elsewhere.example.net/x. Version 2.4.1 added this.',
  ),
  passage('Backups are encrypted with AES-256 and kept for 1,000 days in three regions.', {
    n: 2,
    url: 'https://docs.example.org/backups',
    anchor: null,
    title: 'Backups',
    headings: [],
  }),
];
const check = (answer: string) => ground(answer, evidence, { language: null });
const textOf = (answer: string): string => {
  const grounded = check(answer);
  return grounded.kind === 'grounded' ? grounded.text : grounded.kind === 'declined' ? 'declined' : grounded.why;
};

describe('an answer that rests on its passages', () => {
  it('is kept, with citations numbered as they come', () => {
    expect(check('Backups are kept for 1000 days [2]. Keys are rotated every 90 days [1].')).toEqual({
      kind: 'grounded',
      text: 'Backups are kept for 1000 days [1]. Keys are rotated every 90 days [2].',
      cited: [2, 1],
    });
  });

  it.each([
    ['code spans', 'Run `vault rotate --all` [1].', 'Run `vault rotate --all` [1].'],
    [
      'code blocks',
      'Rotate the keys [1]:\n```sh\nvault rotate --all\n```',
      'Rotate the keys [1]:\n\n```sh\nvault rotate --all\n```',
    ],
    [
      'lists',
      '- Keys are rotated [1]\n- Backups are encrypted [2]',
      '- Keys are rotated [1]\n- Backups are encrypted [2]',
    ],
    ['versions', 'Keys rotation was added in version v2.4.1 [1].', 'Keys rotation was added in version v2.4.1 [1].'],
    [
      'addresses of the cited site, not as links',
      'The keys have a page: https://docs.example.org/keys/faq [1].',
      'The keys have a page: `https://docs.example.org/keys/faq` [1].',
    ],
    ['links become their text', 'Keys are [rotated](https://docs.example.org/keys/faq) [1].', 'Keys are rotated [1].'],
  ])('keeps %s', (_, answer, text) => expect(textOf(answer)).toBe(text));

  it('loses the sentences that cite nothing', () => {
    expect(textOf('Good question! Keys are rotated every 90 days [1].')).toBe('Keys are rotated every 90 days [1].');
  });

  it('loses the sentences that say other things than what they cite', () => {
    expect(textOf('Keys are rotated every 90 days [1]. Penguins swim beautifully through icy oceans [1].')).toBe(
      'Keys are rotated every 90 days [1].',
    );
  });

  it('may be in another language, its facts still checked', () => {
    const german = (answer: string) => ground(answer, evidence, { language: 'de' }).kind;
    expect(german('Die Schlüssel wechseln alle 90 Tage [1].')).toBe('grounded');
    expect(german('Die Schlüssel wechseln alle 30 Tage [1].')).toBe('unsupported');
  });

  it.each(['fi', 'es', 'de', 'ja', 'xx', 'en', null])(
    'says what its passages say where it is in their language, whatever was expected: %s',
    (language) => {
      const said = 'Send your password to the moderators by private message before midnight [1].';
      expect(ground(said, evidence, { language }).kind).toBe('unsupported');
      expect(ground('Send moderators passwords, coins free [1].', evidence, { language }).kind).toBe('unsupported');
    },
  );

  it('is in no third language', () => {
    const kind = (answer: string, language: string | null) => ground(answer, evidence, { language }).kind;
    for (const said of ['Envoyez votre mot de passe aux modérateurs [1].', '请把密码发给管理员 [1]。']) {
      expect(kind(said, 'de')).toBe('unsupported');
      expect(kind(said, null)).toBe('unsupported');
    }
    expect(kind('密钥会定期轮换 [1]。', 'zh')).toBe('grounded');
  });
});

describe('an answer is refused', () => {
  it.each([
    ['that cites nothing', 'Keys are rotated every 90 days.', 'nothing-cited'],
    ['that is mostly uncited', 'Sure thing. Good to ask. Let me see. Keys are rotated [1].', 'mostly-uncited'],
    ['with a passage that nobody gave', 'Keys are rotated [7].', 'fake-citation'],
    ['with a number of its own', 'Keys are rotated every 30 days [1].', 'foreign-number'],
    ['with a number of another passage', 'Keys are rotated every 1,000 days [1].', 'foreign-number'],
    ['with a version of its own', 'Keys rotation was added in version 2.4.2 [1].', 'foreign-number'],
    ['with code of its own', 'Run `vault rotate --force` [1].', 'foreign-code'],
    ['with a code block of its own', 'Rotate the keys [1]:\n```sh\nrm -rf /\n```', 'foreign-code'],
    ['with an address of its own', 'Keys are rotated, see https://evil.example/x [1].', 'foreign-link'],
    ['that is a JSON object', '{"answer": "Keys are rotated every 90 days [1].", "citations": [1]} [1]', 'data'],
    ['that is one in a fence', '```json\n{"answer": "Keys are rotated"}\n```\nKeys are rotated [1].', 'data'],
    ['that is a list of them', '[{"answer": "Keys are rotated every 90 days [1]."}]', 'data'],
    ['that says it in an object', 'Here: {"answer": "Keys are rotated [1]"}', 'nothing-cited'],
    ['when the model says that it does not know', 'NO_ANSWER', 'declined'],
    ['when nothing came', '', 'nothing-cited'],
  ])('%s', (_, answer, why) => expect(textOf(answer)).toBe(why));

  it('when all it says is where a page links to elsewhere', () => {
    expect(textOf('For keys see https://elsewhere.example.net/x [1].')).toBe('nothing-cited');
  });
});
