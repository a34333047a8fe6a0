import { describe, expect, it } from 'vitest';
import { markdownOf } from './reading.ts';

/** The labels of tabs head their panels (rule 7.2). */

const TEXT = 'A text that comes first and is long enough to be the content of the page.';
const LABELLED = `${TEXT}\n\n**npm**\n\nnpm i\n\n**yarn**\n\nyarn add`;

describe('each panel is headed by its label', () => {
  it.each([
    [
      'when the labels are links to the panels',
      `<div><div><ul role="tablist"><li><a role="tab" href="#p0">npm</a></li><li><a role="tab" href="#p1">yarn</a></li></ul></div><div id="p0" role="tabpanel"><p>npm i</p></div><div id="p1" role="tabpanel" hidden><p>yarn add</p></div></div>`,
    ],
    [
      'when the panels are named after the labels',
      `<div><div class="ulist tablist"><ul><li id="t0" class="tab"><p>npm</p></li><li id="t1" class="tab"><p>yarn</p></li></ul></div><div class="tabpanel" aria-labelledby="t0"><p>npm i</p></div><div class="tabpanel" aria-labelledby="t1"><p>yarn add</p></div></div>`,
    ],
  ])('%s', (_name, tabs) => {
    expect(markdownOf(`<p>${TEXT}</p>${tabs}`)).toBe(LABELLED);
  });

  it('but for labels that only choose what of one panel is drawn', () => {
    const tab = (label: string): string => `<button role="tab" aria-controls="p">${label}</button>`;
    const row = `<div role="tablist">${tab('All')}${tab('Static')}</div><div id="p" role="tabpanel"><p>close()</p></div>`;
    expect(markdownOf(`<p>${TEXT}</p><div>${row}</div>`)).toBe(`${TEXT}\n\nclose()`);
  });
});

it('labels stay where a script is to fill the panels', () => {
  const tab = (label: string): string => `<li><a role="tab" href="#${label}">${label}</a></li>`;
  expect(markdownOf(`<p>${TEXT}</p><ul role="tablist">${tab('npm')}${tab('yarn')}</ul>`)).toContain('yarn');
});

it('rows without number take no time to speak of', () => {
  const rows = '<div class="tabs"><a>x</a><a>y</a></div>'.repeat(10_000);
  const started = performance.now();
  markdownOf(`<p>${TEXT}</p><div>${rows}</div>`);
  expect(performance.now() - started).toBeLessThan(5000);
});
