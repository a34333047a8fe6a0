import type { Block, Section } from './document.ts';

/** Text as HTML shows it, between tags and in attributes alike. */
export function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `code`, **strong**, [link](address). */
const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Words with marks in them as HTML. */
export function inlineToHtml(words: string): string {
  let html = '';
  let end = 0;
  for (const match of words.matchAll(MARKS)) {
    const [whole, code, strong, link, address = ''] = match;
    html += escapeHtml(words.slice(end, match.index));
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (strong !== undefined) html += `<strong>${escapeHtml(strong)}</strong>`;
    else if (link !== undefined) html += `<a href="${escapeHtml(address)}">${escapeHtml(link)}</a>`;
    end = match.index + whole.length;
  }
  return html + escapeHtml(words.slice(end));
}

export function sectionToHtml({ id, title, blocks }: Section): string {
  const heading = `<h2 id="${id}">${escapeHtml(title)}</h2>`;
  return `<section aria-labelledby="${id}">\n${heading}\n${blocksToHtml(blocks)}\n</section>`;
}

export function blocksToHtml(blocks: readonly Block[]): string {
  return blocks.map(blockToHtml).join('\n');
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${inlineToHtml(block.text)}</p>`;
    case 'heading':
      return `<h3 id="${block.id}">${inlineToHtml(block.text)}</h3>`;
    case 'list':
      return `<ul>\n${itemsToHtml(block.items)}\n</ul>`;
    case 'steps':
      return `<ol>\n${itemsToHtml(block.items)}\n</ol>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'table':
      return tableToHtml(block.head, block.rows);
    default:
      return block satisfies never;
  }
}

function itemsToHtml(items: readonly string[]): string {
  return items.map((item) => `<li>${inlineToHtml(item)}</li>`).join('\n');
}

/** The first cell of a row names it. */
function tableToHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((cell) => `<th scope="col">${inlineToHtml(cell)}</th>`).join('');
  const lines = rows.map(([name = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${inlineToHtml(cell)}</td>`).join('');
    return `<tr><th scope="row">${inlineToHtml(name)}</th>${rest}</tr>`;
  });
  return `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}
