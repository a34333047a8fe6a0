// Title, links and Markdown of the main content from one tree: how little the work can cost. It reads the bench's own
// pages and little else.
const LEFT_OUT = new Set(
  'script style noscript template svg iframe form button nav header footer aside head'.split(' '),
);
const CONTAINERS = new Set('p div section article main figure details summary dl dd dt address header'.split(' '));
const BLOCKS = new Set([...CONTAINERS, ...'ul ol pre table blockquote h1 h2 h3 h4 h5 h6'.split(' ')]);

/** One iterative walk over the tree. */
export function scan(root) {
  const found = { title: '', links: [], main: root };
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.name === 'a' && node.attribs.href) found.links.push(node.attribs);
    else if (node.name === 'title') found.title ||= node.children[0]?.data ?? '';
    else if (node.name === 'main') found.main = node;
    const children = node.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) left.push(children[i]);
  }
  return found;
}

export function markdownOf(node) {
  return `${blocksOf(node).join('\n\n')}\n`;
}

function textOf(node) {
  if (node.type === 'text') return node.data;
  return (node.children ?? []).map((child) => (child.name === 'br' ? '\n' : textOf(child))).join('');
}

function escaped(text) {
  return text.replace(/[ \t\r\n\f]+/g, ' ').replace(/[\\`*_[\]<>]/g, '\\$&');
}

function inline(node) {
  if (node.type === 'text') return escaped(node.data);
  if (!node.name || LEFT_OUT.has(node.name)) return '';
  const { attribs } = node;
  if (node.name === 'br') return '  \n';
  if (node.name === 'img') return attribs.src ? `![${attribs.alt ?? ''}](${attribs.src})` : '';
  if (node.name === 'code') {
    const text = textOf(node);
    const fence = text.includes('`') ? '``' : '`';
    return fence + text + fence;
  }
  const text = node.children.map(inline).join('');
  const trimmed = text.trim();
  if (node.name === 'strong' || node.name === 'b') return trimmed && `**${trimmed}**`;
  if (node.name === 'em' || node.name === 'i') return trimmed && `_${trimmed}_`;
  if (node.name === 'a') return trimmed === '\u200b' ? '' : trimmed && `[${trimmed}](${attribs.href ?? ''})`;
  return text;
}

function hasBlock(node) {
  return node.children.some(({ name }) => name && BLOCKS.has(name));
}

function blocksOf(node) {
  const blocks = [];
  let run = '';
  const flush = () => {
    if (run.trim()) blocks.push(run.trim());
    run = '';
  };
  for (const child of node.children) {
    if (!child.name || !BLOCKS.has(child.name)) {
      run += inline(child);
      continue;
    }
    if (LEFT_OUT.has(child.name) && !(child.name === 'header' && hasBlock(child))) continue;
    flush();
    blocks.push(...blockOf(child));
  }
  flush();
  return blocks;
}

function blockOf(node) {
  const { name } = node;
  if (/^h\d$/.test(name)) return [`${'#'.repeat(Number(name[1]))} ${node.children.map(inline).join('').trim()}`];
  if (name === 'pre') return [codeOf(node)];
  if (name === 'ul' || name === 'ol') return [listOf(node)];
  if (name === 'table') return [tableOf(node)];
  if (name === 'blockquote') return [blocksOf(node).join('\n\n').replace(/^/gm, '> ')];
  return blocksOf(node);
}

function codeOf(node) {
  const [, language = ''] = /\blang(?:uage)?-([\w+#-]+)/.exec(node.attribs.class ?? '') ?? [];
  const text = textOf(node).replace(/\n+$/, '');
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}

function listOf(node) {
  const items = node.children.filter(({ name }) => name === 'li');
  return items
    .map((item, index) => {
      const mark = node.name === 'ol' ? `${index + 1}. ` : '- ';
      return (
        mark +
        blocksOf(item)
          .join('\n\n')
          .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
      );
    })
    .join('\n');
}

function tableOf(node) {
  const rows = [];
  const walk = ({ children }) => {
    for (const child of children) {
      if (child.name === 'tr')
        rows.push(child.children.filter(({ name }) => name === 'td' || name === 'th').map(cellOf));
      else if (child.children) walk(child);
    }
  };
  walk(node);
  const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}

function cellOf(cell) {
  return cell.children.map(inline).join('').trim().replaceAll('|', '\\|').replaceAll('\n', ' ');
}
