import { isHidden, isHiddenInCode } from './hidden.ts';
import {
  attr,
  classes,
  elementsOf,
  has,
  neighbour,
  ownCopy,
  rawText,
  walk,
  type ElementNode,
  type TextNode,
} from './tree.ts';

/** Code blocks: their lines as a reader sees them, and their language wherever the generator put it. */

/** Elements inside code that are no code; what the block itself and its `code` are called says only how they look. */
const NO_CODE_CLASS =
  /^(?:line-?nos?|line-?numbers?(?:-wrapper|-rows)?|gutter|ln(?:-?num)?|hljs-ln-numbers|code-?line-?number|cop(?:y|ied)|copy[-_]?(?:btn|button|icon|label|link|message|snippet|status|text|tip|toast|tooltip)s?(?:[-_].*)?|copy-(?:code|to-clipboard)-(?:btn|button|icon|label)|(?:btn|button|icon|code|hljs|clipboard|zero-?clipboard)-copy(?:-(?:btn|button|icon))?|(?:zero)?clipboard(?:[-_](?:btn|button|container|copy|icon))?|tooltip|ttc|twoslash-(?:popup|hover)-.*|sr-only|visually-hidden|prompt-hidden)$/;
const NO_CODE_TAGS: ReadonlySet<string> = new Set([
  'button',
  'style',
  'script',
  'svg',
  'textarea',
  'input',
  'noscript',
  'template',
]);
/** Elements that begin and end on lines of their own. */
const LINE_TAGS: ReadonlySet<string> = new Set(['div', 'p', 'li', 'tr']);

/**
 * Text of a code block, its line numbers, buttons and tooltips left out, blank lines at both ends too; '' for one that
 * nobody sees.
 */
export function codeText(pre: ElementNode): string {
  if (isHidden(pre)) return '';
  const isBox = pre.tag === 'div';
  let text = '';
  let last = '\n';
  const add = (piece: string): void => {
    if (!piece) return;
    text += piece;
    last = piece;
  };
  const endLine = (): void => {
    if (!last.endsWith('\n')) add('\n');
  };
  walk(pre, {
    enter(node) {
      if (node !== pre && isNoCode(node)) return false;
      if (node.tag === 'br') add('\n');
      if (LINE_TAGS.has(node.tag)) endLine();
      return true;
    },
    text(node) {
      if (!isBox || !isBetweenLines(node, pre)) add(node.text);
    },
    leave(node) {
      if (LINE_TAGS.has(node.tag)) endLine();
    },
  });
  const lines = text.replace(/\u00a0/g, ' ').split(/\r\n?|\n/);
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex(Boolean);
  return first < 0 ? '' : trimmed.slice(first).join('\n').trimEnd();
}

function isNoCode(node: ElementNode): boolean {
  if (NO_CODE_TAGS.has(node.tag)) return true;
  if (node.attrs.length === 0) return false;
  if (isHiddenInCode(node) || (node.tag !== 'code' && classes(node).some(isNoCodeClass))) return true;
  const style = attr(node, 'style');
  return style !== undefined && /user-select:\s*none/i.test(style) && /^\s*\d*\s*$/.test(firstText(node));
}

/** Verdicts on class words met before: a highlighter uses the same few for each word of a page's code. */
const judgedClasses = new Map<string, boolean>();
const MAX_JUDGED = 1000;

function isNoCodeClass(word: string): boolean {
  const known = judgedClasses.get(word);
  if (known !== undefined) return known;
  const verdict = NO_CODE_CLASS.test(word);
  if (judgedClasses.size >= MAX_JUDGED) judgedClasses.clear();
  judgedClasses.set(ownCopy(word), verdict);
  return verdict;
}

function firstText(node: ElementNode): string {
  return node.first?.kind === 'text' ? node.first.text : '';
}

/** A block of code that is no `pre`: a box of lines, one element each (Doxygen), or code that can be run (pkg.go.dev). */
export function isCodeBox(node: ElementNode): boolean {
  if (node.tag === 'textarea') return isCodeArea(node);
  if (node.tag !== 'div' || !classes(node).includes('fragment')) return false;
  const lines = elementsOf(node);
  return lines.length > 0 && lines.every((line) => line.tag === 'div' && classes(line).some(isLineClass));
}

/** A line, lines that fold, or the tooltip of a word in them. */
function isLineClass(word: string): boolean {
  return word === 'line' || word === FOLD || word === 'ttc';
}

const FOLD = 'foldopen';

/** White space that only parts the elements of a box from each other. */
function isBetweenLines({ text, parent }: TextNode, box: ElementNode): boolean {
  return parent !== null && (parent === box || classes(parent).includes(FOLD)) && text.trim() === '';
}

/** A field with lines that wait for no words of the reader's: it takes none, or checks none for their spelling. */
export function isCodeArea(field: ElementNode): boolean {
  if (attr(field, 'readonly') === undefined && attr(field, 'spellcheck') !== 'false') return false;
  return firstText(field).trim().includes('\n');
}

/** The numbers of a block's lines in a box behind it (VuePress). */
export function numbersBehind(pre: ElementNode): ElementNode | null {
  const next = neighbour(pre, 'next');
  if (!next || !classes(next).some((word) => /^line-numbers(?:-wrapper)?$/.test(word))) return null;
  return /^[\d\s]*$/.test(rawText(next)) ? next : null;
}

/** A `pre` of nothing but line numbers, in a cell beside that of their code. */
export function isGutter(pre: ElementNode, text: string): boolean {
  if (pre.textLength === 0 || !/^[\d\s]*$/.test(text) || !countsUp(text)) return false;
  let cell = pre.parent;
  while (cell && !/^(?:td|th|table)$/.test(cell.tag)) cell = cell.parent;
  const code = cell && cell.tag !== 'table' ? neighbour(cell, 'next') : null;
  return code !== null && has(code, ({ tag }) => tag === 'pre' || tag === 'code');
}

/** Numbers of lines grow; a number by itself is one where it is the first. */
function countsUp(text: string): boolean {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return numbers.every((number, i) => number > (numbers[i - 1] ?? 0)) && (numbers.length > 1 || numbers[0] === 1);
}

/** Length of the longest run of backticks. */
export function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** A fenced block; its fence is longer than any inside. */
export function fencedCode(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(2, longestTicks(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Class words that name a language by a prefix: `language-ts`, `lang-ts`, `highlight-ts`, `highlight-source-ts`. */
const PREFIXED =
  /^(?:language|lang|mw-highlight-lang|highlight-source|highlight-text|highlight|brush|src|sourcecode)[-:]([a-z][\w+#.-]*)$/;
/** What generators write for code of no language. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(
  'text txt plain plaintext none default notranslate code raw output source nohighlight no-highlight undefined auto wrapper generic'.split(
    ' ',
  ),
);
/** Languages that stand as a bare class word (`class="rust"`, `sourceCode bash`, `hljs ts`). */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'abap actionscript ada apache applescript arduino asm asciidoc awk bash bat batch bibtex c clojure cmake cobol coffeescript ' +
    'console cpp crystal csharp cs css csv cuda cypher d dart delphi diff django docker dockerfile dosbatch ebnf elisp elixir elm ' +
    'erb erlang excel fish fortran fsharp gherkin git glsl go golang gradle graphql groovy haml handlebars haskell hcl html http ' +
    'haxe ini java javascript jinja js json json5 jsonc jsx julia kotlin latex less lisp llvm log lua make makefile markdown ' +
    'mathematica matlab md mermaid mysql nginx nim nix objc objective-c objectivec ocaml octave pascal patch perl pgsql php ' +
    'pl postgres postgresql powershell prolog properties proto protobuf ps1 puppet purescript py pycon python python3 qml r ' +
    'racket rb reason regex rest rst ruby rust sass scala scheme scss sh shell shell-session solidity sparql sql stylus svelte ' +
    'swift tcl terraform tex toml ts tsx twig typescript vb vba verilog vhdl vim vue wasm xml xslt yaml yml zig zsh ' +
    'c++ c# f# crontab'
  ).split(' '),
);
const LANGUAGE_ATTRIBUTES = [
  'data-lang',
  'data-language',
  'data-code-lang',
  'data-enlighter-language',
  'language',
] as const;
/** Others mean a language where they say one that is known. */
const WORD_ATTRIBUTES = ['lang', 'syntax'] as const;
/** How many elements around a `pre` may name its language, as long as it is nearly all they hold. */
const ANCESTORS = 8;
const LABEL_LENGTH = 60;

/** Language of a code block as the page names it, in lower case; '' for none. */
export function codeLanguage(pre: ElementNode): string {
  for (const own of [...innerBlocks(pre), pre]) {
    const language = languageAt(own, true);
    if (language) return language;
  }
  let up = pre.parent;
  for (let i = 0; up && i < ANCESTORS; i++, up = up.parent) {
    if (up.textLength > 1.5 * pre.textLength + LABEL_LENGTH) break;
    const language = languageAt(up, false);
    if (language) return language;
  }
  return '';
}

/** The `code` in a block, and a `pre` around it (mdBook), the innermost first. */
function innerBlocks(pre: ElementNode): ElementNode[] {
  const inner = elementsOf(pre).find(({ tag }) => tag === 'code' || tag === 'pre');
  if (inner?.tag !== 'pre') return inner ? [inner] : [];
  const code = elementsOf(inner).find(({ tag }) => tag === 'code');
  return code ? [code, inner] : [inner];
}

/** What one element says; `own` for the `pre` and its `code`, where a bare word counts. */
function languageAt(node: ElementNode, own: boolean): string {
  if (!own && (node.tag === 'body' || node.tag === 'html' || node.tag === 'article')) return '';
  for (const name of LANGUAGE_ATTRIBUTES) {
    const value = attr(node, name)?.trim().toLowerCase() ?? '';
    if (/^[a-z][\w+#.-]*$/.test(value) && !NO_LANGUAGE.has(value)) return value;
  }
  for (const name of own ? WORD_ATTRIBUTES : []) {
    const value = attr(node, name)?.trim().toLowerCase() ?? '';
    if (LANGUAGES.has(value)) return value;
  }
  const names = classes(node).map((word) => word.replace(/[{};,]+/g, ''));
  const [, parameter = ''] = /\bbrush:\s*([\w+#-]+)/.exec(attr(node, 'data-syntaxhighlighter-params') ?? '') ?? [];
  if (LANGUAGES.has(parameter.toLowerCase())) return parameter.toLowerCase();
  const brush = names.indexOf('brush:');
  if (brush >= 0) return LANGUAGES.has(names[brush + 1] ?? '') ? (names[brush + 1] ?? '') : '';
  for (const word of names) {
    const language = PREFIXED.exec(word)?.[1];
    if (language && !NO_LANGUAGE.has(language)) return language;
  }
  const isHighlighter = own || (node.tag === 'figure' && names.includes('highlight')) || names.includes('sourcecode');
  return (isHighlighter && names.find((word) => LANGUAGES.has(word) && word !== 'code')) || '';
}
