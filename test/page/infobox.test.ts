import { expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

const PROSE = '<p>Ina keeps the well of the town, and has done so for years.</p>';

it.each([
  [
    'a list of definitions',
    '<aside class="infobox"><dl><dt>Home</dt><dd><a href="/b">Bergen</a></dd><dt>Tools</dt><dd>rope</dd><dd>bucket</dd></dl></aside>',
    '| Home | [Bergen](https://docs.test/b) |\n| --- | --- |\n| Tools | rope |\n|  | bucket |',
  ],
  [
    'a list of definitions in boxes',
    '<div class="infobox"><dl><div><dt>Home</dt><dd>Bergen</dd></div><div><dt>Age</dt><dd>41</dd></div></dl></div>',
    '| Home | Bergen |\n| --- | --- |\n| Age | 41 |',
  ],
  [
    'names above their values',
    `<aside class="portable-infobox"><section class="pi-item pi-group pi-smart-group">
      <section class="pi-smart-group-head"><h3 class="pi-smart-data-label pi-data-label">Height</h3><h3 class="pi-smart-data-label pi-data-label">Weight</h3></section>
      <section class="pi-smart-group-body"><div class="pi-smart-data-value pi-data-value">1.8 m</div><div class="pi-smart-data-value pi-data-value">80 kg</div></section>
    </section></aside>`,
    '| Height | 1.8 m |\n| --- | --- |\n| Weight | 80 kg |',
  ],
  [
    'a table of names above their values',
    `<aside class="portable-infobox"><div class="pi-item pi-data"><h3 class="pi-data-label">Home</h3><div class="pi-data-value">Bergen</div></div>
      <table class="pi-horizontal-group"><tr><th class="pi-data-label">Height</th><th class="pi-data-label">Weight</th></tr><tr><td class="pi-data-value">1.8 m</td><td class="pi-data-value">80 kg</td></tr></table></aside>`,
    '| Home | Bergen |\n| --- | --- |\n| Height | 1.8 m |\n| Weight | 80 kg |',
  ],
])('an infobox is one pair a row: %s', (_name, html, table) => {
  expect(markdownOf(html + PROSE)).toContain(`${table}\n\nIna keeps`);
});

it('a list of definitions elsewhere is none', () => {
  expect(markdownOf(`${PROSE}<dl><dt>Home</dt><dd>Bergen</dd></dl>`)).toContain('**Home**\n\nBergen');
});
