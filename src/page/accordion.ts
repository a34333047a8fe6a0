import { holdsProse } from './prose.ts';
import type { Survey } from './survey.ts';
import { attr, createElement, detach, find, has, insert, neighbour, plainText, type ElementNode } from './tree.ts';

/**
 * Accordions and other folded sections: a click shows what is in them, so it is drawn as if it had come, and the words
 * on the switch, most often a question or a title, become a line of their own (rule 7.2).
 */
export function unfold({ document, switches }: Survey): void {
  if (switches.length === 0) return;
  const ids = new Set(switches.map(controlled));
  const byId = new Map(
    find(document, (node) => ids.has(attr(node, 'id') ?? '')).map((node) => [attr(node, 'id'), node]),
  );
  const judged = new Map<ElementNode, boolean>();
  let looked = 0;
  for (const lever of switches) {
    if (lever.textLength === 0 || attr(lever, 'role') === 'tab') continue;
    const heading = wholeHeading(lever);
    const section = byId.get(controlled(lever)) ?? neighbour(heading ?? lever, 'next');
    if (!section) continue;
    const isKnown = judged.get(section);
    if (isKnown === undefined) looked += section.textLength;
    if (looked > MAX_LOOKED * document.textLength) return;
    const folds = isKnown ?? isFolded(section);
    judged.set(section, folds);
    if (!folds) continue;
    if (isKnown === undefined) draw(section);
    if (lever.tag === 'button' && !heading && !COMMAND.test(plainText(lever))) replaceByLine(lever);
  }
}

/** Sections inside one another are looked through again for each; so often the page's text is enough. */
const MAX_LOOKED = 8;

/** The id of what a switch folds; '' when it names none. */
function controlled(lever: ElementNode): string {
  const target = attr(lever, 'data-bs-target') ?? attr(lever, 'data-target') ?? '';
  return attr(lever, 'aria-controls') ?? (target.startsWith('#') ? target.slice(1) : '');
}

/** The heading that an element has all the words of, or null. */
export function wholeHeading(node: ElementNode): ElementNode | null {
  if (node.textLength === 0) return null;
  for (let up = node.parent; up && up.textLength === node.textLength; up = up.parent) {
    if (/^h[1-6]$/.test(up.tag)) return up;
  }
  return null;
}

/** Words to read and no menu, dialog or form. */
function isFolded(section: ElementNode): boolean {
  if (section.textLength === 0 || section.linkLength > section.textLength / 2) return false;
  if (
    section.tag === 'nav' ||
    /^(?:menu|listbox|dialog|navigation|search|tooltip|tree)$/.test(attr(section, 'role') ?? '')
  )
    return false;
  const isForm = has(section, ({ tag }) => /^(?:form|input|select|textarea|nav)$/.test(tag));
  return !isForm && (holdsProse(section) || has(section, ({ tag }) => /^(?:p|pre|table|dl|ul|ol)$/.test(tag)));
}

/** What a click takes back; other ways of hiding stay. */
const FOLDING = /(?<=^|;)\s*(?:display|visibility|opacity|(?:max-)?height|overflow(?:-y)?)\s*:[^;]*/gi;

function draw(section: ElementNode): void {
  const drawn = section.attrs
    .filter(({ name }) => name !== 'hidden' && name !== 'aria-hidden')
    .map((given) => (given.name === 'style' ? { ...given, value: given.value.replace(FOLDING, '') } : given));
  section.attrs.splice(0, Infinity, ...drawn);
}

/** What a switch says that only names the click. */
const COMMAND =
  /^\W*(?:(?:show|hide|view|read|see|expand|collapse|toggle|open|close|load)\b(?: (?:all|more|less|details?|code|answer|section|menu|the|this))*|more|less|menu|details?)\W*$/i;

function replaceByLine(lever: ElementNode): void {
  const { parent } = lever;
  if (!parent) return;
  const line = createElement('p');
  const strong = createElement('strong');
  for (const node of [line, strong]) {
    node.textLength = lever.textLength;
    node.linkLength = lever.linkLength;
  }
  insert(line, strong, null);
  insert(parent, line, lever);
  detach(lever);
  for (let child = lever.first; child; child = lever.first) {
    detach(child);
    insert(strong, child, null);
  }
}
