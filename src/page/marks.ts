import { parseHtml } from './html.ts';
import { noMarks, type Link, type MarkdownHint, type PageMarks, type RobotsMeta } from './page.ts';
import { surveyPage, type Survey } from './survey.ts';
import { attr, words, type ElementNode } from './tree.ts';
import { parseUrl } from '../parse-url.ts';

/** Metas that may speak to us (rule 5.5). */
const ROBOTS_NAMES: ReadonlySet<string> = new Set(['robots', 'heimdallbot']);

/**
 * What a page says to a crawler: its links, robots metas and canonical (rules 5.4 to 5.7). Comments, scripts and
 * templates say nothing; `noscript` counts, since no script is run. Empty for a page too complex to parse.
 *
 * @param url where the page came from; links are resolved against its first `<base href>` if that is usable
 */
export function readMarks(html: string, url: string): PageMarks {
  const document = parseHtml(html);
  return document ? marksOf(surveyPage(document), url).marks : noMarks;
}

/** An address as an absolute http(s) one, or null for everything else. */
export function resolveHttp(href: string, base: string): string | null {
  const url = parseUrl(href, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

/** The same as `readMarks` for a page that is parsed already; and the base its addresses are resolved against. */
export function marksOf(survey: Survey, url: string): { marks: PageMarks; base: string } {
  // The first base with an address counts, even when it is unusable (HTML standard, document base URL).
  const href = survey
    .tagged('base')
    .map((node) => attr(node, 'href'))
    .find((value) => value !== undefined);
  const base = (href !== undefined && resolveHttp(href, url)) || url;
  const links = linksOf(survey.tagged('a'), base);
  const robots = survey.tagged('meta').flatMap(robotsOf);
  const canonical = canonicalOf(survey.tagged('link').filter(isCanonical), base);
  const markdown = markdownHintOf(survey, base);
  return { marks: { links, robots, canonical, ...(markdown === null ? {} : { markdown }) }, base };
}

/** Hyperlinks, once for each address and `rel`: long pages link to the same place hundreds of times. */
function linksOf(anchors: readonly ElementNode[], base: string): Link[] {
  const links = new Map<string, Link | null>();
  for (const node of anchors) {
    const href = attr(node, 'href');
    if (href === undefined || isSortLink(href)) continue;
    const rel = relOf(node);
    const key = `${rel.join(' ')} ${href}`;
    if (links.has(key)) continue;
    const url = resolveHttp(href, base);
    links.set(key, url ? { url, rel } : null);
  }
  return [...links.values()].filter((link) => link !== null);
}

/** Words of `rel`. They may be split by commas too: seen in the wild, and it is clear what is meant. */
function relOf(node: ElementNode): readonly string[] {
  const rel = words(node, 'rel');
  return rel.some((word) => word.includes(',')) ? rel.flatMap((word) => word.split(',').filter(Boolean)) : rel;
}

/** A directory listing links to itself once for each column and order (Apache's mod_autoindex). */
export function isSortLink(href: string): boolean {
  return href.startsWith('?') && /^\?C=[NMSD][;&]O=[AD]$/.test(href);
}

function robotsOf(node: ElementNode): RobotsMeta[] {
  const name = attr(node, 'name')?.trim().toLowerCase();
  return name && ROBOTS_NAMES.has(name) ? [{ name, content: attr(node, 'content') ?? '' }] : [];
}

/** A `<link rel="canonical">` in the head. In the body it could be a visitor's words, so it counts not. */
function isCanonical(node: ElementNode): boolean {
  return words(node, 'rel').includes('canonical') && isInHead(node);
}

/** The canonical named (RFC 6596). Pages that name several contradict themselves, so none is believed. */
function canonicalOf(nodes: readonly ElementNode[], base: string): string | null {
  const named = new Set<string>();
  for (const node of nodes) {
    const href = attr(node, 'href')?.trim();
    const url = href ? resolveHttp(href, base) : null;
    if (url) named.add(url.replace(/#.*$/s, ''));
  }
  const [only = null] = named;
  return named.size === 1 ? only : null;
}

function isInHead(node: ElementNode): boolean {
  for (let up = node.parent; up; up = up.parent) if (up.tag === 'head') return true;
  return false;
}

/** What the head says of a Markdown version, and of the program that made the page (rule 6.9). */
function markdownHintOf(survey: Survey, base: string): MarkdownHint | null {
  const link = survey
    .tagged('link')
    .find(
      (node) =>
        words(node, 'rel').includes('alternate') &&
        attr(node, 'type')?.trim().toLowerCase() === 'text/markdown' &&
        isInHead(node),
    );
  const href = link === undefined ? undefined : attr(link, 'href')?.trim();
  const alternate = href ? resolveHttp(href, base) : null;
  const meta = survey.tagged('meta').find((node) => attr(node, 'name')?.trim().toLowerCase() === 'generator');
  const generator = (meta === undefined ? undefined : attr(meta, 'content')) ?? '';
  return alternate === null && generator === '' ? null : { alternate, generator };
}
