import { segmentKind, type SegmentKind } from './segment-kind.ts';

/** Pages of a site that belong together because their paths begin with the same language or version. */
export interface SiteGroup {
  readonly kind: SegmentKind['kind'];
  /** As people call it: `de (German)`, `v1.2`. */
  readonly name: string;
  /** What all its paths begin with, and a crawl excludes: `/docs/de/`. */
  readonly path: string;
  readonly pages: number;
}

/** A folder whose name looks like a language or a version, and what lies below it. */
interface Candidate extends SegmentKind {
  readonly parent: string;
  readonly segment: string;
  /** The paths below it, from there on. */
  readonly rests: string[];
}

/** Languages and versions stand near the root: `/projects/name/en/stable/`. */
const MAX_DEPTH = 4;
/** Bare numbers in greater company are issues or pages of a list. */
const MAX_BARE_NUMBERS = 40;
/** Every folder has one of these: it says nothing. */
const INDEX = /^(?:index\.\w+)?$/;
/** Separates paths where several are named, so that a path with one could not be excluded. */
const SEPARATOR = /[,\s]/;

/**
 * Groups a site's addresses by language and by version (rule 6.8), the largest first. A folder is one of them by its
 * form (`pt-BR`, `v1.2`), or by its company: it stands beside its like, or holds the pages that stand beside it. What
 * holds every page is no group: there would be nothing left without it.
 */
export function groupSite(urls: readonly string[]): readonly SiteGroup[] {
  const paths = new Set(urls.map(pathOf));
  const groups: SiteGroup[] = [];
  for (const siblings of candidatesIn(paths).values()) {
    const plausible = withoutLists([...siblings.values()]);
    for (const one of plausible) {
      if (!hasProof(one, plausible, paths)) continue;
      const path = `${one.parent}${one.segment}/`;
      const others = [...paths].filter((other) => !path.startsWith(other)).length;
      const { kind, name } = one;
      if (one.rests.length < others && !SEPARATOR.test(path))
        groups.push({ kind, name, path, pages: one.rests.length });
    }
  }
  return groups.toSorted((a, b) => b.pages - a.pages || (a.path < b.path ? -1 : 1));
}

/** The path of an address in normal form; taking it apart as a URL would cost ten times as much. */
function pathOf(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** By parent folder, then by name. */
function candidatesIn(paths: ReadonlySet<string>): ReadonlyMap<string, ReadonlyMap<string, Candidate>> {
  const kinds = new Map<string, SegmentKind | null>();
  const found = new Map<string, Map<string, Candidate>>();
  for (const path of paths) {
    let from = 1;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const to = path.indexOf('/', from);
      if (to < 0) break;
      const segment = path.slice(from, to);
      let kind = kinds.get(segment);
      if (kind === undefined) kinds.set(segment, (kind = segmentKind(segment)));
      if (kind !== null) {
        const parent = path.slice(0, from);
        const siblings = found.get(parent) ?? new Map<string, Candidate>();
        const candidate = siblings.get(segment) ?? { ...kind, parent, segment, rests: [] };
        candidate.rests.push(path.slice(to + 1));
        found.set(parent, siblings.set(segment, candidate));
      }
      from = to + 1;
    }
  }
  return found;
}

/** Whether a folder is what it looks like. */
function hasProof(one: Candidate, siblings: readonly Candidate[], paths: ReadonlySet<string>): boolean {
  if (one.certain) return true;
  const brothers = siblings.filter((other) => other !== one && other.kind === one.kind);
  if (one.kind === 'language') {
    const english =
      brothers.some((other) => other.certain || isEnglish(other)) || (isEnglish(one) && brothers.length > 0);
    return english || isMirrored(one, brothers, paths);
  }
  return isMirrored(one, brothers, paths) || (!isNumbered(one) && brothers.some(({ certain }) => certain));
}

/** Many bare numbers side by side are no versions. */
function withoutLists(siblings: readonly Candidate[]): readonly Candidate[] {
  const numbers = siblings.filter(isNumbered);
  return numbers.length > MAX_BARE_NUMBERS ? siblings.filter((one) => !isNumbered(one)) : siblings;
}

/** The same page stands beside it: in the folder above, or in one of its like. */
function isMirrored({ parent, rests }: Candidate, brothers: readonly Candidate[], paths: ReadonlySet<string>): boolean {
  const telling = rests.filter((rest) => !INDEX.test(rest));
  return [parent, ...brothers.map((other) => `${other.parent}${other.segment}/`)].some((beside) =>
    telling.some((rest) => paths.has(beside + rest)),
  );
}

function isEnglish({ segment }: Candidate): boolean {
  return segment.toLowerCase() === 'en';
}

function isNumbered({ segment }: Candidate): boolean {
  return /^\d+$/.test(segment);
}
