/** Imports and exports of a Markdown page with components: code of the site, none of the page's. */

const STATEMENT = /^(?:import|export)\s/;
/** One line of code; a sentence that begins with its first words is none. */
const WHOLE_LINE = new RegExp(
  `^(?:${[
    String.raw`import\s+(?:[^\s;'"][^;'"]*\sfrom\s+)?['"][^'"]+['"];?`,
    String.raw`export\s+(?:\*(?:\s+as\s+[\w$]+)?|\{[^{}]*\})(?:\s+from\s+['"][^'"]+['"])?;?`,
    String.raw`export\s+(?:const|let|var)\s+(?:[\w$]+\s*(?::[^=]*)?|[{[][^=]*)=.*`,
    String.raw`export\s+(?:default\s+)?(?:async\s+)?(?:function\b[\s*]*(?:[\w$]+\s*)?\(|class\s[^{}]*\{).*`,
    String.raw`export\s+default\s+(?:[\w$.]+;?|(?:[\w$.]+\(|[({[]).*|[^;]*=>.*)`,
  ].join('|')})\\s*$`,
);
const OPENING_LINE =
  /^(?:import\s+(?:\w+\s*,\s*)?\{[^}]*|export\s+(?:(?:const|let|var)\b[^=]*=|(?:default|function|async|class)\b).*[{[(`])\s*$/;
const CLOSING_LINE = /^(?:[}\])`]|\S.*\bfrom\s+['"])/;
/** Code that goes on for more lines than this is no preamble. */
const MAX_LINES = 300;
/** Nor is a longer line. */
const MAX_LENGTH = 2000;

/** How many lines from `at` on are one import or export; 0 where none starts. */
export function moduleCodeAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  if (!STATEMENT.test(line) || line.length > MAX_LENGTH) return 0;
  if (OPENING_LINE.test(line)) {
    for (let end = at + 1; end < at + MAX_LINES; end++) {
      const next = lines[end];
      if (next === undefined || STATEMENT.test(next)) break;
      if (CLOSING_LINE.test(next)) return end - at + 1;
    }
  }
  return WHOLE_LINE.test(line) ? 1 : 0;
}
