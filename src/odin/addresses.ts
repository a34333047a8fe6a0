import { parse } from 'tldts';
import { LETTER } from './letters.ts';

/** Addresses in prose: of pages, of hosts alone, of mail. Pure. */

const LABEL = `(?:${LETTER}|[\\p{N}_-])+`;
const AFTER_OTHER = `(?<!${LETTER}|[\\p{N}_@./-])`;
/** With a scheme, whichever, or with a path. */
const URL_LIKE = new RegExp(
  `(?:\\b[a-z][a-z\\d+.-]*://|www\\.)[^\\s<>()[\\]"'\`]+|${AFTER_OTHER}(?:${LABEL}\\.)+[a-z]{2,}/[^\\s<>()[\\]"'\`]*`,
  'giu',
);
const MAIL = new RegExp(`(?:mailto:)?(?:${LETTER}|[\\p{N}_.+-])+@(?:${LABEL}\\.)+${LETTER}{2,}`, 'giu');
const HOST = new RegExp(`${AFTER_OTHER}(?:${LABEL}\\.)+${LETTER}{2,}(?!${LETTER}|[\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, 'gu');
/** Full stops, colons and slashes of other scripts, which browsers read as their own. */
const WIDE: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\w-])[．｡](?=[a-z])/giu, '.'],
  [/：(?=[/／]{2})/gu, ':'],
  [/(?<=[:：/／])／|／(?=[/／])/gu, '/'],
];

export interface Addresses {
  readonly urls: readonly string[];
  /** Hosts without scheme and path, and addresses of mail: text to read, that nothing links. */
  readonly hosts: readonly string[];
  /** The text without them. */
  readonly rest: string;
}

/** What leads somewhere. A name with a dot counts as a host where its end is a public suffix, as `.io` and `.md` are. */
export function addressesIn(text: string): Addresses {
  const plain = WIDE.reduce((said, [wide, narrow]) => said.replace(wide, narrow), text);
  const urls: string[] = [];
  const hosts: string[] = [];
  const take = (pattern: RegExp, from: string, keep: (address: string) => boolean): string =>
    from.replace(pattern, (address: string) => (keep(address) ? ' ' : address));
  const withoutMail = take(MAIL, plain, (mail) => hosts.push(mail.replace(/^mailto:/iu, '')) > 0);
  const withoutUrls = take(URL_LIKE, withoutMail, (url) => urls.push(url.replace(/[.,;:!?*_。，]+$/u, '')) > 0);
  const rest = take(HOST, withoutUrls, (host) => parse(host).isIcann === true && hosts.push(host) > 0);
  return { urls, hosts, rest };
}

/** Whether a text has an address whole: nothing before or after it makes it another one. */
export function hasAddress(text: string, address: string): boolean {
  const [before, after] = [String.raw`(?<![\p{L}\p{N}_@.-])`, String.raw`(?![\p{L}\p{N}_%?#=&@-]|\.[\p{L}\p{N}]|:\d)`];
  const pathEnd = address.includes('/') ? '(?!/[^\\s)\\]])' : '';
  const pattern = address.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
  return new RegExp(`${before}${pattern}${after}${pathEnd}`, 'iu').test(text);
}
