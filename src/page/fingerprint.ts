import { createHash } from 'node:crypto';
import { isStamp, withoutStamps } from './stamp.ts';
import { collapse } from './tree.ts';

/**
 * The change hash (rule 7.4): SHA-256 over the content without what changes by itself. One word, number or code line
 * more or less changes it; white space, build dates, 'last updated' lines, copyright years, visitor counters and
 * per-visit tokens in addresses do not.
 */
export function fingerprint(markdown: string): string {
  const lines: string[] = [];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = line.includes('```') ? FENCE.exec(line)?.[1] : undefined;
    // Code is taken as it is: nothing in it changes by itself.
    lines.push(fence || mark ? line : normaliseLine(line));
    if (fence ? line.trim() === fence : mark) fence = fence ? '' : (mark ?? '');
  }
  return createHash('sha256')
    .update(collapse(lines.join(' ')).trim())
    .digest('hex');
}

/** A line that opens code, in a list or quote too. */
const FENCE = /^(?:[ >]|[-*+] |\d{1,9}\. )*(`{3,})[^`]*$/;

function normaliseLine(line: string): string {
  // Without a digit there is no date, year or counter, and without a question mark no token.
  if (!/[\d?]/.test(line)) return /\b(?:ago|today|yesterday)\b/i.test(line) && isStamp(line) ? '' : line;
  return withoutTokens(withoutCopyrightYears(withoutStamps(line)));
}

/** Years after a sign, with a name between at most, or right after the word; `(c)` may be the third of a list. */
const COPYRIGHT_YEARS =
  /(©[^\d\n]{0,40}|\bcopyright\s*(?:©|\(c\))?:?\s*|\(c\)\s*(?=(?:19|20)\d\d))(?:(?:19|20)\d{2}(?:\s*[-–—,]\s*(?:(?:19|20)\d{2}|present|today))*)(?!\d)/gi;

/** `© 2019-2025`, `Copyright (c) 2025`: the owner counts, the years do not. */
function withoutCopyrightYears(line: string): string {
  return /©|\(c\)|copyright/i.test(line) ? line.replace(COPYRIGHT_YEARS, '$1') : line;
}

/** Parameters of addresses that are made anew at each visit. */
const TOKEN_PARAMETER =
  /([?&;])(?:csrf\w*|xsrf\w*|_?token|authenticity_token|nonce|sid|sess(?:ion)?_?id|phpsessid|jsessionid|_t|_|ts|timestamp|cachebuster|cb|rnd|rand)=[^&)\s]*/gi;
/** Parameters that say which copy of a picture is meant, or for how long it may be fetched. */
const COPY_PARAMETER =
  /([?&;])(?:v|ver|version|rev|t|h|hash|cache|modified|updated|last_?modified|x-amz-[\w-]+|expires|signature|sig|key-pair-id|policy|s[eprv]|alt)=[^&)\s]*/gi;

function withoutTokens(line: string): string {
  if (!line.includes('?')) return line;
  return line.replace(/(!?\[[^\]]{0,1000}\])\(([^)\s]{1,2000})\)/g, (_whole, label: string, target: string) => {
    const lasting = target.replace(TOKEN_PARAMETER, '$1');
    const kept = label.startsWith('!') ? lasting.replace(COPY_PARAMETER, '$1').replace(/\?\w{4,40}$/, '') : lasting;
    return `${label}(${kept.replace(/([?&;])[&;]+/g, '$1').replace(/[?&;]+$/, '')})`;
  });
}
