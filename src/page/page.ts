/** A document read off the web, before anyone stored it. Plain data: it crosses a thread boundary. */
export interface Page {
  readonly url: string;
  /** As the page gives it, white space collapsed; '' when it has none. */
  readonly title: string;
  readonly description: string;
  /** BCP 47 tag as written (`en`, `en-GB`), or null. */
  readonly language: string | null;
  readonly canonical: string | null;
  /** ISO 8601, UTC, or null. */
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
  readonly markdown: string;
  /** Absolute http(s) addresses the page links to, without fragments and duplicates, whatever their `rel`. */
  readonly links: readonly string[];
  readonly images: readonly Image[];
  readonly videos: readonly Video[];
  /** SHA-256, hex, over the normalised content (rule 7.4). */
  readonly contentHash: string;
  readonly passages: readonly Passage[];
}

export interface Image {
  readonly url: string;
  readonly alt: string;
  /** Text around the picture: its caption, or the block it stands in. */
  readonly context: string;
}

export interface Video {
  readonly provider: 'youtube' | 'vimeo';
  readonly id: string;
  readonly url: string;
  readonly title?: string;
}

/** The unit that is searched and cited (rule 9.3). */
export interface Passage {
  /** Id of the section's heading, without `#`; null above the first heading that has one. */
  readonly anchor: string | null;
  /** Heading path from the outermost to the section's own. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** Why a page's content is not worth keeping, or cannot be read (rules 7.5, 7.6). */
export type PageRefusal =
  | 'empty-shell'
  | 'soft-404'
  | 'consent-wall'
  | 'login-wall'
  | 'challenge'
  | 'home-echo'
  | 'too-large'
  | 'too-complex';

/** A link as it stands on a page: resolved against the base, fragment kept, with its `rel` words in lower case. */
export interface Link {
  readonly url: string;
  readonly rel: readonly string[];
}

/** A robots meta tag (`robots`, `heimdallbot`, …) as it stands on a page; the name in lower case. */
export interface RobotsMeta {
  readonly name: string;
  readonly content: string;
}

/** What a page says to a crawler rather than to a reader; kept for refused pages too. */
export interface PageMarks {
  readonly links: readonly Link[];
  readonly robots: readonly RobotsMeta[];
  readonly canonical: string | null;
  /** What hints at a Markdown version; left out where nothing does. */
  readonly markdown?: MarkdownHint;
}

/** Of a page that says nothing to a crawler. */
export const noMarks: PageMarks = { links: [], robots: [], canonical: null };

/** Where a page's Markdown version may be. */
export interface MarkdownHint {
  /** `<link rel="alternate" type="text/markdown">`, resolved; null without one. */
  readonly alternate: string | null;
  /** `<meta name="generator">`; '' without one. */
  readonly generator: string;
}

/** What becomes of the bytes of one page. */
export type Reading =
  | { readonly kind: 'page'; readonly page: Page; readonly marks: PageMarks }
  | { readonly kind: 'refused'; readonly reason: PageRefusal; readonly marks: PageMarks };

/** The bytes of one page and what is known of them. */
export interface ReadInput {
  readonly body: Uint8Array;
  /** Where the body came from after redirects: links are resolved against it or against `<base href>`. */
  readonly url: string;
  /** The `Content-Type` header, charset included. */
  readonly contentType?: string;
  readonly fetchedAt: Date;
}
