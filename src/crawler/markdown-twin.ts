import { parseUrl } from '../parse-url.ts';

/**
 * Markdown versions of pages ("twins", rule 6.9): which hosts serve them, and whether one is as good as its page. Pure: it
 * says what to ask for, somebody else asks.
 */

/** What a page's text is made of, to compare a twin with its page. */
export interface TextShape {
  readonly headings: number;
  readonly codeBlocks: number;
  readonly characters: number;
}

/** What an HTML page said about its host. */
export interface HtmlSeen {
  readonly url: string;
  readonly shape: TextShape;
  /** `<link rel="alternate" type="text/markdown">`, resolved; null without one. */
  readonly alternate: string | null;
  /** `<meta name="generator">`; '' without one. */
  readonly generator: string;
  /** It links to the host's `/llms.txt`. */
  readonly namesList: boolean;
  /** It carries robots directives, or links within its site that may not be followed: a twin would hide them. */
  readonly restricted: boolean;
}

/** What to find out about a host next. */
export type TwinTrial =
  /** Does it name Markdown pages in `/llms.txt`? */
  | { readonly kind: 'list'; readonly address: string }
  /** Is the twin of a page that was read as good as the page? */
  | { readonly kind: 'twin'; readonly address: string; readonly page: string; readonly shape: TextShape };

/** What one job knows of its hosts' twins. A host without any costs a job at most two requests. */
export interface TwinMemory {
  /** Where the Markdown of a page that is new is to be asked for first; null: nowhere. */
  addressFor(url: string): string | null;
  /** Enough of the host's HTML was read that Markdown may be preferred where it offers both under one address. */
  prefersMarkdown(url: string): boolean;
  /**
   * What to ask for of a page that is stored from its twin: the page alone, once twins proved of no use or its host's HTML
   * carries what they would hide; both, the page first, until enough HTML was read to know; the twin alone from then on.
   */
  forKept(url: string): 'page' | 'both' | 'twin';
  /** An HTML page was read. */
  sawHtml(page: HtmlSeen): void;
  /** What to ask this URL's host for once now, to find out about its twins, after one of its pages was read as HTML. */
  nextTrial(url: string): TwinTrial | null;
  /** The list was there, or not; a twin is tried next if it was. */
  sawList(trial: Extract<TwinTrial, { kind: 'list' }>, found: boolean): TwinTrial | null;
  sawTwin(trial: Extract<TwinTrial, { kind: 'twin' }>, good: boolean): void;
  /** A twin that was asked for was good, or a miss; two misses in a row, trials counted, end it for the job. */
  asked(url: string, good: boolean): void;
  /** A twin without code, where most pages of its host have some: its page has to be asked for as well. */
  looksThin(url: string, shape: TextShape): boolean;
}

/** Pages read as HTML before a host is trusted to have nothing to say that its twins would hide. */
const HTML_PAGES_FIRST = 3;
const MISSES_THAT_END_IT = 2;
const KNOWN_GENERATORS = /\b(?:mintlify|gitbook|docusaurus)\b/i;

interface Host {
  html: number;
  withCode: number;
  restricted: boolean;
  namesList: boolean;
  state: 'unknown' | 'trying' | 'works' | 'off';
  /** Requests in a row that led to no Markdown of use, those of trials among them. */
  misses: number;
  last: HtmlSeen | null;
}

export function createTwinMemory(): TwinMemory {
  const hosts = new Map<string, Host>();

  function hostOf(url: string): Host {
    const { host } = new URL(url);
    const known = hosts.get(host);
    if (known !== undefined) return known;
    const fresh: Host = {
      html: 0,
      withCode: 0,
      restricted: false,
      namesList: false,
      state: 'unknown',
      misses: 0,
      last: null,
    };
    hosts.set(host, fresh);
    return fresh;
  }

  function missed(host: Host): void {
    host.misses += 1;
    if (host.misses >= MISSES_THAT_END_IT) host.state = 'off';
  }

  function trialOf({ url, alternate, shape }: HtmlSeen): TwinTrial | null {
    const address = alternate ?? twinAddress(url);
    return address === null || new URL(address).host !== new URL(url).host
      ? null
      : { kind: 'twin', address, page: url, shape };
  }

  return {
    addressFor(url) {
      const { html, state, restricted } = hostOf(url);
      return state === 'works' && html >= HTML_PAGES_FIRST && !restricted ? twinAddress(url) : null;
    },
    prefersMarkdown(url) {
      const { html, restricted, state } = hostOf(url);
      return html >= HTML_PAGES_FIRST && !restricted && state !== 'off';
    },
    forKept(url) {
      const { html, misses, restricted } = hostOf(url);
      if (restricted || misses >= MISSES_THAT_END_IT) return 'page';
      return html < HTML_PAGES_FIRST ? 'both' : 'twin';
    },
    sawHtml(page) {
      const host = hostOf(page.url);
      host.html += 1;
      if (page.shape.codeBlocks > 0) host.withCode += 1;
      host.restricted ||= page.restricted;
      host.namesList ||= page.namesList;
      host.last = page;
    },
    nextTrial(url) {
      const host = hostOf(url);
      const { last, state, restricted, html, misses, namesList } = host;
      if (last === null || state !== 'unknown' || restricted || html < HTML_PAGES_FIRST || misses > 0) return null;
      // Nothing is guessed at: a host that gives no hint is asked for nothing.
      const isHinted = last.alternate !== null || KNOWN_GENERATORS.test(last.generator);
      if (!isHinted && !namesList) return null;
      const list = { kind: 'list', address: new URL('/llms.txt', last.url).href } as const;
      const trial = isHinted ? trialOf(last) : list;
      host.state = trial === null ? 'off' : 'trying';
      return trial;
    },
    sawList({ address }, found) {
      const host = hostOf(address);
      missed(host);
      const trial = found && host.last !== null ? trialOf(host.last) : null;
      if (trial === null) host.state = 'off';
      return trial;
    },
    sawTwin({ page }, good) {
      const host = hostOf(page);
      if (good) host.misses = 0;
      else missed(host);
      host.state = good ? 'works' : 'off';
    },
    asked(url, good) {
      const host = hostOf(url);
      if (!good) return missed(host);
      host.misses = 0;
      // The host has shown by what is stored of it that it serves twins: nothing is left to be tried.
      if (host.state === 'unknown') host.state = 'works';
    },
    looksThin(url, shape) {
      const { html, withCode } = hostOf(url);
      return shape.headings === 0 || (shape.codeBlocks === 0 && withCode * 2 >= html);
    },
  };
}

/** Where a page's Markdown lies on sites that serve it: `/docs/a` at `/docs/a.md`, `/docs/` at `/docs/index.md`. */
function twinAddress(url: string): string | null {
  const address = parseUrl(url);
  if (address === null || address.search !== '' || /\.mdx?$/i.test(address.pathname)) return null;
  const { pathname } = address;
  address.pathname = pathname.endsWith('/') ? `${pathname}index.md` : `${pathname.replace(/\.html?$/i, '')}.md`;
  return address.href;
}

/** The page that a link of a twin means: twins link to twins. */
export function pageOfTwin(url: string): string {
  const address = parseUrl(url);
  if (address === null || !/\.md$/i.test(address.pathname)) return url;
  address.pathname = address.pathname.replace(/(?:(?<=\/)index)?\.md$/i, '');
  return address.href;
}

/** A twin may be a little shorter than its page, which has captions and labels; not without its headings and code. */
const LEAST_LENGTH = 0.6;

/** Whether a twin says what its page says. */
export function isAsGood(twin: TextShape, page: TextShape): boolean {
  return (
    twin.headings >= page.headings &&
    twin.codeBlocks >= page.codeBlocks &&
    twin.characters >= page.characters * LEAST_LENGTH
  );
}

/** What Markdown is made of. */
export function shapeOf(markdown: string): TextShape {
  let headings = 0;
  let codeBlocks = 0;
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const [, mark = ''] = /^\s*(?:[-*>]\s+|\d+\.\s+)*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== null) {
      if (line.trim().startsWith(fence)) fence = null;
    } else if (mark !== '') {
      fence = mark;
      codeBlocks += 1;
    } else if (/^#{1,6}\s/.test(line)) headings += 1;
  }
  return { headings, codeBlocks, characters: markdown.length };
}

/** A document that says it is Markdown and is a page: some servers label their HTML so. */
export function isHtmlText(body: Uint8Array): boolean {
  const beginning = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype|html|head|body|div)\b/i.test(beginning);
}
