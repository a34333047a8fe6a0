import { defaultTreeAdapter, parse, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/page/tokenizer.ts';
import { createRandom, mutated, randomPage } from './random-pages.ts';

/** Bits of markup that a tokenizer can trip over, each put where it hurts. */
const SOUP = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<A HREF=x>',
  '<a href="/?a=1&amp;b=2">',
  "<a href='q' HREF=r>",
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  ' words ',
  '\n',
  '\r\n',
  '\0',
  '&amp',
  '&notit;',
  '&#13;',
  '<',
  '</',
  '<!',
  '<!-- > -- -->',
  '<!-->',
  '<?x?>',
  '<![CDATA[y]]>',
  '<svg><title>t</title>',
  '</svg>',
  '<pre>\n\n',
  '<textarea>\n&lt;',
  '</textarea>',
  '<script>a<b</script>',
  '<style>',
  '</style>',
  '<select>',
  '<option a=1/>',
  '<br/>',
  '</br>',
  '<img alt="x>y" hidden>',
  '<i a = "b" c>',
  '<i "=">',
  '<template>',
  '</template>',
  '<frameset>',
  '<math><mi>',
  '<x-é a🙂="🙂">',
  '\uD800',
  '<plaintext>',
  '<title>&lt;<b>',
  '</title>',
];

const treeOf = (html: string): string => serialize(parseDocument(html, defaultTreeAdapter));
const treeByParse5 = (html: string): string => serialize(parse(html, { scriptingEnabled: false }));

describe('the tokenizer', () => {
  it('gives the same tree as parse5 alone, for any order of markup', () => {
    const random = createRandom(3);
    for (let n = 0; n < 1500; n++) {
      const pieces = Array.from({ length: 12 }, () => random.pick(SOUP, ''));
      const html = pieces.join('');
      expect(treeOf(html), JSON.stringify(html)).toBe(treeByParse5(html));
    }
  });

  it('gives the same tree as parse5 alone for whole pages, sound and broken', () => {
    const random = createRandom(4);
    for (let n = 0; n < 150; n++) {
      const html = n % 2 === 0 ? randomPage(random) : mutated(randomPage(random), random);
      expect(treeOf(html), html).toBe(treeByParse5(html));
    }
  });
});
