import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { harmlessProse } from '../../src/odin/harmless.ts';
import { quote } from '../../src/odin/quote.ts';

/** What a reader of the Markdown can press, and its text outside of code. */
function read(markdown: string): { readonly links: number; readonly text: string } {
  const walk = (node: Nodes): { links: number; text: string } => {
    const inside = 'children' in node ? node.children.map(walk) : [];
    const own = node.type === 'text' || node.type === 'html' ? node.value : '';
    return {
      links: inside.reduce((sum, { links }) => sum + links, node.type === 'link' ? 1 : 0),
      text: own + inside.map(({ text }) => text).join(''),
    };
  };
  return walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
}

describe('prose that is shown', () => {
  it.each([
    ['escaped backticks', 'see \\`https://evil.com/tick\\` or ask \\`<@777>\\` for it'],
    ['an escaped backtick and a true one', 'see \\`https://evil.com/angle` here, <@777>'],
    ['a backtick without its like', 'codes ` first https://evil.com/a second'],
    ['escaped backticks around several', 'codes \\` a https://evil.com/a b \\` c https://evil.com/b d \\` and <@&777>'],
    ['uneven backticks', 'rails ``x` https://evil.com/uneven `y <@777>'],
    ['an escaped angle', 'see \\<https://evil.com/angle> or \\<@777> or \\<@777\\>'],
    ['a backslash before an address', 'see \\https://evil.com/a and \\\\https://evil.com/b'],
    ['an escaped mark before an address', 'see \\*https://evil.com/a and \\`https://evil.com/b'],
    ['an address with escapes', 'see https\\://evil.com/a\\_b and https://evil.com/c\\'],
    ['an address beside code', 'see `x`https://evil.com/a`y` and https://`evil.com`'],
    ['a link with an escape in its words', 'see [a\\](https://evil.com/a) and \\[b](https://evil.com/b)'],
    ['another scheme', 'see steam://run/5 and \\<ftp://evil.com/a> and discord://x'],
    ['a page that has the signs used for keeping', 'see \u{100000}\u{f0060}https://evil.com/a\u{100001}'],
  ])('neither links nor names anybody: %s', (_, markdown) => {
    const { links, text } = read(harmlessProse(markdown));
    expect(links).toBe(0);
    expect(text).not.toMatch(/(?:https?|steam|discord):\/\/\w|<@|777>/u);
  });

  it.each([
    ['code spans', 'Run `rm -rf ./x` or ``a `b` c``, see `\\d`.', 'Run `rm -rf ./x` or `` a `b` c ``, see `\\d`.'],
    ['escapes', 'Snake\\_case, 2 \\* 3 and \\`ticks\\`.', 'Snake\\_case, 2 \\* 3 and \\`ticks\\`.'],
    ['addresses, as code', 'See https://a.example/x\\_y.', 'See `https://a.example/x_y`.'],
  ])('keeps %s', (_, markdown, shown) => expect(harmlessProse(markdown)).toBe(shown));

  it('stays harmless where it is cut inside of code', () => {
    const text = `Keys rotate \`${'often and '.repeat(60)} https://evil.com/cut ${'and so on '.repeat(60)}\``;
    for (const length of [620, 640, 700]) expect(read(quote({ text }, 'keys rotate', length)).links).toBe(0);
  });
});
