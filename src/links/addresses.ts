import { parseUrl } from '../parse-url.ts';

/** Code is shown as it is: nothing in it can be followed. A mark behind a backslash begins none. */
const CODE = /(?<!\\)(?:```[\s\S]*?```|``[^`]+``|`[^`\n]+`)/g;
/** As Discord links them: in angle brackets, masked or bare. Schemes are written in any case. */
const ADDRESS = /https?:\/\/[^\s<>]+/gi;
/** What ends a sentence, a masked link or a spoiler is none of the address. */
const TRAILING = /(?:[.,:;!?"'\]*_~]|\|\|)+$/;

/** The http(s) addresses in a text, each once. */
export function addressesIn(text: string): readonly URL[] {
  const found = new Map<string, URL>();
  for (const [written] of text.replace(CODE, ' ').matchAll(ADDRESS)) {
    for (const part of written.split(/\]\((?=https?:)/i)) {
      const url = parseUrl(trimmed(part));
      if (url !== null && /^https?:$/.test(url.protocol)) found.set(url.href, url);
    }
  }
  return [...found.values()];
}

/** Animated emoji in a text, as Discord writes them. */
export function animatedEmojiIn(text: string): number {
  return text.replace(CODE, ' ').match(/<a:\w{2,32}:\d{17,20}>/g)?.length ?? 0;
}

/** Without what stands behind it; a bracket belongs to it when it was opened in it. */
function trimmed(address: string): string {
  let result = address.replace(TRAILING, '');
  while (result.endsWith(')') && count(result, ')') > count(result, '(')) {
    result = result.slice(0, -1).replace(TRAILING, '');
  }
  return result;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
