import { describe, expect, it } from 'vitest';
import { isInOtherLanguage } from '../../src/odin/other-language.ts';

const EN = 'Keys are rotated every 90 days by the operator of the vault, who may do it by hand.';
const DE = 'Die Schlüssel werden vom Betreiber alle 90 Tage gewechselt, der es auch von Hand tun kann.';
const JA = 'データベースのバックアップは毎日午前三時に取得されます。';

describe('the language of what is said', () => {
  it.each([
    ['German on English', 'Sie werden vom Betreiber alle 90 Tage ausgetauscht.', 'de', EN, true],
    ['French on English', 'Changez les clés de la porte tous les jours.', 'fr', EN, true],
    ['English on German', 'They are rotated by the operator every 90 days.', 'en', DE, true],
    ['Spanish on English', 'Las claves se cambian con el operador cada 90 días.', 'es', EN, true],
    ['Chinese on English', '密钥会定期轮换。', 'zh', EN, true],
    ['Russian on English', 'Ключи меняются каждые 90 дней.', 'ru', EN, true],
    ['English on Japanese', 'The backup is taken every day.', 'en', JA, true],
    ['Japanese on Japanese', 'バックアップは毎日取得されます。', 'ja', JA, false],
    ['English on English', 'They are rotated by the operator every 90 days.', 'en', EN, false],
    ['English on English where German was expected', 'They are rotated by the operator.', 'de', EN, false],
    ['English with a German word', 'Die operator will do it for you and the others.', 'de', EN, false],
    ['too few words to tell', 'Schlüssel wechseln.', 'de', EN, false],
    ['a text of code alone', 'Die Schlüssel werden alle 90 Tage gewechselt.', 'de', '`rotate --all`', false],
    ['a text in both', 'Die Schlüssel werden alle 90 Tage gewechselt.', 'de', `${EN} ${DE}`, false],
    ['a language whose small words are not known', 'Vahetage võtmeid iga 90 päeva järel.', 'et', EN, false],
    ['a language that is none', 'Die Schlüssel werden gewechselt.', 'xx', EN, false],
  ])('is another only where that is clear: %s', (_, sentence, language, text, other) =>
    expect(isInOtherLanguage(sentence, language, text)).toBe(other),
  );
});
