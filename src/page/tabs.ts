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
  isInside,
  plainText,
  walk,
  type ElementNode,
} from './tree.ts';

/**
 * Tab sets: every panel is in the page, though only one is drawn. Each panel gets its label as a line of its own, and
 * the row of labels goes; where panels are missing (filled by a script) the row stays, so that its words are kept.
 */
export function labelTabs({ document, tabRows }: Survey): void {
  const rows = tabRows.filter(isTabRow).map((row) => ({ row, tabs: tabsOf(row) }));
  if (rows.length === 0) return;
  const named = namedPanels(
    document,
    rows.flatMap(({ tabs }) => tabs),
  );
  /** Many rows may name the same panel; it is headed by one label. */
  const labelled = new Set<ElementNode>();
  for (const { row, tabs } of rows) {
    const panels = panelsOf(row, tabs, named);
    // Several tabs of one panel choose what of it is drawn: no one of them is its title.
    const isFilter = tabs.length > 1 && panels.every((panel) => panel && panel === panels[0]);
    tabs.forEach((tab, i) => {
      const panel = panels[i];
      if (!panel || isFilter || labelled.has(panel)) return;
      addLabel(panel, plainText(tab));
      labelled.add(panel);
    });
    if (tabs.every((_tab, i) => panels[i])) drop(row);
  }
}

const ROW_CLASS = /(?:^|[-_])tabs?(?:[-_]{1,2}(?:labels?|nav|list|header|bar|row|buttons))?$|tab-?list|tabbed-labels/;
const MAX_LABEL = 60;

function isTabRow(node: ElementNode): boolean {
  if (attr(node, 'role') === 'tablist') return true;
  if (node.textLength > 600 || !classes(node).some((word) => ROW_CLASS.test(word))) return false;
  const labels = tabsOf(node);
  if (has(node, ({ tag, parent }) => (tag === 'p' ? parent?.tag !== 'li' : /^(?:pre|table|blockquote|dl)$/.test(tag))))
    return false;
  return (
    labels.length >= 2 && labels.every((label) => /^(?:label|button|li|a|div|span)$/.test(label.tag) && isLabel(label))
  );
}

function isLabel(node: ElementNode): boolean {
  return node.textLength > 0 && node.textLength <= MAX_LABEL;
}

function tabsOf(row: ElementNode): ElementNode[] {
  const tabs = find(row, (node) => attr(node, 'role') === 'tab');
  if (tabs.length > 0) return tabs;
  const labels = elementsOf(row).filter(({ tag }) => tag !== 'input');
  const [list] = labels;
  return labels.length === 1 && list?.tag === 'ul' ? elementsOf(list) : labels;
}

/** Elements by the ids that tabs know their panels by, and by the tabs that panels are named after. */
type NamedPanels = ReadonlyMap<string, readonly ElementNode[]>;

/** Panels of one name that are looked at: pages that repeat themselves repeat their ids. */
const MAX_NAMESAKES = 50;

function namedPanels(document: ElementNode, tabs: readonly ElementNode[]): NamedPanels {
  const names = new Map<string, ElementNode[]>();
  for (const tab of tabs) for (const name of namesOf(tab)) names.set(name, []);
  if (names.size === 0) return names;
  find(document, (node) => {
    for (const { name, value } of node.attrs) {
      const key = name === 'id' ? `#${value}` : name === 'aria-labelledby' ? value : '';
      const panels = key ? names.get(key) : undefined;
      if (panels && panels.length < MAX_NAMESAKES) panels.push(node);
    }
    return false;
  });
  return names;
}

/** How a tab's panel is found: `#` and its id, or the id of the tab that it is named after. */
function namesOf(tab: ElementNode): string[] {
  const id = attr(tab, 'aria-controls') ?? attr(tab, 'data-target') ?? attr(tab, 'data-bs-target') ?? attr(tab, 'href');
  const own = attr(tab, 'id');
  return [...(id ? [`#${id.replace(/^#/, '')}`] : []), ...(own ? [own] : [])];
}

/** The panels of a row, in its order: those it names, else as many boxes as labels beside or below it. */
function panelsOf(
  row: ElementNode,
  tabs: readonly ElementNode[],
  named: NamedPanels,
): readonly (ElementNode | undefined)[] {
  const home = row.parent?.parent ?? row.parent;
  const isPanel = (node: ElementNode): boolean =>
    home !== null && isInside(node, home) && !isInside(node, row) && !isInside(row, node);
  const found = tabs.map((tab) =>
    namesOf(tab)
      .flatMap((name) => named.get(name) ?? [])
      .find(isPanel),
  );
  if (found.some(Boolean)) return found;
  const after = boxesAfter(row);
  const marked = after.filter((node) => attr(node, 'role') === 'tabpanel');
  if (marked.length === tabs.length) return marked;
  const [next] = after;
  const inside = next ? elementsOf(next).filter(({ textLength }) => textLength > 0) : [];
  if (inside.length === tabs.length) return inside;
  return after.length === tabs.length ? after : [];
}

/** More boxes than any row has labels. */
const MAX_BOXES = 60;

/** The boxes with words after a row, up to the next row. */
function boxesAfter(row: ElementNode): ElementNode[] {
  const boxes: ElementNode[] = [];
  for (let node = row.next, i = 0; node && i < 4 * MAX_BOXES && boxes.length <= MAX_BOXES; node = node.next, i++) {
    if (node.kind === 'text' || node.dropped) continue;
    if (attr(node, 'role') === 'tablist') break;
    if (node.textLength > 0) boxes.push(node);
  }
  return boxes;
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
