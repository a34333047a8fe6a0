import { describe, expect, it } from 'vitest';
import { markdownOf, pageOf } from './reading.ts';

const SHOWN = '<p>What a visitor sees of this page.</p>';

describe('text that no visitor sees does not reach the store', () => {
  it.each([
    ['the hidden attribute', '<p hidden>secret</p>'],
    ['display:none', '<div style="color:red; display: none">secret</div>'],
    ['visibility:hidden', '<span style="visibility:hidden">secret</span>'],
    ['no opacity', '<p style="opacity:0">secret</p>'],
    ['no font size', '<p style="font-size:0px">secret</p>'],
    ['a comment in a style', '<p style="display:/**/none">secret</p>'],
    ['a comment before a style', '<p style="/* a: */ visibility/*;*/:hidden">secret</p>'],
    ['a size of nothing', '<p style="font-size:0.0em">secret</p>'],
    ['a margin off the screen', '<p style="margin-left:-99999px">secret</p>'],
    ['margins off the screen', '<p style="margin:0 0 0 -9999px">secret</p>'],
    ['an indent off the screen', '<p style="text-indent:-9999px">secret</p>'],
    ['white on white', '<p style="color:#FFF;background-color:white">secret</p>'],
    ['its own colour', '<p style="background: rgb(1, 2, 3); color: rgb(1,2,3)">secret</p>'],
    ['a class of a word', '<p>x <span class="hidden">secret</span></p>'],
    ['a class for screen readers', '<span class="cdk-visually-hidden">secret</span>'],
    ['a box under one heading of many', '<h3>A</h3><div style="display:none">secret</div><p>x</p>'],
    ['a box under a heading', '<h3>A</h3><div style="display:none">secret</div>'],
    ['no size', '<div style="width:0;height:0;overflow:hidden">secret</div>'],
    ['a place off the screen', '<div style="position:absolute;left:-9999px">secret</div>'],
    ['next to no opacity', '<p style="opacity:.01">secret</p>'],
    ['letters of a pixel', '<p style="font-size:1px">secret</p>'],
    ['no colour', '<p style="color:transparent">secret</p>'],
    ['a place far from the screen', '<p style="position:absolute;left:-999em">secret</p>'],
    ['a shift off the screen', '<p style="transform:translateX(-9999px)">secret</p>'],
    ['a scale of nothing', '<p style="transform:scale(0)">secret</p>'],
    ['a panel of no letters', '<div class="tab-pane" style="font-size:0">secret</div>'],
    ['a word in code', '<pre>code <span style="display:none">secret</span></pre>'],
    ['a picture of a point', '<p>x <img width="1" height="0" alt="secret" src="/a.png"></p>'],
    ['a note to a formula', '<math><mi>x</mi><annotation encoding="text/plain">secret</annotation></math>'],
    ['clipping', '<div style="clip:rect(0,0,0,0)">secret</div>'],
    ['a screen reader class', '<span class="sr-only">secret</span>'],
    ['a comment', '<!-- secret -->'],
    ['a template', '<template><p>secret</p></template>'],
    ['a script', '<script>var x = "secret";</script>'],
    ['a data block', '<script type="application/json">{"a":"secret"}</script>'],
    ['noscript', '<noscript>secret</noscript>'],
    ['a form field', '<form><textarea>secret</textarea><select><option>secret</option></select></form>'],
  ])('behind %s', (_name, html) => {
    expect(markdownOf(SHOWN + html)).not.toContain('secret');
  });

  it.each([
    ['zero-width spaces', 'se\u200bcr\u2060et\ufeff'],
    ['byte order marks', 'se\ufeffcret'],
    ['joiners between Latin letters', 'se\u200dcr\u200cet'],
    ['bidirectional controls', '\u202ese\u2066cret\u2069'],
    ['tag characters', 'secret\u{e0041}\u{e0042}'],
    ['fillers', 'se\u3164cr\u115fet\u034f'],
    ['soft hyphens', 'se\u00adcret'],
    ['control characters', 'se\u0001cr\u0008et'],
  ])('written in %s', (_name, text) => {
    const page = pageOf(
      `<html><head><title>${text}</title></head><body><main><p>${text}</p><p title="x">${SHOWN}</p></main></body></html>`,
    );
    expect(page.title).toBe('secret');
    expect(page.markdown).toContain('secret\n');
    expect(page.passages[0]?.text).toContain('secret\n');
  });

  it('but joiners stay where scripts and emoji need them', () => {
    expect(markdownOf('<p>می\u200cخواهم 👩\u200d💻</p>')).toBe('می\u200cخواهم 👩\u200d💻');
  });
});

it('text in the colours of its background is seen', () => {
  const style = 'background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent';
  expect(markdownOf(`${SHOWN}<p style="${style}">found</p>`)).toContain('found');
});

it.each([
  ['a word in a colour of its own', '<div style="color:#fff;background:#fff"><p style="color:#000">found</p></div>'],
  ['two colours', '<p style="color:#fff;background:#000">found</p>'],
  ['a margin that padding takes back', '<div style="margin-left:-9999px;padding-left:9999px">found</div>'],
  ['a little margin', '<p style="margin:-10px 0 0 -20px">found</p>'],
  ['a word on wider screens', '<p>x <span class="hidden md:inline">found</span></p>'],
  ['a box of a class that scripts take away', '<div class="hidden"><p>found</p></div>'],
])('%s is seen', (_name, html) => {
  expect(markdownOf(SHOWN + html)).toContain('found');
});

describe('text that a click shows is kept', () => {
  it.each([
    [
      'boxes behind headings',
      '<h3>A</h3><div style="display:none"><p>found</p></div><h3>B</h3><div style="display:none"><p>b</p></div>',
    ],
    [
      'the last box behind headings',
      '<h3>A</h3><div hidden><p>a</p></div><h3>B</h3><div hidden><p>b</p></div><h3>C</h3><div hidden><p>found</p></div>',
    ],
    [
      'boxes behind headings, each pair in a box',
      '<div><h3>A</h3><div style="display:none">a</div></div> <div><h3>B</h3><div style="display:none">found</div></div>',
    ],
    ['a box behind a heading to click', '<h4 onclick="t(this)">A</h4><div style="display:none"><p>found</p></div>'],
    ['definitions', '<dl><dt>A<dd style="display:none">found<dt>B<dd style="display:none">b</dl>'],
    ['a tab panel', '<div role="tabpanel" hidden><p>found</p></div>'],
    ['a pane of tabs', '<div class="tab-pane" style="display:none"><p>found</p></div>'],
    ['an accordion', '<div class="accordion-content" hidden><p>found</p></div>'],
    ['a folded part', '<div class="collapse" style="display:none"><p>found</p></div>'],
    ['a panel that fades in', '<div class="tab-pane fade" style="opacity:0"><p>found</p></div>'],
    ['a panel of no height', '<div class="accordion-panel" style="max-height:0;overflow:hidden"><p>found</p></div>'],
    ['details', '<details><summary>More</summary><p>found</p></details>'],
  ])('in %s', (_name, html) => {
    expect(markdownOf(SHOWN + html)).toContain('found');
  });

  it('with the label of its tab', () => {
    const html = `<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul>
      <div><div role="tabpanel"><pre>npm i x</pre></div><div role="tabpanel" hidden><pre>yarn add x</pre></div></div>`;
    expect(markdownOf(html)).toBe('**npm**\n\n```\nnpm i x\n```\n\n**yarn**\n\n```\nyarn add x\n```');
  });

  it('with its labels where panels are filled by a script', () => {
    const html =
      '<div role="tablist"><button role="tab">Linux</button> <button role="tab">macOS</button></div><div role="tabpanel"><p>apt</p></div>';
    expect(markdownOf(html)).toContain('Linux macOS');
  });
});
