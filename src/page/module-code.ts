/** Imports and exports of a Markdown page with components: code of the site, none of the page's. */

const WHOLE_LINE =
  /^(?:import\s[^;]*(?:from\s+)?['"][^'"]+['"];?|export\s+(?:const|let|default|function|async)\b.*)\s*$/;
const OPENING_LINE = /^(?:import\s+(?:\w+\s*,\s*)?\{[^}]*|export\s+(?:const|let|default|function|async)\b.*[{[(`])\s*$/;
const CLOSING_LINE = /^(?:[}\])`]|\S.*\bfrom\s+['"])/;
/** Code that goes on for more lines than this is no preamble. */
const MAX_LINES = 300;

/** How many lines from `at` on are one import or export; 0 where none starts. */
export function moduleCodeAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (OPENING_LINE.test(line)) {
    const after = lines.slice(at + 1, at + MAX_LINES).findIndex((next) => CLOSING_LINE.test(next));
    if (after >= 0) return after + 2;
  }
  return WHOLE_LINE.test(line) ? 1 : 0;
}
