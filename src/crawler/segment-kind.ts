/** What one segment of a path looks like: a language or a version, by its form alone. */
export interface SegmentKind {
  readonly kind: 'language' | 'version';
  /** As people call it: `de (German)`, `v1.2`. */
  readonly name: string;
  /** The form says it all; otherwise the company decides (`it` may be Italian or a department, `16` a version or an issue). */
  readonly certain: boolean;
}

/** Language, script and region of BCP 47 as they stand in addresses: `de`, `pt-BR`, `zh_CN`, `zh-hans`, `es-419`. */
const LANGUAGE_TAG = /^([a-z]{2})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?$/i;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `v2`, `1.2`, `1.2.x`, `release-1.2`, `5-1-stable`, `3.0-rc1`, `2.0.0-beta.3`. */
const NUMBERED =
  /^(?:v|ver|version|rel|release|branch|stable)[-_.]?\d{1,4}(?:[._-]\d+){0,3}(?:[._-]?x)?(?:[-._]?(?:alpha|beta|rc|dev|snapshot|preview|lts|stable)[.\d-]*)?$|^\d{1,4}(?:\.\d+){1,3}(?:\.x)?(?:[-._]?(?:alpha|beta|rc|dev|snapshot|preview|lts|stable)[.\d-]*)?$|^\d{1,3}(?:[._-]\d+){0,2}[._-](?:x|alpha|beta|rc\d*|dev|snapshot|preview|lts|stable)$/i;
/** PostgreSQL's way: `/docs/16/`. */
const BARE_NUMBER = /^\d{1,3}$/;
const WORD =
  /^(?:latest|stable|current|next|dev|devel|develop|main|master|trunk|head|nightly|edge|canary|unstable|snapshot|preview|alpha|beta|rc|lts|legacy)$/i;

/** What a segment looks like; null for one that looks like neither. */
export function segmentKind(segment: string): SegmentKind | null {
  const language = languageName(segment);
  if (language !== null) {
    return { kind: 'language', name: `${segment} (${language})`, certain: segment.length > 2 };
  }
  if (NUMBERED.test(segment)) return { kind: 'version', name: segment, certain: true };
  return BARE_NUMBER.test(segment) || WORD.test(segment) ? { kind: 'version', name: segment, certain: false } : null;
}

/** The English name of the language that a tag stands for; null where it stands for none. */
function languageName(segment: string): string | null {
  if (!LANGUAGE_TAG.test(segment)) return null;
  return languageNames.of(segment.replaceAll('_', '-')) ?? null;
}
