import type { Survey } from './survey.ts';
import { attr, plainText, rawText, type ElementNode } from './tree.ts';
import { visibleText } from './visible-text.ts';

/** What a page says of itself in its head (rule 7.1). */
export interface Metadata {
  readonly title: string;
  /** Of the head only; '' when there is none. */
  readonly description: string;
  readonly language: string | null;
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  /** Name of the whole site (OpenGraph), or ''. */
  readonly siteName: string;
  readonly openGraphUrl: string | null;
  /** Where the page sends its reader on at once (`<meta http-equiv="refresh">`), or null. */
  readonly refresh: string | null;
}

export const noMetadata: Metadata = {
  title: '',
  description: '',
  language: null,
  publishedAt: null,
  modifiedAt: null,
  siteName: '',
  openGraphUrl: null,
  refresh: null,
};

const PUBLISHED = [
  'article:published_time',
  'datepublished',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.created',
  'citation_publication_date',
  'dc.date',
  'date',
] as const;
const MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'revised',
] as const;

/** What the head says, and the times marked up in the body. Dates after `fetchedAt` are wrong and not taken. */
export function readMetadata(survey: Survey, fetchedAt: Date): Metadata {
  const metas = new Map<string, string>();
  for (const node of survey.tagged('meta')) addMeta(metas, node);
  for (const node of survey.tagged('time')) addTime(metas, node);
  for (const node of survey.revisions) addRevision(metas, node);
  for (const node of survey.tagged('script')) {
    if (attr(node, 'type') === 'application/ld+json') addLinkedData(metas, rawText(node));
  }
  const titleNode = survey.tagged('title').find(({ parent }) => parent?.tag === 'head');
  const title = titleNode ? plainText(titleNode) : '';
  const language = [...survey.tagged('html'), ...survey.tagged('body')].map(languageOf).find(Boolean) ?? '';
  const first = (names: readonly string[]): string => names.map((name) => metas.get(name)).find(Boolean) ?? '';
  const date = (names: readonly string[]): string | null =>
    names.map((name) => readDate(metas.get(name), fetchedAt)).find(Boolean) ?? null;
  const words = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim();
  return {
    title: words(title || first(['og:title', 'twitter:title', 'dc.title'])),
    description: words(first(['description', 'og:description', 'twitter:description', 'dc.description'])),
    language: language || first(['content-language', 'language', 'dc.language']).split(',', 1)[0]?.trim() || null,
    publishedAt: date(PUBLISHED),
    modifiedAt: date(MODIFIED),
    siteName: words(first(['og:site_name', 'application-name'])),
    openGraphUrl: metas.get('og:url') ?? null,
    refresh:
      /^\s*[0-5]?(?:\.\d+)?\s*[;,]\s*url\s*=\s*["']?(.+?)["']?\s*$/i.exec(metas.get('refresh') ?? '')?.[1] ?? null,
  };
}

/** Keeps the first value of each name. */
function addMeta(metas: Map<string, string>, node: ElementNode): void {
  const name = attr(node, 'name') ?? attr(node, 'property') ?? attr(node, 'http-equiv') ?? attr(node, 'itemprop');
  const content = attr(node, 'content')?.trim();
  if (!name || !content) return;
  const key = name.trim().toLowerCase();
  if (!metas.has(key)) metas.set(key, content);
}

/** Times marked up in the body: `itemprop`, `pubdate`, or a class that says what they are. */
function addTime(metas: Map<string, string>, node: ElementNode): void {
  const value = attr(node, 'datetime');
  if (!value) return;
  const marks = `${attr(node, 'itemprop') ?? ''} ${attr(node, 'class') ?? ''} ${attr(node.parent ?? node, 'class') ?? ''}`;
  if (/datemodified|\bupdated\b|last-?updated|modified/i.test(marks)) setFirst(metas, 'datemodified', value);
  else if (/datepublished|\bpublished\b|entry-date/i.test(marks) || attr(node, 'pubdate') !== undefined) {
    setFirst(metas, 'datepublished', value);
  }
}

/** The date of a revision in words; the sign before it says whether it is the first or the last. */
function addRevision(metas: Map<string, string>, node: ElementNode): void {
  let sign = node.previous;
  while (sign?.kind === 'text') sign = sign.previous;
  const isFirst = /creat/i.test((sign && attr(sign, 'title')) ?? '');
  setFirst(metas, isFirst ? 'datepublished' : 'datemodified', plainText(node));
}

/** Dates of JSON-LD, wherever in it they stand; damaged JSON says nothing. */
function addLinkedData(metas: Map<string, string>, json: string): void {
  for (const [, name = '', value = ''] of json.matchAll(/"(datePublished|dateModified)"\s*:\s*"([^"]+)"/g)) {
    setFirst(metas, name.toLowerCase(), value);
  }
}

function setFirst(metas: Map<string, string>, name: string, value: string): void {
  if (!metas.has(name)) metas.set(name, value);
}

function languageOf(node: ElementNode): string {
  const value = attr(node, 'lang') ?? attr(node, 'xml:lang') ?? '';
  return /^[a-z]{2,3}(?:[-_][a-z\d]+)*$/i.test(value.trim()) ? value.trim() : '';
}

/** ISO 8601, or a day and a month in words: whatever else a parser would make something of is no date. */
const DATE =
  /^(?:\d{4}(?:-\d\d){0,2}(?:[T ].*)?|(?:\p{L}+,? )?\d{1,2}[ -]\p{L}{3,9}[ -]\d{4}.*|(?:\p{L}+,? )?\p{L}{3,9}\.? \d{1,2},? \d{4}.*)$/u;

/** A date as ISO 8601 in UTC; null for what is no date, lies before the web, or is still to come. */
export function readDate(value: string | undefined, fetchedAt: Date): string | null {
  if (!value || !DATE.test(value.trim())) return null;
  // A date without a zone is taken as UTC, so that the answer depends on no machine's own.
  const text = value.trim();
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$|GMT|UTC/.test(text)
    ? text
    : /^\d{4}-\d\d-\d\d[T ]/.test(text)
      ? `${text}Z`
      : `${text} UTC`;
  const time = /^\d{4}(?:-\d\d){0,2}$/.test(text) ? Date.parse(text) : Date.parse(zoned);
  const tomorrow = fetchedAt.getTime() + 24 * 3_600_000;
  return time > Date.UTC(1990, 0) && time < tomorrow ? new Date(time).toISOString() : null;
}
