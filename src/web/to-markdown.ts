import type { Block, Document } from './document.ts';

/** The document as a Markdown file. */
export function toMarkdown({ title, lead, sections }: Document): string {
  const parts = [
    `# ${title}`,
    ...lead.map(blockToMarkdown),
    ...sections.flatMap((section) => [`## ${section.title}`, ...section.blocks.map(blockToMarkdown)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockToMarkdown(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'heading':
      return `### ${block.text}`;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n');
    case 'code':
      return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
    default:
      return block satisfies never;
  }
}
