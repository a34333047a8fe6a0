/** White space at the start of a line in columns: a tab reaches to the next fourth one (CommonMark 2.2). */

const TAB_STOP = 4;

/** Columns of white space that a line begins with. */
export function indentOf(line: string): number {
  let columns = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === ' ') columns++;
    else if (line[i] === '\t') columns += TAB_STOP - (columns % TAB_STOP);
    else break;
  }
  return columns;
}

/** A line without up to so many columns of the white space it begins with; tabs behind them stay tabs. */
export function withoutColumns(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === ' ' ? 1 : TAB_STOP - (column % TAB_STOP);
    at++;
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(at);
}

/** A line whose indentation is spaces, and each tab in it four. */
export function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const indent = indentOf(line);
  return ' '.repeat(indent) + line.trimStart().replace(/\t/g, ' '.repeat(TAB_STOP));
}
