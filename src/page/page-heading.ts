import { holdsHeading } from './prose.ts';
import type { Survey } from './survey.ts';
import { attr, collapse, find, isInside, plainText, walk, type ElementNode } from './tree.ts';

/**
 * What stands for the page's heading when the content has none that the document's title repeats: a box called a title
 * that does, else an h1 from outside (the last, since the first is often the site's name).
 */
export function headingFor(
  survey: Survey,
  inside: ElementNode | undefined,
  outside: ElementNode | undefined,
  title: string,
): ElementNode | null {
  if (inside && title.includes(plainText(inside))) return null;
  const box = survey.titles.find((node) => {
    const text = headingText(node, title);
    return text !== '' && names(title, text) && !holdsHeading(node);
  });
  if (!box || (!inside && outside && title.includes(plainText(outside)))) return inside ? null : (outside ?? null);
  return box;
}

/** What a heading says; a box that the title does not know as a whole may hold more than its heading. */
export function headingText(node: ElementNode, title: string): string {
  const text = plainText(node);
  return node.tag === 'h1' || title.includes(text) ? text : firstText(node);
}

/** Does the title begin with the text, or end with it as the larger part (`Acme: Hook class reference`)? */
function names(title: string, text: string): boolean {
  return title.startsWith(text) || (title.endsWith(text) && text.length > title.length / 2);
}

/** A link to the start of a site, however far up it is. */
const HOME = /^(?:https?:\/\/[^/]+)?(?:\/|(?:\.{0,2}\/)*(?:index\.\w+)?)$/;

/**
 * The name of the site: a heading that is nothing but a link, beside content with a heading of its own that the
 * document's title repeats. Inside the content it has to lead to the site's start.
 */
export function isSiteName(heading: ElementNode, root: ElementNode, title: string): boolean {
  if (heading.textLength === 0 || heading.linkLength < heading.textLength) return false;
  const [link] = find(heading, ({ tag }) => tag === 'a');
  const href = (link && attr(link, 'href')) ?? '#';
  if (href.startsWith('#') || (isInside(heading, root) && !HOME.test(href))) return false;
  const own = find(root, ({ tag }) => /^h[1-6]$/.test(tag)).find((node) => node !== heading);
  const words = own ? firstText(own) : '';
  return words.length > 2 && title.includes(words);
}

/** The first words of an element that stand in one piece: a heading may have a mark behind them. */
function firstText(node: ElementNode): string {
  let words = '';
  walk(node, {
    enter: () => words === '',
    text({ text }) {
      words ||= collapse(text).trim();
    },
  });
  return words;
}
