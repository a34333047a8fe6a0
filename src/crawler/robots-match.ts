import robotsParser from 'robots-parser';

/** A rule of the group that applies, its pattern in canonical form. */
export interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: string;
  /** As it stands in the file: its line and its value, one character a byte. */
  readonly line: number;
  readonly written: string;
}

/** What the rules say of one path: the rule that decides, that none matches, or that the question costs too much. */
export type RobotsDecision =
  | { readonly kind: 'rule'; readonly allow: boolean; readonly rule: RobotsRule }
  | { readonly kind: 'no-rule' | 'too-costly'; readonly allow: boolean };

/** Decides on a path with its query, as the URL has it. */
export type RobotsMatcher = (pathAndQuery: string) => RobotsDecision;

/** robots-parser wants an origin and a name; it sees one group and paths only, so these say nothing. */
const ORIGIN = 'http://site.invalid';
const TOKEN = 'us';

/** Rules handed to robots-parser at once. The longest come first, so the first hand nearly always decides. */
const RULES_AT_ONCE = 16;

/**
 * Work one question may cost, in characters of pattern times characters of path; about 20 ms. Only a file that was
 * made to be costly comes near it.
 */
const MAX_WORK = 2_000_000;

/** Escapes, and characters that do not stand for themselves; in a pattern `*` does. */
const SPECIAL_IN_PATH = /%[0-9A-Fa-f]{2}|[^\w\-.~/:?@!&()+,;=]/g;
const SPECIAL_IN_PATTERN = /%[0-9A-Fa-f]{2}|[^\w\-.~/:?@!&()+,;=*]/g;
const UNRESERVED = /[\w\-.~]/;

/**
 * Makes the question "may this path be fetched?" out of rules, for robots-parser to decide: longest match wins, `allow`
 * wins a tie (RFC 9309 2.2.2). Cheap tests that a matching rule always passes come first, because 500 KB of rules full
 * of stars would otherwise keep robots-parser busy for seconds. Where even what is left costs too much, the answer is no.
 */
export function createRobotsMatcher(rules: readonly RobotsRule[]): RobotsMatcher {
  const ordered = inOrderOfPrecedence(rules);
  return (pathAndQuery) => {
    const path = canonicalText(pathAndQuery, SPECIAL_IN_PATH);
    const candidates = couldMatch(ordered, path);
    let work = 0;
    for (let at = 0; at < candidates.length; at += RULES_AT_ONCE) {
      const hand = candidates.slice(at, at + RULES_AT_ONCE);
      for (const rule of hand) work += rule.pattern.length * path.length;
      if (work > MAX_WORK) return { kind: 'too-costly', allow: candidates.slice(at).every(({ allow }) => allow) };
      const rule = decide(hand, path);
      if (rule) return { kind: 'rule', allow: rule.allow, rule };
    }
    return { kind: 'no-rule', allow: true };
  };
}

/** A pattern from robots.txt (one character a byte) in canonical form: `*` and a final `$` keep their meaning. */
export function canonicalPattern(bytes: string): string {
  return bytes.endsWith('$')
    ? `${canonicalText(bytes.slice(0, -1), SPECIAL_IN_PATTERN)}$`
    : canonicalText(bytes, SPECIAL_IN_PATTERN);
}

/**
 * One way of writing for what RFC 9309 2.2.2 calls equal: unreserved characters plain, escapes of reserved ones left
 * apart from the characters themselves (`%2F` is no `/`), everything else escaped, hex digits in upper case.
 */
function canonicalText(text: string, special: RegExp): string {
  return text.replace(special, (found) => {
    if (found.length === 1) return escapeByte(found.charCodeAt(0));
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}

function escapeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Longest first, `allow` first among equals, each rule once: the first that matches is the one that decides. */
function inOrderOfPrecedence(rules: readonly RobotsRule[]): RobotsRule[] {
  const unique = new Map(rules.toReversed().map((rule) => [`${rule.allow} ${rule.pattern}`, rule]));
  return [...unique.values()].toSorted(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow),
  );
}

/** The rules that might match, in order. Never leaves out one that does. */
function couldMatch(rules: readonly RobotsRule[], path: string): RobotsRule[] {
  let pairs: ReadonlySet<number> | null = null;
  return rules.filter(({ pattern }) => {
    const star = pattern.indexOf('*');
    if (star === -1) return startsWithPattern(path, pattern);
    if (!path.startsWith(pattern.slice(0, star))) return false;
    pairs ??= pairsOf(path);
    return hasPairs(pattern, star, pairs);
  });
}

/** Every two neighbouring characters of the path. */
function pairsOf(path: string): ReadonlySet<number> {
  const pairs = new Set<number>();
  for (let at = 1; at < path.length; at++) pairs.add(pairAt(path, at));
  return pairs;
}

function startsWithPattern(path: string, pattern: string): boolean {
  return pattern.endsWith('$') ? path === pattern.slice(0, -1) : path.startsWith(pattern);
}

/** Whether every two neighbouring characters of the pattern, from a place on, are neighbours somewhere in the path. */
function hasPairs(pattern: string, from: number, pairs: ReadonlySet<number>): boolean {
  const end = pattern.endsWith('$') ? pattern.length - 1 : pattern.length;
  for (let at = from + 1; at < end; at++) {
    if (pattern[at] !== '*' && pattern[at - 1] !== '*' && !pairs.has(pairAt(pattern, at))) return false;
  }
  return true;
}

/** The character at `at` and the one before it as one number; canonical text is ASCII. */
function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 128 + text.charCodeAt(at);
}

/** The rule that decides, by robots-parser, or null where none matches. */
function decide(rules: readonly RobotsRule[], path: string): RobotsRule | null {
  const emptyQuery = path.endsWith('?');
  const asked = emptyQuery ? `${path}&` : path;
  const lines = rules.map(({ allow, pattern }) => {
    return `${allow ? 'Allow' : 'Disallow'}:${emptyQuery ? forEmptyQuery(pattern) : pattern}`;
  });
  const file = [`User-agent:${TOKEN}`, ...lines].join('\n');
  const line = robotsParser(`${ORIGIN}/robots.txt`, file).getMatchingLineNumber(ORIGIN + asked, TOKEN);
  return rules[line - 2] ?? null;
}

/**
 * robots-parser drops a `?` with nothing behind it, so such a path is asked for with one character more. Every
 * pattern grows by one character too: it matches what it matched, and the longest stays the longest.
 */
function forEmptyQuery(pattern: string): string {
  return pattern.endsWith('$') ? `${pattern.slice(0, -1)}&$` : `${pattern}*`;
}
