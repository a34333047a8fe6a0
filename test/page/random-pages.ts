/** Pages that nobody would write, from a seed: any tags in any order, broken, cut off and nested at random. */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[], otherwise: T): T;
}

/** A linear congruential generator: the same pages on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: (list, otherwise) => list[below(list.length)] ?? otherwise };
}

const TAGS =
  'p div span b i em strong code pre ul ol li dl dt dd table thead tbody tr td th h1 h2 h3 h4 a blockquote details summary section article main nav header footer aside br hr img svg math button label input form figure figcaption sup sub kbd script style noscript template iframe q del'.split(
    ' ',
  );
const TEXTS = [
  'plain words',
  '* star * and _under_ score',
  '# not a heading',
  '1. not a list',
  '```',
  '~~~',
  '| a | b |',
  '| --- | --- |',
  '[x](y)',
  '<b>',
  '\\(x^2\\)',
  '$a_b$',
  '> quote',
  '- dash',
  '日本語の文',
  '\u200b\u202eabc',
  '&amp;lt;',
  '\n\n\n',
  '   ',
  '\\',
  '`tick` ``two``',
];
const ATTRIBUTES = [
  'id="a b"',
  'class="note"',
  'class="toc"',
  'class="language-js"',
  'hidden',
  'href="/x?a=(1)"',
  'href="#"',
  'href="javascript:1"',
  'src="/i.png" alt="a ] b"',
  'colspan="3"',
  'rowspan="9999"',
  'colspan="-1"',
  'start="7"',
  'role="tablist"',
  'role="tabpanel"',
  'style="display:none"',
  'type="checkbox"',
  "title='\"'",
];

export function randomPage(random: Random): string {
  let html = random.below(2) ? '<!doctype html><html><head><title>t</title></head><body>' : '';
  const open: string[] = [];
  for (let i = 10 + random.below(150); i > 0; i--) {
    const choice = random.below(10);
    if (choice < 4) {
      const tag = random.pick(TAGS, 'p');
      html += `<${tag}${random.below(3) ? '' : ` ${random.pick(ATTRIBUTES, 'id=x')}`}>`;
      if (open.length < 60) open.push(tag);
    } else if (choice < 6) html += `</${random.below(4) ? (open.pop() ?? 'p') : random.pick(TAGS, 'p')}>`;
    else html += random.below(8) ? random.pick(TEXTS, 'x') : `${random.pick(TEXTS, 'x')} `.repeat(random.below(40));
  }
  return html;
}

/** A real page with pieces cut out, doubled, moved or replaced. */
export function mutated(html: string, random: Random): string {
  let text = html;
  for (let i = 1 + random.below(8); i > 0; i--) {
    const from = random.below(text.length);
    const to = Math.min(text.length, from + random.below(400));
    const piece = text.slice(from, to);
    const kind = random.below(4);
    if (kind === 0) text = text.slice(0, from) + text.slice(to);
    else if (kind === 1) text = text.slice(0, to) + piece + text.slice(to);
    else if (kind === 2) text = text.slice(0, from) + randomPage(random) + text.slice(to);
    else text = text.slice(0, from) + text.slice(to, to + 200) + piece + text.slice(to + 200);
  }
  return text;
}
