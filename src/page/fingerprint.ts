import { createHash } from 'node:crypto';
import { collapse } from './tree.ts';

/**
 * The change hash (rule 7.4): SHA-256 over the content without what changes by itself. One word, number or code line
 * more or less changes it; white space, build dates, 'last updated' lines, copyright years, visitor counters and
 * per-visit tokens in addresses do not.
 */
export function fingerprint(markdown: string): string {
  const lines = markdown.split('\n').map(normaliseLine);
  return createHash('sha256')
    .update(collapse(lines.join(' ')).trim())
    .digest('hex');
}

/** Lines longer than this are prose, where a date is part of what is said. */
const MAX_STAMP = 120;
const STAMP =
  /\b(?:(?:page |document |article |site )?(?:was )?(?:last|recently) (?:updated?|modified|edited|changed|revised|reviewed|built|generated|published)|updated? (?:on|at)|(?:generated|built|rendered|compiled|deployed|created) (?:on|at|by|with|from)|build(?: date| time|ed)?:|zuletzt (?:aktualisiert|ge[äa]ndert|bearbeitet)|derni[eè]re (?:mise [àa] jour|modification)|[uú]ltima (?:actualizaci[oó]n|modificaci[oó]n|atualiza[cç][aã]o)|ultima modifica|laatst (?:bijgewerkt|gewijzigd)|最終更新|最后更新|上次更新|последнее (?:обновление|изменение))/iu;
const HAS_TIME = /\d{4}|\d{1,2}:\d{2}|\bago\b|yesterday|today|\d{1,2}[./-]\d{1,2}/i;
const COUNTER =
  /^(?:\W*(?:page )?(?:views?|visits?|visitors?|hits?|reads|downloads today|online now)\W*[\d.,\s]+\W*|\W*[\d.,]+\s*(?:page )?(?:views?|visits?|visitors?|hits?|reads|people (?:viewed|are viewing).*)\W*|you are visitor (?:number |no\.? |#)?[\d.,]+.*)$/i;

function normaliseLine(line: string): string {
  // Without a digit there is no date, year or counter, and without a question mark no token.
  if (!/[\d?]/.test(line)) return /\b(?:ago|today|yesterday)\b/i.test(line) && isStamp(line) ? '' : line;
  return isStamp(line) ? '' : withoutTokens(withoutCopyrightYears(line));
}

/** A line that says when the page was made, or how often it was seen. */
function isStamp(line: string): boolean {
  if (line.length > 2 * MAX_STAMP) return false;
  const plain = line.replace(/[*_>#`|]/g, '').trim();
  return plain.length <= MAX_STAMP && ((STAMP.test(plain) && HAS_TIME.test(plain)) || COUNTER.test(plain));
}

/** `© 2019-2025`, `Copyright (c) 2025`: the owner counts, the years do not. */
function withoutCopyrightYears(line: string): string {
  if (!/©|\(c\)|copyright/i.test(line)) return line;
  return line.replace(/((?:©|\(c\)|copyright)[^\d\n]{0,40})(?:\d{4}(?:\s*[-–—,]\s*(?:\d{4}|present|today))*)/gi, '$1');
}

/** Parameters of addresses that are made anew at each visit, and whole queries of pictures. */
const TOKEN_PARAMETER =
  /([?&;])(?:csrf\w*|xsrf\w*|_?token|authenticity_token|nonce|sid|sess(?:ion)?_?id|phpsessid|jsessionid|_t|_|ts|timestamp|cachebuster|cb|rnd|rand)=[^&)\s]*/gi;

function withoutTokens(line: string): string {
  if (!line.includes('?')) return line;
  return line.replace(/(!?\[[^\]]*\])\(([^)\s]+)\)/g, (_whole, label: string, target: string) => {
    const kept = label.startsWith('!') ? target.replace(/\?.*$/, '') : target.replace(TOKEN_PARAMETER, '$1');
    return `${label}(${kept.replace(/[?&;]+$/, '')})`;
  });
}
