/** Markdown back to the words a reader sees: images by their alt, links by their text, no marks. */
export function plainOfMarkdown(markdown: string): string {
  return markdown
    .replace(/!\[((?:\\.|[^\]\\]){0,2000})\]\([^)]{0,2000}\)/g, '$1')
    .replace(/\[((?:\\.|[^[\]\\])*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^[ >]*(?:`{3,}[^`\n]*|~~~.*)$/gm, '')
    .replace(/^\|(?: :?-+:? \|)+$/gm, '')
    .replace(/(?<!\\)[*`|]|~~/g, '')
    .replace(/^[ >]*(?:#{1,6} |> ?)/gm, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(?: \s|[^\S ])\s*/g, ' ')
    .trim();
}

/** The first sentence of a text, cut at a word when it is longer than `limit`. */
export function firstSentence(text: string, limit: number): string {
  const sentence = /^.{20,}?[.!?。！？](?=\s|$|[^\d\w.])/su.exec(text)?.[0] ?? text;
  if (sentence.length <= limit) return sentence;
  const cut = sentence.slice(0, limit);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trimEnd()}…`;
}
