/** The words of questions in scripts that write no spaces, to judge whether a guild's pages know them. Pure. */

/** A run in scripts whose words have to be found by a dictionary, or, in Hangul, carry their particles with them. */
const RUN =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー々])+/gu;
const ANY =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
/** Particles, endings, question words and inflected verbs of Japanese have such letters; an inflected form stands nowhere else. */
const HIRAGANA = /\p{Script=Hiragana}/u;
/** A Korean word that ends so is a predicate, inflected as the sentence wants it. */
const KOREAN_PREDICATE = /(?:요|다|까|고|면|서|죠|니|려|은지|는지)$/u;
/** A noun made a verb, by "do" or "become": the noun is what it is about. */
const KOREAN_DOING = /^\p{Script=Hangul}{2,}?(?:하|되|합|됩|해|돼)/u;
/** A Korean word's stem has two syllables or more nearly always; what follows may be a particle. */
const KOREAN_STEM = 2;
/** Shorter Thai words are mostly particles. */
const LEAST: Readonly<Record<'thai' | 'other', number>> = { thai: 4, other: 2 };
const THAI = /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;

/** Words that ask, or stand in any question, and so tell nothing about what is asked for. */
const TELLING_NOTHING: ReadonlySet<string> = new Set(
  `如何 怎么 怎样 怎么样 什么 哪里 哪个 哪些 哪儿 哪一 谁 多少 几个 为什么 为何 是否 可以 能否 能够 可能 需要 应该 我们 你们 他们 这个 那个 这些 那些
  没有 不能 无法 不是 就是 以及 或者 如果 因为 所以 时候 何时 请问 一个 进行 使用 之后 之前 方法 办法 问题 哪年 哪种 有多少 何种 何地 多久
  何 方法 場合 必要 可能 自分 問題 教え 知り 今 何処 何時 理由 何故 全部 一番
  무엇 어떻 어디 언제 누구 얼마 어느 무슨 어떤 왜요 방법 경우 있나 있습 하나 합니 됩니 되나 하는 하려 해야 있는 없이 없나 할까 인가 나요 수가
  싶습 싶어 알려 주세 이것 저것 그것 때문 우리 제가 저는 나는 모두 가장
  อะไร อย่างไร ทำไม ที่ไหน เมื่อไร เมื่อใด เท่าไร เท่าไหร่ ยังไง ใคร หรือไม่ อย่าง เพราะ ต้อง ของฉัน ได้อย่างไร ไหน`.split(/\s+/),
);

/** Pieces of the dictionary's words that ask. */
const ASKING = /什么|谁|哪|何|几|多少|怎/u;

let segmenter: Intl.Segmenter | null = null;

/** The words in such scripts that tell what is asked for, in order, each once; Korean ones without what may be a particle. */
export function tellingSegments(text: string): readonly string[] {
  if (!ANY.test(text)) return [];
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const found = new Set<string>();
  for (const [run] of text.matchAll(RUN)) {
    if (KOREAN_PREDICATE.test(run) && !KOREAN_DOING.test(run)) continue;
    const segments = HANGUL.test(run)
      ? [run.slice(0, KOREAN_STEM)]
      : Array.from(segmenter.segment(run), (each) => each.segment);
    for (const segment of segments) {
      const least = LEAST[THAI.test(segment) ? 'thai' : 'other'];
      if (Array.from(segment).length < least || HIRAGANA.test(segment) || TELLING_NOTHING.has(segment)) continue;
      if (ASKING.test(segment)) continue;
      found.add(segment);
    }
  }
  return [...found];
}

/** What a piece across two words counts: it stands wherever these happen to meet. */
const SEAM_SHARE = 0.5;
/** The index cuts such runs into overlapping pieces of so many characters. */
const PIECE_SIZE = { thai: 3, other: 2 } as const;

/**
 * What each word of a question counts beside its rarity, since of such runs the index has pieces. A piece across two words
 * counts half. The pieces of one word mostly come together, so that many count as their root does. And each character
 * stands in as many pieces as a piece has characters: a word or a number written apart has to count so many times to
 * weigh as much ("Super Bowl 50" amid Thai). 1 for every word of other text.
 */
export function pieceShares(text: string): (word: string) => number {
  if (!ANY.test(text)) return () => 1;
  const size = pieceSizeOf(text);
  const within = new Map<string, number>();
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  for (const { segment } of segmenter.segment(text.toLowerCase())) {
    const characters = Array.from(segment);
    const count = Math.max(1, characters.length - size + 1);
    for (let at = 0; at < count; at++) {
      const piece = characters.slice(at, at + size).join('');
      within.set(piece, Math.max(within.get(piece) ?? 0, 1 / Math.sqrt(count)));
    }
  }
  return (word) => (isPiece(word) ? (within.get(word) ?? SEAM_SHARE) : size);
}

/** Characters of the pieces that the index has of a question; 1 for one in words. */
export function pieceSizeOf(text: string): 1 | 2 | 3 {
  return ANY.test(text) ? PIECE_SIZE[THAI.test(text) ? 'thai' : 'other'] : 1;
}

/** Whether a word of the index is a piece of such a run rather than a word. */
export function isPiece(word: string): boolean {
  return ANY.test(word);
}
