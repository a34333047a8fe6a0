/** Code blocks that a text leaves open, counted without a parser: a fence line opens one or closes the one that is open. */
export function fencesLeftOpen(text: string): number {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^[\s>]*(?:[-*] |\d+\. )*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === null) open = mark;
    else if (mark[0] === open[0] && mark.length >= open.length && line.trimEnd().endsWith(mark)) open = null;
  }
  return open === null ? 0 : 1;
}

/**
 * What the parts leave of a text, read from its beginning: '' when they are the text, apart from a fence line repeated at
 * a part's beginning or end. Null when they say something else.
 */
export function restOf(text: string, parts: readonly string[]): string | null {
  let rest = text;
  for (const part of parts) {
    const found = [part, ...withoutFences(part)].find((said) => rest.startsWith(said) && said !== '');
    if (found === undefined) return null;
    rest = rest.slice(found.length);
  }
  return rest.trim();
}

function withoutFences(part: string): readonly string[] {
  const headless = part.replace(/^[> ]*(?:`{3,}|~{3,})[^\n]*\n/, '');
  return [part, headless].flatMap((said) => [
    said,
    said.replace(/(?<=\n)[> ]*(?:`{3,}|~{3,})\n$/, ''),
    said.replace(/\n[> ]*(?:`{3,}|~{3,})\n$/, ''),
  ]);
}
