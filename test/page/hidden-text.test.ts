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
    ['no size', '<div style="width:0;height:0;overflow:hidden">secret</div>'],
    ['a place off the screen', '<div style="position:absolute;left:-9999px">secret</div>'],
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
    ['joiners between Latin letters', 'se\u200dcr\u200cet'],
    ['bidirectional controls', '\u202ese\u2066cret\u2069'],
    ['tag characters', 'secret\u{e0041}\u{e0042}'],
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

describe('text that a click shows is kept', () => {
  it.each([
    ['a tab panel', '<div role="tabpanel" hidden><p>found</p></div>'],
    ['a pane of tabs', '<div class="tab-pane" style="display:none"><p>found</p></div>'],
    ['an accordion', '<div class="accordion-content" hidden><p>found</p></div>'],
    ['a folded part', '<div class="collapse" style="display:none"><p>found</p></div>'],
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
