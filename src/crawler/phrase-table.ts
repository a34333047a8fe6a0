/**
 * Which numbers were met, and in which text last. A `Set` makes an object of each number that does not fit 32 bits; two
 * arrays of plain numbers take a third of the memory and a fifth of the time. Pure.
 */
export interface PhraseTable {
  /**
   * Notes that a number (from 0 to 2^53) stands in a text (from 1 on, in order): met for the first time of all, for the
   * first time in this text, or again in it.
   */
  note(phrase: number, text: number): 'new' | 'known' | 'again';
}

/** A power of two; at most half of the places are taken. */
const FIRST_SIZE = 2 ** 14;

export function createPhraseTable(): PhraseTable {
  let phrases = new Float64Array(FIRST_SIZE);
  /** The text each was met in last; 0 marks a free place. */
  let texts = new Uint32Array(FIRST_SIZE);
  let taken = 0;

  /** Where the number is, or the free place where it belongs. */
  const placeOf = (phrase: number): number => {
    const mask = phrases.length - 1;
    let place = mixed(phrase) & mask;
    while (texts[place] !== 0 && phrases[place] !== phrase) place = (place + 1) & mask;
    return place;
  };
  const grow = (): void => {
    const [oldPhrases, oldTexts] = [phrases, texts];
    phrases = new Float64Array(oldPhrases.length * 4);
    texts = new Uint32Array(oldPhrases.length * 4);
    for (let index = 0; index < oldPhrases.length; index++) {
      const [phrase, text] = [oldPhrases[index] ?? 0, oldTexts[index] ?? 0];
      if (text === 0) continue;
      const place = placeOf(phrase);
      phrases[place] = phrase;
      texts[place] = text;
    }
  };

  return {
    note(phrase, text) {
      const place = placeOf(phrase);
      const last = texts[place];
      texts[place] = text;
      if (last !== 0) return last === text ? 'again' : 'known';
      phrases[place] = phrase;
      if (++taken * 2 > phrases.length) grow();
      return 'new';
    },
  };
}

/** All bits of the number count, in the lower ones of 32 too. */
function mixed(phrase: number): number {
  const upper = Math.floor(phrase / 2 ** 32);
  let hash = Math.imul((phrase - upper * 2 ** 32) ^ upper, 0x9e37_79b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca77);
  return hash ^ (hash >>> 13);
}
