import { describe, expect, it } from 'vitest';
import { markdownOf, pageOf } from './reading.ts';

describe('a mark that shows only a version', () => {
  it('says what its title says, below the heading it floats beside', () => {
    const html = `<h1>Vault</h1><p>Keeps slabs.</p><section id="put"><span class="side"><span
      title="Stable since Rust version 1.2.0, const since 1.48.0">1.2.0 (const: 1.48.0)</span> · <a
      href="/src">Source</a></span><h2>put</h2></section><p>Puts a slab into the vault.</p>`;
    expect(markdownOf(html)).toBe(
      '# Vault\n\nKeeps slabs.\n\n## put\n\nStable since Rust version 1.2.0, const since 1.48.0\n\nPuts a slab into the vault.',
    );
    expect(
      pageOf(html)
        .passages.map(({ text }) => text)
        .join('\n\n'),
    ).toContain('## put\n\nStable since');
  });

  it('stays what it is when its title says something else', () => {
    expect(markdownOf('<p>Needs <abbr title="released before version 9.9">2.1</abbr> or later.</p>')).toBe(
      'Needs 2.1 or later.',
    );
    expect(markdownOf('<p>See <abbr title="Since version 2.1">the new way</abbr>.</p>')).toBe('See the new way.');
  });
});
