/**
 * Replaces the code spans of a Markdown text. A span ends at the next run of as many backticks as it began with
 * (CommonMark 6.1); runs are looked up by their length, so that a text of nothing but backticks takes no longer.
 */
export function replaceCodeSpans(text: string, replace: (span: string) => string): string {
  if (!text.includes('`')) return text;
  const runs = [...text.matchAll(/`+/g)].map(({ 0: marks, index }) => ({ length: marks.length, index }));
  /** Where runs of a length begin, the next one last. */
  const ahead = new Map<number, number[]>();
  for (const { length, index } of runs.toReversed()) {
    const known = ahead.get(length);
    if (known) known.push(index);
    else ahead.set(length, [index]);
  }
  let replaced = '';
  let at = 0;
  for (const { length, index } of runs) {
    const same = ahead.get(length);
    same?.pop();
    const closing = same?.at(-1);
    if (index < at || closing === undefined) continue;
    const end = closing + length;
    replaced += text.slice(at, index) + replace(text.slice(index, end));
    at = end;
  }
  return replaced + text.slice(at);
}
