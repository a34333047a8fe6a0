import { codeText } from '../src/page/code.ts';
import { mathOf } from '../src/page/math.ts';
import { resolveHttp } from '../src/page/marks.ts';
import { tableKind } from '../src/page/table.ts';
import { attr, find, has, plainText, rawText, type ElementNode } from '../src/page/tree.ts';
import { lettersOf } from '../test/page/tree-structure.ts';
import type { Kind, Side } from './turndown.ts';

/** Why our writer and turndown differ in an element, told from the tree that both were given. */
export interface Causes {
  /** The cause for one element, each used once; '' when none is known. */
  take(kind: Kind, only: Side, item: string): string;
}

/** One difference that an element of the tree explains. */
interface Cause {
  readonly kind: Kind;
  readonly only: Side;
  readonly words: string;
  readonly cause: string;
  /** Where the two are not the same: turndown cut a heading, added a code's language, or wrote addresses among words. */
  readonly part?: 'start' | 'end' | 'mixed';
}

export function causesOf(root: ElementNode, base: string): Causes {
  const causes = find(root, () => true).flatMap((node) => [
    ...(node.tag === 'a' ? linkCauses(node, base) : []),
    ...(/^(?:iframe|img)$/.test(node.tag) ? mediaCauses(node, base) : []),
    ...(/^h[1-6]$/.test(node.tag) ? headingCauses(node) : []),
    ...(node.tag === 'table' ? tableCauses(node) : []),
    ...(node.tag === 'pre' && within(node, /^t[dh]$/)
      ? [cause('code', 'ours', lettersOf(codeText(node)), 'code in a layout table')]
      : []),
    ...(mathOf(node)
      ? [cause('code', 'turndown', lettersOf(rawText(node)), 'an indented formula, which Markdown takes for code')]
      : []),
  ]);
  return {
    take(kind, only, item) {
      const at = causes.findIndex((each) => each.kind === kind && each.only === only && fits(each, item));
      return causes.splice(at, at < 0 ? 0 : 1)[0]?.cause ?? '';
    },
  };
}

/** An address as both write it: turndown leaves parentheses that have no partner. */
export function addressOf(url: string): string {
  return url.replaceAll('%28', '(').replaceAll('%29', ')');
}

function cause(kind: Kind, only: Side, words: string, text: string, part?: Cause['part']): Cause {
  return { kind, only, words, cause: text, ...(part && { part }) };
}

function fits({ words, part }: Cause, item: string): boolean {
  if (part === 'mixed') return item.includes('https');
  if (part === 'start') return words.startsWith(item);
  return part === 'end' ? words !== '' && item.endsWith(words) : words === item;
}

const LINE = /^(?:h[1-6]|dt|summary)$/;

function linkCauses(node: ElementNode, base: string): Cause[] {
  const url = resolveHttp(attr(node, 'href') ?? '', base);
  if (url === null) return [];
  const address = addressOf(url);
  const theirs = (text: string): Cause => cause('link', 'turndown', address, text);
  if (within(node, LINE)) return [theirs('in a heading or term, which stays plain')];
  if (has(node, ({ tag }) => LINE.test(tag))) return [theirs('around a heading')];
  if (!plainText(node)) return [theirs('around a picture without a text')];
  if (within(node, CODE)) return [cause('link', 'ours', address, 'in code, where turndown keeps none')];
  return [];
}

const CODE = /^(?:code|tt|kbd|samp)$/;

function mediaCauses(node: ElementNode, base: string): Cause[] {
  const url = resolveHttp(attr(node, 'src') ?? '', base)?.replace(/\?.*/, '') ?? '';
  if (node.tag === 'iframe') return [cause('link', 'ours', url, 'a film in a frame, which turndown leaves out')];
  return attr(node, 'alt') ? [] : [cause('image', 'turndown', url, 'without a text: kept among the images only')];
}

function headingCauses(node: ElementNode): Cause[] {
  const words = lettersOf(plainText(node));
  if (within(node, /^table$/)) return [cause('heading', 'ours', words, 'in a layout table')];
  if (has(node, ({ tag }) => CODE.test(tag)) && has(node, ({ tag }) => tag === 'a')) return bothSides('heading', words);
  if (has(node, ({ tag }) => /^(?:div|p)$/.test(tag))) {
    const text = 'of several boxes: turndown ends it at the first';
    return [cause('heading', 'ours', words, text), cause('heading', 'turndown', words, text, 'start')];
  }
  return [cause('heading', 'turndown', words, 'title of a note, which is bold')];
}

const LINK_AS_TEXT = 'holds a link in code, which turndown writes out as text';

function bothSides(kind: Kind, words: string): Cause[] {
  return [cause(kind, 'ours', words, LINK_AS_TEXT), cause(kind, 'turndown', words, LINK_AS_TEXT, 'mixed')];
}

function tableCauses(node: ElementNode): Cause[] {
  const words = lettersOf(rawText(node));
  if (tableKind(node) === 'data') {
    return has(node, ({ tag, parent }) => tag === 'a' && parent?.tag === 'code') ? bothSides('table', words) : [];
  }
  const code = find(node, ({ tag }) => tag === 'pre').at(-1);
  const inside = code ? lettersOf(codeText(code)) : words;
  const text = 'a layout table';
  return [cause('table', 'turndown', inside, text, 'end'), cause('table', 'turndown', words, text, 'start')];
}

function within(node: ElementNode, tag: RegExp): boolean {
  for (let up = node.parent; up; up = up.parent) if (tag.test(up.tag)) return true;
  return false;
}
