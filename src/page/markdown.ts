import { enterBox, enterBoxTitle, leaveBox } from './admonition.ts';
import type { Block } from './blocks.ts';
import { isCodeBox } from './code.ts';
import { mathOf } from './math.ts';
import type { MediaCollector } from './media.ts';
import { countLetters, keepsText } from './self-check.ts';
import { NS, walk, type ElementNode } from './tree.ts';
import { blockRules } from './write-blocks.ts';
import { inlineRules } from './write-inline.ts';
import { gridRule, tableRules } from './write-tables.ts';
import { createWriter, endLine, endParagraph, SILENT_TAGS, silentRule, type Rule, type Writer } from './writer.ts';

/**
 * The tree of a page's content as Markdown blocks: one walk with a stack of its own, each element written where it is
 * met, by the rule of its tag. What was dropped from the tree is not met.
 */
export interface Written {
  readonly blocks: readonly Block[];
  readonly media: MediaCollector;
  /** The words met in the tree arrived. */
  readonly keepsText: boolean;
}

const rules: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...inlineRules,
    ...blockRules,
    ...tableRules,
    ...Object.fromEntries([...SILENT_TAGS].map((tag) => [tag, silentRule])),
  }),
);

/** @param base what relative addresses are resolved against */
export function writeMarkdown(root: ElementNode, base: string): Written {
  const writer = createWriter(base);
  walk(root, {
    enter: (node) => enter(writer, node),
    text({ text }) {
      writer.letters += countLetters(text);
      writer.inline.text(text);
    },
    leave: (node) => leave(writer, node),
  });
  endParagraph(writer);
  const { blocks } = writer.blocks;
  return { blocks, media: writer.media, keepsText: keepsText(blocks, writer.letters) };
}

function enter(writer: Writer, node: ElementNode): boolean {
  const math = mathOf(node);
  if (math !== null) {
    if (math.math) writer.inline.raw(math.text);
    else writer.inline.text(math.text);
    return false;
  }
  if (node.namespace === NS.SVG) return false;
  if (enterBoxTitle(writer, node)) return true;
  enterBox(writer, node);
  const rule = ruleOf(node);
  return rule ? rule.enter(writer, node) : true;
}

function ruleOf(node: ElementNode): Rule | undefined {
  return gridRule(node) ?? rules.get(isCodeBox(node) ? 'pre' : node.tag);
}

function leave(writer: Writer, node: ElementNode): void {
  if (writer.boxes.at(-1)?.title === node && endLine(writer, node)) return;
  ruleOf(node)?.leave?.(writer, node);
  leaveBox(writer, node);
}
