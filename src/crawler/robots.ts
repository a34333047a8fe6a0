import { MAX_CRAWL_DELAY_SECONDS } from '../promises.ts';
import { readAiInput, stricterAiInput } from './content-signal.ts';
import { readRobotsLines, type RobotsLine } from './robots-lines.ts';
import { canonicalPattern, createRobotsMatcher, type RobotsDecision, type RobotsRule } from './robots-match.ts';
import { normaliseUrl } from './url.ts';

/** The name that robots.txt calls us by (rules 1.1, 3.2). Never the whole user agent: that one begins with `Mozilla`. */
const PRODUCT_TOKEN = 'HeimdallBot';

/** What one host's robots.txt asks of us. */
export interface RobotsPolicy {
  /** Whether a URL of this origin may be fetched. A URL of another origin never is: its own file decides. */
  allows(url: URL): boolean;
  /** The same with its reason, for whoever wants to know why. */
  decide(url: URL): RobotsVerdict;
  /** Seconds between two requests, at most 10 (rule 3.4); null where the file asks for nothing. */
  readonly crawlDelaySeconds: number | null;
  /** Absolute http(s) URLs in order, whatever group they stand in (rule 3.5). */
  readonly sitemaps: readonly string[];
  /** The group that applies: our token, `*`, or null where the file names neither. */
  readonly group: string | null;
  /** The content signal `ai-input` of that group (rule 3.7); null where it is not given. */
  readonly aiInput: boolean | null;
}

/** What robots.txt says of one URL, and why. */
export type RobotsVerdict =
  | RobotsDecision
  /** Another origin's file decides; or it is robots.txt itself, which may always be read (RFC 9309 2.2.2). */
  | { readonly kind: 'other-origin' | 'robots-txt'; readonly allow: boolean };

/** What an answer to a request for robots.txt means. `try-again` is worth one more try, then it means nothing. */
export type RobotsJudgement =
  | { readonly kind: 'policy'; readonly policy: RobotsPolicy }
  | { readonly kind: 'fetch-nothing' }
  | { readonly kind: 'try-again' };

/** Where the rules for a URL stand (RFC 9309 2.3): the same scheme, host and port. */
export function robotsUrlFor(url: URL): URL {
  return new URL('/robots.txt', url.origin);
}

/**
 * Judges the last answer to a request for robots.txt (RFC 9309 2.3.1, rule 3.3). Knows of no earlier tries.
 *
 * @param url any URL of the host first asked, wherever redirects led
 */
export function judgeRobotsAnswer(
  answer: { readonly status: number; readonly body: Uint8Array } | { readonly unreachable: true },
  url: URL,
): RobotsJudgement {
  if ('unreachable' in answer) return { kind: 'try-again' };
  const { status, body } = answer;
  if (status === 429) return { kind: 'fetch-nothing' };
  if (status >= 200 && status < 300) return { kind: 'policy', policy: readRobots(body, url) };
  // A redirect that is left over after five hops counts as unavailable, which is to say as 404.
  if (status >= 300 && status < 500) return { kind: 'policy', policy: readRobots(new Uint8Array(), url) };
  return { kind: 'try-again' };
}

/**
 * Reads a robots.txt (RFC 9309). Never throws: what cannot be read is passed over.
 *
 * @param body bytes as they came, decompressed; those past 500 KiB are not read
 * @param url any URL of the origin that the file speaks for
 */
export function readRobots(body: Uint8Array, url: URL, productToken: string = PRODUCT_TOKEN): RobotsPolicy {
  const lines = readRobotsLines(body);
  const groups = readGroups(lines, productToken.toLowerCase());
  const group = groups.own ?? groups.everyone;
  const match = createRobotsMatcher(group?.rules ?? []);
  const { origin } = url;
  const decide = (asked: URL): RobotsVerdict => {
    if (asked.origin !== origin) return { kind: 'other-origin', allow: false };
    if (asked.pathname === '/robots.txt') return { kind: 'robots-txt', allow: true };
    return match(pathAndQueryOf(asked));
  };
  return {
    allows: (asked) => decide(asked).allow,
    decide,
    crawlDelaySeconds: group?.crawlDelaySeconds ?? null,
    sitemaps: readSitemaps(lines, robotsUrlFor(url)),
    group: groups.own ? productToken : groups.everyone ? '*' : null,
    aiInput: group?.aiInput ?? null,
  };
}

/** What all groups for one agent say together. */
interface Group {
  readonly rules: RobotsRule[];
  crawlDelaySeconds: number | null;
  aiInput: boolean | null;
}

/**
 * Gathers the groups that name us and those that name everyone. Only rules end a run of user-agent lines (RFC 9309
 * 2.2.1): other records between two of them do not part them, and belong to the agents named so far.
 */
function readGroups(lines: readonly RobotsLine[], token: string): { own?: Group; everyone?: Group } {
  const groups: { own?: Group; everyone?: Group } = {};
  let current = new Set<Group>();
  let inRules = false;
  for (const line of lines) {
    const { field, value } = line;
    if (field === 'user-agent') {
      if (inRules) current = new Set();
      inRules = false;
      const who = agentOf(value, token);
      if (who) current.add((groups[who] ??= { rules: [], crawlDelaySeconds: null, aiInput: null }));
    } else if (field !== 'sitemap') {
      if (field === 'allow' || field === 'disallow') inRules = true;
      for (const group of current) addToGroup(group, field, line);
    }
  }
  return groups;
}

/** Whom a user-agent line names, as far as it concerns us. A token ends at its first other character (`HeimdallBot/2.0`). */
function agentOf(value: string, token: string): 'own' | 'everyone' | null {
  if (/^\*(?:\s|$)/.test(value)) return 'everyone';
  const named = /^[A-Za-z_-]+/.exec(value)?.[0];
  return named?.toLowerCase() === token ? 'own' : null;
}

function addToGroup(
  group: Group,
  field: Exclude<RobotsLine['field'], 'user-agent' | 'sitemap'>,
  { value, number }: RobotsLine,
): void {
  switch (field) {
    case 'allow':
    case 'disallow':
      // An empty rule says nothing: `Disallow:` allows everything by forbidding nothing.
      if (value) {
        const pattern = canonicalPattern(value);
        group.rules.push({ allow: field === 'allow', pattern, line: number, written: value });
      }
      break;
    case 'crawl-delay': {
      const seconds = readCrawlDelay(value);
      if (seconds !== null) group.crawlDelaySeconds = Math.max(group.crawlDelaySeconds ?? 0, seconds);
      break;
    }
    case 'content-signal':
      group.aiInput = stricterAiInput(group.aiInput, readAiInput(value));
      break;
  }
}

/** Plain decimal seconds, capped (rule 3.4); null for everything else, such as a sign, an exponent or a unit. */
function readCrawlDelay(value: string): number | null {
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(Number(value), MAX_CRAWL_DELAY_SECONDS) : null;
}

/** The sitemaps named, resolved, each once. A value with a blank inside is no URL. */
function readSitemaps(lines: readonly RobotsLine[], robotsUrl: URL): string[] {
  const found = new Set<string>();
  for (const { field, value } of lines) {
    if (field !== 'sitemap' || value === '') continue;
    const text = Buffer.from(value, 'latin1').toString('utf8');
    const url = /\s/.test(text) ? null : normaliseUrl(text, robotsUrl.href);
    if (url !== null) found.add(url.href);
  }
  return [...found];
}

/** Path and query as they stand in the URL: a `?` with nothing behind it counts, and only `href` has it. */
function pathAndQueryOf(url: URL): string {
  const hash = url.href.indexOf('#');
  const end = hash === -1 ? url.href.length : hash;
  return url.href.slice(url.href.indexOf('/', url.protocol.length + 2), end);
}
