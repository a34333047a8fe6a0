/** A generated Markdown text, and the stretches of it that are to stay whole. */
export interface Markdown {
  readonly text: string;
  readonly whole: readonly string[];
}

/** The same text for the same seed: blocks of every kind, many of them longer than a message. */
export function createMarkdown(seed: number): Markdown {
  const random = createRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[upTo(list.length)] ?? list[0];
  const times = (most: number): readonly number[] => Array.from({ length: 1 + upTo(most) }, (_, index) => index);
  const whole: string[] = [];
  const keep = (stretch: string): string => {
    whole.push(stretch);
    return stretch;
  };

  const word = (): string =>
    pick(['crawl', 'naïve', 'robots.txt', 'Überprüfung', '日本語のテキスト', 'x', 'documentation', 'pace,', 'end.']);
  const words = (most: number): string => times(most).map(word).join(' ');
  const special = (): string =>
    pick<() => string>([
      () => keep(`[${words(5)}](https://docs.example.org/${words(3).replaceAll(' ', '/')})`),
      () => keep(`\`${words(4)}\``),
      () => keep('<:horn:123456789012345678>'),
      () => keep('👩‍👩‍👧‍👦'),
      () => keep(`**${words(4)}**`),
      () => keep(`![${words(3)}](https://docs.example.org/a_(b).png)`),
      () => 'unbroken'.repeat(1 + upTo(400)),
      () => '🦉'.repeat(1 + upTo(1500)),
      () => '* _ [ ] ( | ~~ >',
    ])();
  const sentence = (): string =>
    times(6)
      .map(() => (random() < 0.25 ? special() : words(8)))
      .join(' ');
  const paragraph = (): string =>
    times(10)
      .map(sentence)
      .join(pick([' ', '\n', ' ', '. ']));
  const code = (indent: string): string => {
    const mark = pick(['```', '~~~', '````']);
    const lines = times(pick([5, 150])).map(() => indent + (random() < 0.02 ? 'y'.repeat(upTo(5000)) : words(9)));
    return [`${indent}${mark}${pick(['', 'ts', 'js title="a"'])}`, ...lines, `${indent}${mark}`].join('\n');
  };
  const table = (): string => {
    const rows = times(pick([4, 120])).map(() => keep(`| ${words(4)} | ${words(6)} |`));
    return ['| a | b |', '|---|:-:|', ...rows].join('\n');
  };
  const list = (indent = ''): string =>
    times(pick([3, 30]))
      .map(() => {
        const item = `${indent}${pick(['-', '*', '1.'])} ${sentence()}`;
        const inside = random();
        if (indent.length < 4 && inside < 0.1) return `${item}\n${list(`${indent}  `)}`;
        return inside < 0.15 ? `${item}\n\n${code(`${indent}  `)}` : item;
      })
      .join('\n');
  const quote = (): string =>
    times(30)
      .map(() => `> ${words(12)}`)
      .join('\n');
  const heading = (): string => `${pick(['#', '##', '###'])} ${words(6)}`;
  const block = (): string => pick([paragraph, paragraph, () => code(''), table, list, quote, heading])();
  return {
    text: `${times(12)
      .map(block)
      .join(pick(['\n\n', '\n\n\n']))}\n`,
    whole,
  };
}

/** Mulberry32: small, and the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed + 0x6d_2b_79_f5;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
