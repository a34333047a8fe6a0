import { describe, expect, it } from 'vitest';
import { baseLanguage, knownLanguage, languageName, languageOf } from '../../src/odin/language.ts';
import { readOdinSettings } from '../../src/odin/settings.ts';

describe('the language of a question', () => {
  it.each([
    ['How do I rotate the signing keys?', 'en'],
    ['Wie wechsle ich die Schlüssel aus?', 'de'],
    ['Comment faire une sauvegarde de la base ?', 'fr'],
    ['¿Cómo hago una copia de seguridad?', 'es'],
    ['バックアップの方法', 'ja'],
    ['백업은 어떻게 하나요', 'ko'],
    ['Как сделать резервную копию?', 'ru'],
    ['How do I backup a database?', 'en'],
    ['What is a partial index?', 'en'],
    ['Wie oft werden die Signaturschlüssel ausgetauscht?', 'de'],
    ['Was kann man in so einem Index tun?', 'de'],
    ['list all installed extensions', null],
    ['rotate keys', null],
    ['max_connections', null],
    ['os.path.join', null],
    ['', null],
  ])('%s', async (question, language) => expect(await languageOf(question)).toBe(language));

  it('goes without its region', () => {
    expect(baseLanguage('pt-BR')).toBe('pt');
    expect(baseLanguage(null)).toBeNull();
  });

  it('has a name', () => {
    expect(languageName('de')).toBe('German');
    expect(languageName('not a code')).toBe('not a code');
  });
});

describe('a code of a language', () => {
  it.each([
    ['de', 'de'],
    ['pt-br', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['es-419', 'es-419'],
    ['xx', null],
    ['zzz', null],
    ['de-ignoreme', null],
    ['de-xx', null],
    ['und', null],
    ['', null],
    ['say hello', null],
  ])('%s is known as %s', (code, known) => expect(knownLanguage(code)).toBe(known));

  it('that is none is not read from what was stored', () => {
    expect(readOdinSettings('{"language":"xx"}').language).toBeNull();
    expect(readOdinSettings('{"language":"pt-br"}').language).toBe('pt-BR');
  });
});
