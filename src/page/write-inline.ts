import { linkCard } from './card.ts';
import { codeText } from './code.ts';
import { captionsOf, filmFile, filmOf, titleOfFilm } from './film.ts';
import type { Inline } from './inline.ts';
import { linkTarget } from './inline.ts';
import { resolveHttp } from './marks.ts';
import { imageUrl, isCounter, isIcon, videoAt } from './media.ts';
import { countLetters } from './self-check.ts';
import { attr, classes, find, has, plainText, type ElementNode } from './tree.ts';
import { endParagraph, isHeading, type Line, type Rule, type Writer } from './writer.ts';

/** Rules for what stands in running text. */

function markRule(sign: '**' | '*' | '~~'): Rule {
  return {
    enter(writer) {
      writer.inline.open(writer.line?.kind === 'term' ? '' : sign);
      return true;
    },
    leave: ({ inline }) => inline.close(),
  };
}

const linkRule: Rule = {
  enter(writer, node) {
    const isCard = has(node, isHeading);
    if (isCard) linkCard(node);
    writer.inline.open('', isCard ? null : linkOf(writer, node));
    return true;
  },
  leave: ({ inline }) => inline.close(),
};

/** The absolute address of a link worth writing: none inside headings, none among a term's words, none of scripts. */
function linkOf(writer: Writer, node: ElementNode): string | null {
  const href = attr(node, 'href');
  if (href === undefined) return null;
  const url = resolveHttp(href, writer.base);
  const video = url && /youtu|vimeo/.test(url) ? videoAt(url, plainText(node) || altOf(node)) : null;
  if (video) writer.media.addVideo(video);
  if (writer.line && writer.line.kind !== 'cell' && !isWholeTerm(writer.line, node)) return null;
  return url ?? (/^(?:mailto|tel):/i.test(href.trim()) ? href.trim() : null);
}

/** A film's still that leads to it. */
function altOf(link: ElementNode): string {
  return (
    find(link, ({ tag }) => tag === 'img')
      .map((image) => attr(image, 'alt') ?? '')
      .find(Boolean) ?? ''
  );
}

/** Lists of what there is: each term is a link to its page. */
function isWholeTerm({ kind, node: term }: Line, node: ElementNode): boolean {
  return kind === 'term' && node.textLength > 0 && node.textLength === term.textLength;
}

/** Code in a line: as it is, and a link around or right inside it stays one. */
const codeRule: Rule = {
  enter(writer, node) {
    const { first, last } = node;
    const isLink = first?.kind === 'element' && first === last && first.tag === 'a' && !first.dropped;
    const link = isLink ? linkOf(writer, first) : null;
    const text = first?.kind === 'text' && first === last ? first.text : codeText(node);
    writer.letters += countLetters(text);
    if (link !== null) writer.inline.open('', link);
    writer.inline.code(text);
    if (link !== null) writer.inline.close();
    return false;
  },
};

const breakRule: Rule = {
  enter(writer) {
    if (writer.line) writer.inline.space();
    else writer.inline.lineBreak();
    return false;
  },
};

const quoteRule: Rule = {
  enter({ inline }, node) {
    if (node.textLength === 0) return false;
    inline.raw('“');
    return true;
  },
  leave: ({ inline }) => inline.raw('”'),
};

/** `2` to the power of 64 is not 264. */
const powerRule: Rule = {
  enter(writer, node) {
    if (node.linkLength === 0 && /^-?(?:\d+|[a-z])$/i.test(plainText(node))) writer.inline.power();
    return true;
  },
};

const imageRule: Rule = {
  enter(writer, node) {
    const alt = (attr(node, 'alt') ?? '').replace(/\s+/g, ' ').trim();
    const url = imageUrl(node, writer.base);
    const isSign = isIcon(node) || classes(node).some((word) => /^(?:emoji|smiley|icon)$/.test(word));
    // The sign of a program beside its name says nothing that the name does not.
    if (writer.line?.kind === 'heading' && /^\W*(?:\w+ )?logo\W*$/i.test(alt)) return false;
    if (!url || isSign) {
      if (!isCounter(node)) writer.inline.text(alt);
      return false;
    }
    writer.media.addImage(url, alt, node);
    if (alt) writeImage(writer.inline, alt, url);
    return false;
  },
};

function writeImage(inline: Inline, alt: string, url: string): void {
  inline.raw(`![${alt.replace(/[[\]\\`*_<]/g, '\\$&')}](${linkTarget(url)})`);
}

/** A film in a frame or player is written as a link to it; other frames show other pages. */
export const filmRule: Rule = {
  enter(writer, node) {
    const video = filmOf(node, writer.base);
    if (!video) return false;
    writer.media.addVideo(video);
    writeFilmLink(writer, video.url, video.title ?? '');
    return false;
  },
};

function writeFilmLink(writer: Writer, url: string, title: string): void {
  endParagraph(writer);
  writer.inline.open('', url);
  writer.inline.text(title || 'Video');
  writer.inline.close();
  endParagraph(writer);
}

/** A film that the site has as a file, and the files with what is said in it. */
const videoRule: Rule = {
  enter(writer, node) {
    const url = filmFile(node, writer.base);
    if (!url) return false;
    writeFilmLink(writer, url, titleOfFilm(node));
    for (const { url: words, label } of captionsOf(node, writer.base)) writeFilmLink(writer, words, label);
    return false;
  },
};

const checkboxRule: Rule = {
  enter(writer, node) {
    const isTask =
      attr(node, 'type')?.toLowerCase() === 'checkbox' && writer.lists.length > 0 && writer.inline.isEmpty();
    if (isTask) writer.inline.raw(attr(node, 'checked') === undefined ? '[ ] ' : '[x] ');
    return false;
  },
};

export const inlineRules: Readonly<Record<string, Rule>> = {
  strong: markRule('**'),
  b: markRule('**'),
  em: markRule('*'),
  i: markRule('*'),
  cite: markRule('*'),
  var: markRule('*'),
  dfn: markRule('*'),
  del: markRule('~~'),
  s: markRule('~~'),
  strike: markRule('~~'),
  a: linkRule,
  code: codeRule,
  tt: codeRule,
  kbd: codeRule,
  samp: codeRule,
  br: breakRule,
  q: quoteRule,
  sup: powerRule,
  img: imageRule,
  iframe: filmRule,
  embed: filmRule,
  object: filmRule,
  'lite-youtube': filmRule,
  'lite-vimeo': filmRule,
  'youtube-video': filmRule,
  'vimeo-video': filmRule,
  'youtube-embed': filmRule,
  'vimeo-embed': filmRule,
  'amp-youtube': filmRule,
  'amp-vimeo': filmRule,
  video: videoRule,
  input: checkboxRule,
};
