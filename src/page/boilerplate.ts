import { wholeHeading } from './accordion.ts';
import { isNote } from './admonition.ts';
import { isAuthoredSection } from './authored.ts';
import { isCodeArea, isCodeBox } from './code.ts';
import { dropContentsLabel } from './contents-list.ts';
import { isDataCell } from './data-cell.ts';
import { isPictureOfFormula } from './formula-picture.ts';
import { isHidden } from './hidden.ts';
import { isLinkTool } from './permalink.ts';
import { holdsProse, prose, PROSE } from './prose.ts';
import type { Survey } from './survey.ts';
import { attr, classes, drop, find, has, isInside, ownCopy, walk, words, type ElementNode } from './tree.ts';

/**
 * What surrounds the content of a page and is no part of it (rule 7.2). Judged by what elements are (tags, roles),
 * what their authors call them (class and id words), and how much of their text is links; never by the site.
 */

/** Elements that hold no content wherever they stand. */
const CHROME_TAGS: ReadonlySet<string> = new Set('nav dialog noscript style select textarea datalist'.split(' '));
/** Elements that are content whatever they are called. */
const NEVER_CHROME: ReadonlySet<string> = new Set(
  'h1 h2 h3 h4 h5 h6 body main pre code dt tr th thead tbody tfoot caption'.split(' '),
);
const CHROME_ROLES: ReadonlySet<string> = new Set(
  (
    'navigation banner contentinfo search dialog alertdialog menu menubar toolbar tooltip directory doc-toc ' +
    'doc-pagelist doc-backlink'
  ).split(' '),
);

/** Names that mean chrome whatever is inside: patterns for whole class and id words, in lower case. */
const CHROME_NAMES = [
  // ways through the site
  '(?:.*-)?bread-?crumbs?(?:-.*)?|crumbs?|nav|navigation|nav-?(?:bar|box|links?|header|footer|menu)(?:-.*)?',
  '(?:site|main|top|side|sub|page|post|doc|local|primary|secondary)-?nav(?:igation)?|menu-?bar|(?!(?:with|has|no)-).*-nav-?bar(?:-.*)?',
  'content-?sub\\d?|subpages|(?:.*-)?search-results(?:-.*)?|dont-index',
  'prev-?next|next-?prev|previous-next|pagination(?:-.*)?|pager|paginator|page-?turner',
  'table-?of-?contents|toc-?(?:container|wrapper|list|menu|sidebar|content|tree|box|nav)|dw__toc',
  'on-?this-?page|(?:.*-)?toc|contents-?list|jump-?links?',
  'skip(?:-?.*-?link)?|skip-?(?:links?|nav|to-?content|to-?main)|skip-to-.*',
  // the frame of the site
  'footer|(?:site|page|global)-?(?:header|footer)|page-header-(?:nav|bar)|footer-?(?:bar|links|nav|wrapper|container)',
  'colophon|masthead|top-?bar|app-?bar|announcement(?:-?bar)?|announce|promo(?:tion)?|(?:site|version)-?banner',
  'copyright|powered-?by|built-with|generated-?by|sphinxsidebar|sidebar-?(?:nav|menu|toc)',
  'related-?(?:posts|articles|pages|content|links|topics)|sponsors?(?:hip)?|advert(?:s|isement)?|ads?',
  'ad-?(?:slot|unit|banner|container)|carbonads?|newsletter.*|subscribe.*|donate.*',
  // questions to the reader
  'cookies?(?:-?(?:banner|bar|notice|consent|popup|law|message))?|consent(?:-.*)?|gdpr(?:-.*)?|onetrust.*',
  '(?:.*-)?feedback(?:-.*)?|helpful(?:-.*)?|was-?this-?helpful|ratings?|votes?|vote-?(?:count|cell)|(?:article|post|page)-votes?(?:-.*)?|(?:.*-)?vote-count|post-?taglist|user-info|reputation-score|(?:.*-)?share(?:-.*)?|sharing',
  '(?:.*-)?social(?:-.*)?|(?:(?:article|post|page|user|topic|wp)-)?comments(?:-(?:area|list|form|section))?|comment-(?:list|form|respond)|(?:.*-)?likes|disqus.*|giscus|utterances|respond',
  '(?:help|keyboard|shortcuts?)-(?:popup|container|dialog|panel)|search(?:-?(?:box|bar|form|input|field|container|wrapper|button|results|modal|overlay))?|login-?(?:form|box|modal)',
  '(?:language|lang|version|theme)-?(?:switch(?:er)?|select(?:or)?|picker|menu|toggle)|(?:.*-)?(?:modal|popup|popover|overlay|tooltip)',
  // about the page rather than in it
  '(?:.*-)?edit-?(?:this-?page|link|page|on-?github|section|button)|mw-editsection(?:-.*)?|section-?edit|secedit',
  'editbutton.*|view-?source|page-?source|(?:.*-)?last-?(?:updated?|modified|edited|changed|mod)',
  'page-?(?:tools?|actions?|meta|metadata)|(?:.*-)?(?:article|post|entry|topic|header|doc|page)[-_]*(?:meta(?:data)?|tags|categor.*|share|footer|utility|author|byline|dates?)',
  'meta(?:-(?:group|data|info))?|byline|avatar|post-infos|(?:tags|cat)-?links|read(?:ing)?-?time|printfooter|md-source-file|mw-jump(?:-link)?|catlinks|sitesub|no-?print',
  'anchorjs-link|copy-?(?:btn|button|code|to-?clipboard|link)?|clipboard.*|code-?(?:copy|toolbar)|toolbar|fineprint',
  // words for screen readers
  'sr-only|screen-?reader(?:s|-only|-text)?|(?:.*-)?visually-?hidden(?:-focusable)?|hidden-visually|assistive-text|reader-only',
];
const CHROME_NAME = new RegExp(`^(?:${CHROME_NAMES.join('|')})$`);
/** Names that mean chrome when most of what is inside is links, and others when no sentence is. */
const LINKS_NAME = /(?:^|[-_])(?:side|aside|header|foot|links|index|versions?|tags|categories|banner)$/;
const SIDE_NAME =
  /(?:^|[-_])(?:side-?bar|\w*menu|drawer|languages?|\w*lang|widget|quickview|settings)$|^(?:.*-)?(?:article|post|entry|topic|header|doc|page)[-_]*info$/;

/** Share of links from which a named box counts as a menu. */
const MENU_DENSITY = 0.5;
/** A box that holds so much of the page's text is its content, whatever it is called. */
const CONTENT_SHARE = 0.5;
/** A box of so few characters is no content that its name could hide. */
const SMALL = 60;

const LIST = /^[uod]l$/;

/** Drops what is hidden and what is chrome by its kind or name, all over the page. */
export function dropChrome(survey: Survey, body: ElementNode): void {
  const limit = CONTENT_SHARE * body.textLength;
  const main = survey.mains.find(({ textLength }) => textLength > 0);
  const mayGo = (node: ElementNode): boolean => {
    if (!main || isInside(main, node)) return node.textLength <= limit;
    // Beside a main part that has words, chrome may hold as much of the page's text as it likes.
    if (node.textLength <= SMALL || !isInside(node, main)) return true;
    if (node.tag === 'aside' || isChromeByKind(node)) return true;
    return prose(node) <= CONTENT_SHARE * prose(main) || !holdsProse(node);
  };
  walk(body, {
    enter(node) {
      if (node === body) return true;
      if (isHidden(node) || (isChrome(node) && mayGo(node))) {
        drop(node);
        if (LIST.test(node.tag)) dropContentsLabel(node);
        return false;
      }
      // Code is never searched for chrome: highlighters use any word for a class.
      return node.tag !== 'pre' && node.tag !== 'svg' && node.tag !== 'math' && !isCodeBox(node);
    },
  });
}

function isChrome(node: ElementNode): boolean {
  const { tag } = node;
  if (tag === 'a') return isLinkTool(node) || classes(node).some((name) => name.startsWith('skip'));
  if (tag === 'button') return attr(node, 'role') !== 'tab' && wholeHeading(node) === null;
  if (tag === 'img' && isPictureOfFormula(node)) return true;
  if (isChromeByKind(node)) return true;
  if (NEVER_CHROME.has(tag)) return false;
  if (classes(node).some((name) => name.includes('infobox'))) return false;
  const verdict = verdictOf(node);
  if (tag === 'td' && verdict !== 'content' && isDataCell(node)) return false;
  if (verdict === 'chrome' && !holds(node, /^(?:h1|pre)$/)) return true;
  if (isLanguageRow(node)) return true;
  const dense = node.textLength === 0 || node.linkLength / node.textLength > MENU_DENSITY;
  if (verdict === 'side' || verdict === 'links') {
    if (isBox(tag) && node.textLength > 0 && (dense || (verdict === 'side' && !holdsProse(node)))) {
      return !holds(node, /^(?:h1|pre)$/) && !(verdict === 'side' && holdsBody(node));
    }
  }
  if (tag === 'footer') return isPageFooter(node);
  if (tag === 'aside') return dense || isSideColumn(node);
  return dense && tag === 'header' && !holds(node, /^h[12]$/);
}

/** Chrome by its tag or role, whatever it is called. */
function isChromeByKind(node: ElementNode): boolean {
  if (CHROME_TAGS.has(node.tag)) return node.tag !== 'textarea' || !isCodeArea(node);
  const role = attr(node, 'role')?.toLowerCase();
  return role !== undefined && CHROME_ROLES.has(role);
}

/** What a box of facts about an article may hold after all. */
const BODY_CLASS = /^(?:article|post|entry|topic|doc|page)-(?:body|content)$/;

function holdsBody(node: ElementNode): boolean {
  return has(node, (inner) => classes(inner).some((name) => BODY_CLASS.test(name)));
}

const MAX_NEAR = 6;

/** Tags of the elements beside one, the nearest first. */
function near(node: ElementNode, side: 'previous' | 'next'): string[] {
  const tags: string[] = [];
  for (let at = node[side]; at && tags.length < MAX_NEAR; at = at[side]) if (at.kind === 'element') tags.push(at.tag);
  return tags;
}

/**
 * A column beside the page's text and its outline: facts about the page in lists and under headings, without a
 * sentence but those of tooltips. A note may stand near an outline or the way to the next page, too.
 */
function isSideColumn(aside: ElementNode): boolean {
  if (isNote(aside) || !holds(aside, /^(?:h[1-6]|[uod]l)$/)) return false;
  const beside = [...near(aside, 'previous'), ...near(aside, 'next')];
  if (!beside.includes('nav') || !beside.some((tag) => /^(?:article|main|div|section)$/.test(tag))) return false;
  return !has(
    aside,
    (inner) =>
      /^(?:pre|table|blockquote)$/.test(inner.tag) ||
      (inner.tag === 'p' && attr(inner, 'role') !== 'tooltip' && inner.textLength - inner.linkLength >= PROSE),
  );
}

function isBox(tag: string): boolean {
  return /^(?:div|aside|section|header|ul|ol|form|table|td|p|center|details)$/.test(tag);
}

/** What a class or id word says of an element. */
type Verdict = 'chrome' | 'side' | 'links' | 'content';
/** Verdicts on words met before: pages use the same few hundred again and again. */
const judged = new Map<string, Verdict>();
const MAX_JUDGED = 5000;

/** The gravest verdict on the names of an element; what an author's own section is called counts not. */
function verdictOf(node: ElementNode): Verdict {
  let verdict: Verdict = 'content';
  for (const name of classes(node)) verdict = graver(verdict, judgeName(name));
  const id = attr(node, 'id');
  if (id === undefined || verdict === 'chrome') return verdict;
  const byId = judgeName(id.toLowerCase());
  if (byId === 'content' || isAuthoredSection(node, id)) return verdict;
  // The place of a link is no box of the page's frame.
  return graver(verdict, WRITTEN.test(node.tag) ? 'links' : byId);
}

const WRITTEN = /^(?:p|table|dl|blockquote|figure)$/;
const GRAVITY: Readonly<Record<Verdict, number>> = { content: 0, links: 1, side: 2, chrome: 3 };

function graver(one: Verdict, other: Verdict): Verdict {
  return GRAVITY[other] > GRAVITY[one] ? other : one;
}

function judgeName(name: string): Verdict {
  const known = judged.get(name);
  if (known !== undefined) return known;
  let verdict: Verdict = 'content';
  if (CHROME_NAME.test(name)) verdict = 'chrome';
  else if (SIDE_NAME.test(name)) verdict = 'side';
  else if (LINKS_NAME.test(name)) verdict = 'links';
  if (judged.size >= MAX_JUDGED) judged.clear();
  judged.set(ownCopy(name), verdict);
  return verdict;
}

/** The footer of the page, not that of a quote or an article. */
function isPageFooter(node: ElementNode): boolean {
  for (let up = node.parent; up; up = up.parent) {
    if (up.tag === 'blockquote' || up.tag === 'figure') return false;
    if (up.tag === 'article' || up.tag === 'main') return !holdsProse(node);
  }
  return true;
}

/** Links to this page in other languages. */
function isLanguageRow(node: ElementNode): boolean {
  if (node.tag === 'a' || node.linkLength < 0.4 * node.textLength || node.textLength > 400) return false;
  const links = find(node, ({ tag }) => tag === 'a');
  const foreign = links.filter(
    (link) => attr(link, 'hreflang') !== undefined || words(link, 'rel').includes('alternate'),
  );
  return foreign.length >= 2 && foreign.length >= links.length - 1 && !holds(node, /^h[1-6]$/);
}

function holds(node: ElementNode, tag: RegExp): boolean {
  return has(node, (inner) => tag.test(inner.tag));
}
