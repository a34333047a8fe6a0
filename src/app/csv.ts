/** A cell as it comes from the store; null is an empty one. */
export type Cell = string | number | null;

/** What spreadsheets take for the beginning of a formula; a page's text must never become one (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A table as CSV (RFC 4180): a header, one line a row, each ended by CRLF. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // The apostrophe makes a spreadsheet show the text as it is.
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
