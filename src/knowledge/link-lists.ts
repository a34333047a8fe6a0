/** Passages that are lists of links: tables of contents, chapter heads, index pages. They answer nothing. Pure. */

const LINK = /\[([^\][\n]*)\]\([^()\s]*(?:\s"[^"\n]*")?\)/g;
/** What a list of links is made of beside them: bullets, numbers, bars and white space. */
const BETWEEN = /[\s|>*+-]+|\d+(?:\.\d+)*\.?\s/g;

/** Lines in bold alone, one after another: an index of names, or terms without what they mean. */
const NAMES = /(?:^\*\*[^\n]+\*\*$\s*){4,}/gm;

/** Share of a Markdown text's characters that stand within links or lists of mere names, headings aside: from 0 to 1. */
export function linkedShare(markdown: string): number {
  if (!markdown.includes('](') && !markdown.includes('**')) return 0;
  const body = markdown.replace(/^#{1,6}\s.*$/gm, '');
  let linked = 0;
  const taken = (label: string): string => {
    linked += withoutBetween(label).length;
    return ' ';
  };
  const rest = body.replace(NAMES, taken).replace(LINK, (_, label: string) => taken(label));
  const other = withoutBetween(rest).length;
  return linked + other === 0 ? 0 : linked / (linked + other);
}

/** Whether a question wants just such a list. */
export function asksForOverview(question: string): boolean {
  return /\b(?:overview|table of contents|contents|chapters?|list of|index of|which pages|all the|what topics)\b/i.test(
    question,
  );
}

function withoutBetween(text: string): string {
  return text.replace(BETWEEN, '');
}
