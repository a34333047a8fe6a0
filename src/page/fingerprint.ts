import { createHash } from 'node:crypto';
import { isStamp, withoutStamps } from './stamp.ts';
import { collapse } from './tree.ts';

/**
 * The change hash (rule 7.4): SHA-256 over the content without what changes by itself. One word, number or code line
 * more or less changes it, and so does where a line of code begins or ends; white space in prose, build dates, 'last
 * updated' lines, copyright years, visitor counters and per-visit tokens in addresses do not.
 */
export function fingerprint(markdown: string): string {
  const kept: string[] = [];
  let prose: string[] = [];
  const endProse = (): void => {
    const text = collapse(prose.join(' ')).trim();
    if (text) kept.push(text);
    prose = [];
  };
  const hasTildes = markdown.includes('~~~');
  let fence = '';
  for (const line of markdown.split('\n')) {
    const mark = line.includes('```') || (hasTildes && line.includes('~~~')) ? FENCE.exec(line)?.[1] : undefined;
    if (fence || mark) {
      if (prose.length > 0) endProse();
      // Code is taken as it is: nothing in it changes by itself.
      kept.push(line.trimEnd());
      if (!fence) fence = mark ?? '';
      else if (mark && line.replace(/^[ >]+/, '').trimEnd() === fence) fence = '';
    } else prose.push(normaliseLine(line));
  }
  endProse();
  return createHash('sha256').update(kept.join('\n')).digest('hex');
}

/** A line that opens code, in a list or quote too. */
const FENCE = /^(?:[ >]|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,})[^`]*$/;

function normaliseLine(line: string): string {
  // Without a digit there is no date, year or counter, and without a question mark no token.
  if (!/[\d?]/.test(line) && !line.includes(MASKED_MAIL))
    return /\b(?:ago|today|yesterday)\b/i.test(line) && isStamp(line) ? '' : line;
  return withoutTokens(withoutCopyrightYears(withoutStamps(line)));
}

/** Years after a sign, with a name between at most, or right after the word; `(c)` may be the third of a list. */
const COPYRIGHT_YEARS =
  /(©[^\d\n]{0,40}|\bcopyright\s*(?:©|\(c\))?:?\s*|\(c\)\s*(?=(?:19|20)\d\d))(?:(?:19|20)\d{2}(?:\s*[-–—,]\s*(?:(?:19|20)\d{2}|present|today))*)(?!\d)/gi;

/** `© 2019-2025`, `Copyright (c) 2025`: the owner counts, the years do not. */
function withoutCopyrightYears(line: string): string {
  if (!/©|\(c\)|copyright/i.test(line)) return line;
  return line
    .replace(COPYRIGHT_YEARS, '$1')
    .replace(OWNERS_YEARS, (whole, owner: string) => (LAW.test(owner) ? whole : owner));
}

/** Years behind the owner: `Copyright Kestvik Ltd. 2025`, `Copyright by the Kestvik authors, 2019-2025`. */
const OWNERS_YEARS =
  /((?:\b[Cc]opyright|\bCOPYRIGHT|\([Cc]\)),?(?: (?:©|\([Cc]\)))?:?(?: (?:\p{Lu}[\p{L}\p{N}.,&'’-]{0,40}|by|the|and|its|individual|authors?,?|contributors?,?|developers?,?|team,?|project,?|community,?|others,?|&|[–—-])){1,9} )(?:19|20)\d{2}(?: ?[-–—,] ?(?:(?:19|20)\d{2}|present|today))*(?![\d.]*\d)/gu;
/** A year of the law is said, and stays. */
const LAW = /\b(?:Acts?|Laws?|Bill|Code|Directive|Convention|Treaty|Office|Reform)\b/;

/** Parameters of addresses that are made anew at each visit. */
const TOKEN_PARAMETER =
  /([?&;])(?:csrf\w*|xsrf\w*|_?token|authenticity_token|nonce|sid|sess(?:ion)?_?id|phpsessid|jsessionid|_t|_|ts|timestamp|cachebuster|cb|rnd|rand)=[^&)\s]*/gi;
/** Parameters that say which copy of a picture is meant, or for how long it may be fetched. */
const COPY_PARAMETER =
  /([?&;])(?:v|ver|version|rev|t|h|hash|cache|modified|updated|last_?modified|x-amz-[\w-]+|expires|signature|sig|key-pair-id|policy|s[eprv]|alt)=[^&)\s]*/gi;

/** What a build puts into the name of a picture: `fence-3f2a…9c.png`, `fence.Bx12aQ3d.png`. */
const HASHED_NAME =
  /[.-](?:(?=[\da-f]*[a-f])(?=[\da-f]*\d)[\da-f]{8,64}|(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{8})(?=\.\w{2,5}$)/;
/** An address of mail that is hidden from robots: another key each time. */
const MASKED_MAIL = '/email-protection';
const MASKED_MAIL_KEY = /\/email-protection#[\da-f]+/g;

function withoutTokens(line: string): string {
  if (!line.includes('?') && !line.includes('![') && !line.includes(MASKED_MAIL)) return line;
  return line
    .replaceAll(MASKED_MAIL_KEY, MASKED_MAIL)
    .replace(/(!?\[[^\]]{0,1000}\])\(([^)\s]{1,2000})\)/g, (_whole, label: string, target: string) => {
      const lasting = target.replace(TOKEN_PARAMETER, '$1');
      const kept = label.startsWith('!')
        ? lasting
            .replace(COPY_PARAMETER, '$1')
            .replace(/\?\w{4,40}$/, '')
            .replace(HASHED_NAME, '')
        : lasting;
      return `${label}(${kept.replace(/([?&;])[&;]+/g, '$1').replace(/[?&;]+$/, '')})`;
    });
}
