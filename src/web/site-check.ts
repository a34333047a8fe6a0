import { readRobots, robotsUrlFor, type RobotsPolicy } from '../crawler/robots.ts';
import { normaliseUrl, withoutFragment } from '../crawler/url.ts';
import { PRODUCT_TOKEN } from '../fetch/identity.ts';
import { MAX_CRAWL_DELAY_SECONDS, MIN_GAP_MS, REQUESTS_PER_SECOND } from '../promises.ts';

/** What Heimdall would do with an address under a robots.txt that somebody pasted. Nothing is fetched for it. */
export interface SiteCheck {
  /** The address in the form in which it would be asked for. */
  readonly url: string;
  /** Where the robots.txt would have to stand. */
  readonly robotsUrl: string;
  readonly allowed: boolean;
  /** Which group applies and which rule decided, as whole sentences. */
  readonly why: readonly string[];
  readonly pace: string;
  /** The first of them, and how many more there are. */
  readonly sitemaps: readonly string[];
  readonly moreSitemaps: number;
  readonly contentSignal: string | null;
  /** Lines that turn the decision around when they are added at the end of the file; null where no added line can. */
  readonly toChange: readonly string[] | null;
  /** What would change the decision. */
  readonly advice: string;
}

export type SiteCheckAnswer =
  | { readonly ok: true; readonly check: SiteCheck }
  /** One sentence that says what to write instead. */
  | { readonly ok: false; readonly sentence: string };

/** Longer addresses are refused by most servers. */
const MAX_URL_LENGTH = 2000;
/** Characters of a rule that are shown, and sitemaps. */
const SHOWN_OF_A_RULE = 200;
const SHOWN_SITEMAPS = 20;

/** @param robots what stands in the robots.txt; may be empty */
export function checkSite(robots: string, address: string): SiteCheckAnswer {
  const written = address.trim();
  if (written === '') return wrong('Write the address of a page of yours, such as https://www.example.org/docs/.');
  if (written.length > MAX_URL_LENGTH) {
    return wrong(`The address is longer than ${MAX_URL_LENGTH} characters; write a shorter one.`);
  }
  const parsed = normaliseUrl(written);
  if (parsed === null) {
    return wrong('The address cannot be read: it starts with https:// or http:// and holds no user name or password.');
  }
  const url = withoutFragment(parsed);
  const policy = readRobots(Buffer.from(robots), url);
  const toChange = linesToChange(robots, url, policy);
  return {
    ok: true,
    check: {
      url: url.href,
      robotsUrl: robotsUrlFor(url).href,
      allowed: policy.allows(url),
      why: [groupSentence(policy), ruleSentence(policy, url)],
      pace: paceSentence(policy),
      sitemaps: policy.sitemaps.slice(0, SHOWN_SITEMAPS),
      moreSitemaps: Math.max(0, policy.sitemaps.length - SHOWN_SITEMAPS),
      contentSignal: signalSentence(policy),
      toChange,
      advice: adviceSentence(policy, url, toChange !== null),
    },
  };
}

function wrong(sentence: string): SiteCheckAnswer {
  return { ok: false, sentence };
}

function groupSentence({ group }: RobotsPolicy): string {
  if (group === null) return `The file has no group for ${PRODUCT_TOKEN} and none for *.`;
  if (group === '*') return `The group for * applies, because there is none for ${PRODUCT_TOKEN}.`;
  return `The group for ${PRODUCT_TOKEN} applies; the one for * does not.`;
}

function ruleSentence(policy: RobotsPolicy, url: URL): string {
  const verdict = policy.decide(url);
  switch (verdict.kind) {
    case 'rule': {
      const { allow, rule } = verdict;
      const written = `${allow ? 'Allow' : 'Disallow'}: ${shortened(Buffer.from(rule.written, 'latin1').toString())}`;
      return `Line ${rule.line} decides: "${written}". It is the longest rule that matches.`;
    }
    case 'no-rule':
      return 'No rule matches, and what no rule forbids may be fetched.';
    case 'robots-txt':
      return 'robots.txt itself may always be read.';
    case 'too-costly':
      return 'The rules are so many and so full of stars that we do not work them out; where one of them forbids, we take it for all.';
    case 'other-origin':
      throw new Error('an address is of its own origin');
    default:
      return verdict satisfies never;
  }
}

function shortened(text: string): string {
  return text.length > SHOWN_OF_A_RULE ? `${text.slice(0, SHOWN_OF_A_RULE)}…` : text;
}

function paceSentence({ crawlDelaySeconds }: RobotsPolicy): string {
  const ownGap = MIN_GAP_MS / 1000;
  if (crawlDelaySeconds === null || crawlDelaySeconds <= ownGap) {
    const why = crawlDelaySeconds === null ? 'the file asks for no Crawl-delay' : 'the Crawl-delay asks for no less';
    return `At most ${REQUESTS_PER_SECOND} requests a second: ${why}.`;
  }
  const why = crawlDelaySeconds >= MAX_CRAWL_DELAY_SECONDS ? 'the longest Crawl-delay that we keep' : 'the Crawl-delay';
  return `At most one request every ${crawlDelaySeconds} s: ${why}.`;
}

function signalSentence({ aiInput }: RobotsPolicy): string | null {
  if (aiInput === null) return null;
  return aiInput
    ? 'ai-input=yes: the text may be given to a language model.'
    : 'ai-input=no: the page may be found and quoted, its text is withheld from language models.';
}

/** Lines that, added at the end, turn the decision around; tried out on the reader itself. */
function linesToChange(robots: string, url: URL, policy: RobotsPolicy): readonly string[] | null {
  const allowed = policy.allows(url);
  const path = url.href.slice(url.origin.length);
  const field = allowed ? 'Disallow' : 'Allow';
  for (const pattern of new Set([path, `${path}$`])) {
    const lines = [`User-agent: ${PRODUCT_TOKEN}`, `${field}: ${pattern}`];
    const changed = readRobots(Buffer.from(`${robots}\n\n${lines.join('\n')}\n`), url);
    if (changed.allows(url) !== allowed) return lines;
  }
  return null;
}

function adviceSentence({ group, decide }: RobotsPolicy, url: URL, changeable: boolean): string {
  const { kind, allow: allowed } = decide(url);
  if (kind === 'robots-txt') return 'Nothing changes that, and nothing has to: it is how we learn what you want.';
  if (!changeable) return 'No line added at the end changes that: change or remove the rule that decides.';
  const aim = allowed ? 'To keep us away from this address' : 'To let us read this address';
  if (group === PRODUCT_TOKEN) return `${aim}, add these lines at the end; groups for one name count as one.`;
  if (group === null) return `${aim}, add these lines at the end.`;
  return `${aim}, add these lines at the end. They make a group of our own, which takes the place of the one for *: repeat its rules that are to hold for us too.`;
}
