import { walk, type ElementNode } from './tree.ts';

/** What the steps after the parse look for, gathered in one walk over the whole page, in page order. */
export interface Survey {
  readonly document: ElementNode;
  /** Elements of a tag that is listed below; none for other tags. An `area` counts as `a`. */
  tagged(tag: string): readonly ElementNode[];
  /** Elements the page calls its main part, by tag, role or microdata. */
  readonly mains: readonly ElementNode[];
  readonly articles: readonly ElementNode[];
  /** Boxes called a title. */
  readonly titles: readonly ElementNode[];
  /** Elements that show when the page was last changed in its repository. */
  readonly revisions: readonly ElementNode[];
  /** Elements that may be the labels of a tab set. */
  readonly tabRows: readonly ElementNode[];
  /** Elements that fold and unfold another. */
  readonly switches: readonly ElementNode[];
  /** Elements whose `title` speaks of a version. */
  readonly versionMarks: readonly ElementNode[];
}

const TAGS = 'a base meta link title html body frameset time script h1 ul ol dl'.split(' ');

const VERSION_TITLE = /\p{L} v?\d+\.\d/u;
/** MkDocs' plugins for dates. */
const REVISION_CLASS = 'git-revision-date';
const SWITCH_CLASS = /accordion|collapsible/i;
const TITLE_CLASS = /^(?:(?:page|doc|document|article|fancy|header|topic)[-_]?)?title$|^caption$/i;

/** Surveys a page, and fills `textLength` and `linkLength` of its elements. */
export function surveyPage(document: ElementNode): Survey {
  const byTag = new Map<string, ElementNode[]>(TAGS.map((tag) => [tag, []]));
  const mains: ElementNode[] = [];
  const articles: ElementNode[] = [];
  const titles: ElementNode[] = [];
  const revisions: ElementNode[] = [];
  const tabRows = new Set<ElementNode>();
  const switches = new Set<ElementNode>();
  const versionMarks: ElementNode[] = [];
  let links = 0;
  let silent = 0;
  walk(document, {
    enter(node) {
      byTag.get(node.tag === 'area' ? 'a' : node.tag)?.push(node);
      if (node.tag === 'a') links++;
      else if (isSilent(node)) silent++;
      else if (node.tag === 'main') mains.push(node);
      else if (node.tag === 'article') articles.push(node);
      for (const { name, value } of node.attrs) {
        if (name === 'class') {
          if (value.includes('tab')) tabRows.add(node);
          else if (TITLE_CLASS.test(value)) titles.push(node);
          else if (value.startsWith(REVISION_CLASS)) revisions.push(node);
          if (node.tag === 'button' && SWITCH_CLASS.test(value)) switches.add(node);
        } else if (name === 'role') {
          if (value === 'main' && node.tag !== 'main') mains.push(node);
          else if (value === 'article' && node.tag !== 'article') articles.push(node);
          else if (value === 'tablist') tabRows.add(node);
        } else if (name === 'aria-expanded') {
          switches.add(node);
        } else if (name === 'title') {
          if (node.tag !== 'a' && VERSION_TITLE.test(value)) versionMarks.push(node);
        } else if (name === 'itemprop' && value === 'articleBody') articles.push(node);
      }
      return true;
    },
    text({ text, parent }) {
      if (silent > 0 || !parent) return;
      const length = text.trim().length;
      parent.textLength += length;
      if (links > 0) parent.linkLength += length;
    },
    leave(node) {
      if (node.tag === 'a') links--;
      else if (isSilent(node)) silent--;
      if (!node.parent) return;
      node.parent.textLength += node.textLength;
      node.parent.linkLength += node.linkLength;
    },
  });
  return {
    document,
    mains,
    articles,
    titles,
    revisions,
    tabRows: [...tabRows],
    switches: [...switches],
    versionMarks,
    tagged: (tag) => byTag.get(tag) ?? [],
  };
}

/** Elements whose text is not the page's. */
function isSilent({ tag }: ElementNode): boolean {
  return tag === 'script' || tag === 'style' || tag === 'noscript' || tag === 'head';
}
