/** Separators between a page's own title and the site's name, as in `Logbook | Pharos`. */
const SITE_NAME = /\s+[|—–·»-]\s+/u;

/**
 * What a passage is called: the page's title and the headings that lead to it. A first heading that only says the title
 * again (pages begin with it) is left out.
 */
export function headingPath(title: string, headings: readonly string[]): string {
  const [first, ...rest] = headings;
  const repeats = first !== undefined && (alike(first, title) || alike(first, title.split(SITE_NAME)[0] ?? ''));
  return [title, ...(repeats ? rest : headings)].filter((part) => part !== '').join(' › ');
}

function alike(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`¶#*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
