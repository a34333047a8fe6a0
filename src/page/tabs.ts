import type { Survey } from './survey.ts';
import {
  attr,
  classes,
  createElement,
  createText,
  drop,
  elementsOf,
  find,
  has,
  insert,
  plainText,
  walk,
  type ElementNode,
} from './tree.ts';

/**
 * Tab sets: every panel is in the page, though only one is drawn. Each panel gets its label as a line of its own, and
 * the row of labels goes; where panels are missing (filled by a script) the row stays, so that its words are kept.
 */
export function labelTabs({ tabRows }: Survey): void {
  for (const row of tabRows.filter(isTabRow)) {
    const tabs = tabsOf(row);
    const panels = panelsOf(row, tabs);
    if (panels.length === 0) continue;
    panels.forEach((panel, i) => addLabel(panel, plainText(tabs[i] ?? row)));
    if (panels.length === tabs.length) drop(row);
  }
}

const ROW_CLASS = /(?:^|[-_])tabs?(?:[-_]{1,2}(?:labels?|nav|list|header|bar|row|buttons))?$|tab-?list|tabbed-labels/;
const MAX_LABEL = 60;

function isTabRow(node: ElementNode): boolean {
  if (attr(node, 'role') === 'tablist') return true;
  if (node.textLength > 600 || !classes(node).some((word) => ROW_CLASS.test(word))) return false;
  const labels = elementsOf(node).filter(({ tag }) => tag !== 'input');
  if (has(node, ({ tag }) => /^(?:pre|p|table|blockquote|dl)$/.test(tag))) return false;
  return (
    labels.length >= 2 && labels.every((label) => /^(?:label|button|li|a|div|span)$/.test(label.tag) && isLabel(label))
  );
}

function isLabel(node: ElementNode): boolean {
  return node.textLength > 0 && node.textLength <= MAX_LABEL;
}

function tabsOf(row: ElementNode): ElementNode[] {
  const tabs = find(row, (node) => attr(node, 'role') === 'tab');
  return tabs.length > 0 ? tabs : elementsOf(row).filter(({ tag }) => tag !== 'input');
}

/** The panels of a row, in its order: those it names, else as many boxes as labels beside or below it. */
function panelsOf(row: ElementNode, tabs: readonly ElementNode[]): ElementNode[] {
  const home = row.parent?.parent ?? row.parent;
  const ids = tabs.map((tab) => attr(tab, 'aria-controls') ?? attr(tab, 'data-target') ?? '');
  if (home && ids.every(Boolean)) {
    const named = find(home, (node) => ids.includes(attr(node, 'id') ?? '-'));
    if (named.length > 0) return ids.flatMap((id) => named.filter((node) => attr(node, 'id') === id));
  }
  const siblings = row.parent ? elementsOf(row.parent) : [];
  const after = siblings.slice(siblings.indexOf(row) + 1).filter(({ textLength }) => textLength > 0);
  const marked = after.filter((node) => attr(node, 'role') === 'tabpanel');
  if (marked.length === tabs.length) return marked;
  const [next] = after;
  const inside = next ? elementsOf(next).filter(({ textLength }) => textLength > 0) : [];
  if (inside.length === tabs.length) return inside;
  return after.length === tabs.length ? after : [];
}

/** Puts a label at the head of its panel, unless the panel has it there already. */
function addLabel(panel: ElementNode, label: string): void {
  if (!label || firstWords(panel).toLowerCase() === label.toLowerCase()) return;
  const line = createElement('p');
  const strong = createElement('strong');
  insert(strong, createText(label), null);
  insert(line, strong, null);
  insert(panel, line, panel.first);
  line.textLength = label.length;
  strong.textLength = label.length;
}

/** The first text of an element that is no white space. */
function firstWords(node: ElementNode): string {
  let words = '';
  walk(node, {
    enter: () => words === '',
    text({ text }) {
      words ||= text.trim();
    },
  });
  return words;
}
