/** Lines that say when a page was made or changed, and how often it was seen (rule 7.4): they change by themselves. */

/** Longer lines are prose, where a date is part of what is said. */
const MAX_STAMP = 120;
/** What only a stamp says. */
const LAST_DONE =
  /\b(?:(?:last|recently) (?:update|\p{L}+ed|built)\b|updated:|build(?: date| time|ed)?:|zuletzt (?:aktualisiert|ge[äa]ndert|bearbeitet)|derni[eè]re (?:mise [àa] jour|modification)|[uú]ltima (?:actualizaci[oó]n|modificaci[oó]n|atualiza[cç][aã]o)|ultima modifica|laatst (?:bijgewerkt|gewijzigd)|последнее (?:обновление|изменение))|最終更新|最后更新|上次更新/iu;
/** What a stamp says of the page, and a sentence of anything: no other thing may be named before it. */
const DONE =
  /\b(?:(?:generated|built|rendered|compiled|deployed|created|updated?)(?= (?:on|at|by|with|from|\p{L}+ \d|\d|yesterday|today|just now|(?:an?|one|two|three|a few) \p{L}+ ago))|modified(?= on\b)|stand:)/iu;

const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?(?: ?(?:[ap]m|z|utc|gmt|[a-z]{3,4}\\b|[+-]\\d{2}:?\\d{2}))*';
const DATES = [
  `\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}(?:[t ]${CLOCK})?`,
  '\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}',
  '\\d{1,2}(?:st|nd|rd|th|\\.)?[ -](?:de )?\\p{L}{3,10}\\.?,?[ -](?:de )?\\d{4}',
  `\\p{L}{3,10}\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:${CLOCK} )?\\d{4}`,
  '(?:jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\\p{L}{0,6}\\.? \\d{4}',
  '\\d{4}年\\d{1,2}月\\d{1,2}日',
  '(?:about |over |almost )?(?:\\d+|an?|one|two|three|a few) \\p{L}+ ago|(?:vor|il y a|hace) \\d+ \\p{L}+',
  'yesterday|today|just now',
];
const DATE = new RegExp(`(?<![\\p{L}\\d.])(?:${DATES.join('|')})`, 'giu');
const DATE_OR_CLOCK = new RegExp(`(?<![\\p{L}\\d.])(?:${DATES.join('|')}|${CLOCK})`, 'giu');
/** Most texts have nothing of a date in them, and this look is cheaper. */
const MAY_HOLD_DATE = /\d| ago|day|now/i;
/** Words around a date that say nothing else, and who did it. */
const FILLERS =
  /\b(?:this|the|page|docs?|document(?:ation)?|article|site|content|manual|file|was|were|is|of|on|at|am|le|el|the|date|time)\b|\b(?:by|with|using|from|via|von|par|por)\b.{0,60}$/giu;
/** What may be left: the day of the week and a zone, two words. What was done on that day says more. */
const MAX_LEFT = 12;
const MAX_WORDS_LEFT = 2;

const COUNTER =
  /^(?:\W*(?:page )?(?:views?|visits?|visitors?|hits?|reads|downloads today|online now)\W*[\d.,\s]+\W*|\W*[\d.,]+\s*(?:page )?(?:views?|visits?|visitors?|hits?|reads|people (?:viewed|are viewing).*)\W*|you are visitor (?:number |no\.? |#)?[\d.,]+.*|(?:(?:this )?(?:page|article) (?:has been |was )?)?(?:viewed|visited|read|accessed) [\d.,]+ times\W*)$/i;

/** A line without the stamps and counters in it: the whole line, or what stands between dots in a row of facts. */
export function withoutStamps(line: string): string {
  if (line.length > 4 * MAX_STAMP) return line;
  if (isStamp(line)) return '';
  if (!/ [·•] | \| /.test(line) || line.startsWith('|')) return line;
  return line
    .split(/ [·•|] /)
    .filter((part) => !isStamp(part))
    .join(' ');
}

/** Does the line say nothing but when the page was made or changed, or how often it was seen? */
export function isStamp(line: string): boolean {
  // A date in code is told as an example of one.
  if (line.length > 2 * MAX_STAMP || line.includes('`')) return false;
  const plain = line.replace(/[*_>#|\\]/g, '').trim();
  if (plain.length > MAX_STAMP) return false;
  // A number in a list or a table is a fact, whatever it counts.
  return (!/^\s*(?:\||[-*+] )/.test(line) && COUNTER.test(plain)) || isDateStamp(plain);
}

/** Does a text, without Markdown, say nothing but when the page was made or changed, and by whom? */
export function isDateStamp(plain: string): boolean {
  if (plain.length > MAX_STAMP || !MAY_HOLD_DATE.test(plain)) return false;
  const last = LAST_DONE.exec(plain);
  const done = last ?? DONE.exec(plain);
  if (!done) return false;
  // The time of day alone is a date only to what is always said of a page.
  const date = last ? DATE_OR_CLOCK : DATE;
  date.lastIndex = 0;
  if (!date.test(plain)) return false;
  if (!last && WORD.test(withoutDates(plain.slice(0, done.index)).replace(FILLERS, ' '))) return false;
  const left = withoutDates(plain)
    .replace(last ? LAST_DONE : DONE, ' ')
    .replace(FILLERS, ' ');
  const words = left.match(/\p{L}+/gu) ?? [];
  return !/\d/.test(left) && words.length <= MAX_WORDS_LEFT && words.join('').length <= MAX_LEFT;
}

const WORD = /\p{L}/u;

function withoutDates(text: string): string {
  return text.replace(DATE_OR_CLOCK, ' ');
}
