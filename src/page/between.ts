/** A text without what stands between two marks, and without the marks; one that is never closed is no mark. */
export function withoutBetween(text: string, opening: string, closing: string): string {
  let kept = '';
  let at = 0;
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, start + opening.length);
    if (end < 0) break;
    kept += text.slice(at, start);
    at = end + closing.length;
  }
  return kept + text.slice(at);
}
