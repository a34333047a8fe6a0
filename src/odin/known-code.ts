import { changeOutsideCode, replaceMarks } from './code-spans.ts';

/** Whether a passage has the code of a claim: whole, and line after line as it stands there. Pure. */

/** Stand for backticks, and around the lines of a block; Unicode keeps them for such use, no text has them. */
const [TICK, LINE_START, LINE_END] = ['\ufdd1', '\ufdd2', '\ufdd3'];
const BLOCK = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^[ \t>]*\1[`~]*[ \t]*$|$(?![\s\S]))/gmu;
/** Where code begins or ends with one of these, what stands beside it belongs to it. */
const OPEN_END = /[/.\-_=:@$~+\\]$/u;
const OPEN_START = /^[/.\-_=:@$~+\\]/u;
/** What may stand after a line in a block: the end of the statement, or a comment. */
const REST = /^\s*;?\s*(?:(?:#|--|\/\/|\/\*).*)?$/u;

export interface KnownCode {
  /** Code that stands in prose. */
  hasSpan(code: string): boolean;
  /** The lines of a block, in this order. */
  hasLines(lines: readonly string[]): boolean;
}

/** The code of one passage: in blocks, in spans, or in its words, emphasised ones with their stars or without. */
export function knownCode(markdown: string): KnownCode {
  const texts = [held(markdown, (words) => words), held(markdown, (words) => words.replace(/\*+/gu, ''))];
  return {
    hasSpan(code) {
      const wanted = flat(code);
      return wanted === '' || texts.some((text) => !occurrences(text, wanted).next().done);
    },
    hasLines: (lines) => texts.some((text) => hasInOrder(text, lines.map(flat))),
  };
}

function hasInOrder(text: string, lines: readonly string[]): boolean {
  let from = 0;
  return lines.every((line) => {
    const at = [...occurrences(text, line)].find((place) => place >= from && endsLine(text, place + line.length));
    from = (at ?? 0) + line.length;
    return at !== undefined;
  });
}

function held(markdown: string, change: (words: string) => string): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { index, 0: whole, 2: lines = '' } of markdown.matchAll(BLOCK)) {
    pieces.push(heldProse(markdown.slice(end, index), change));
    pieces.push(...lines.split('\n').map((line) => `${LINE_START}${flat(line)}${LINE_END}`));
    end = index + whole.length;
  }
  return [...pieces, heldProse(markdown.slice(end), change)].join('');
}

function heldProse(prose: string, change: (words: string) => string): string {
  const words = changeOutsideCode(prose, (said) =>
    change(replaceMarks(said, (mark) => (mark.kind === 'escape' ? mark.mark : TICK))),
  );
  return squeezed(
    replaceMarks(words, (mark) =>
      mark.kind === 'code'
        ? `${TICK}${mark.code.replaceAll('`', TICK)}${TICK}`
        : mark.kind === 'escape'
          ? `\\${mark.mark}`
          : mark.written,
    ),
  );
}

function flat(code: string): string {
  return squeezed(code.replaceAll('`', TICK)).trim();
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, ' ');
}

/** Where code stands with nothing beside it that goes on with it. */
function* occurrences(text: string, code: string): Generator<number> {
  if (code === '') return;
  for (let at = text.indexOf(code); at !== -1; at = text.indexOf(code, at + 1)) {
    if (isFreeBefore(text.slice(Math.max(0, at - 1), at), code) && isFreeAfter(text.slice(at + code.length), code))
      yield at;
  }
}

function isFreeBefore(before: string, code: string): boolean {
  if (/^[\p{L}\p{N}_]/u.test(code)) return !/[\p{L}\p{N}_]/u.test(before);
  return !OPEN_START.test(code) || /^[\s\ufdd1-\ufdd3"'([{<,;|&]?$/u.test(before);
}

function isFreeAfter(after: string, code: string): boolean {
  if (OPEN_END.test(code)) return /^(?:$|[\s\ufdd1-\ufdd3])/u.test(after);
  return !/[\p{L}\p{N}_]$/u.test(code) || !/^(?:[\p{L}\p{N}_]|[/.\-=:@]+[\p{L}\p{N}_*])/u.test(after);
}

/** Whether a line of a block ends there, too; in prose it may end anywhere. */
function endsLine(text: string, at: number): boolean {
  const rest = text.slice(at);
  const end = /[\ufdd1-\ufdd3]/u.exec(rest);
  return end?.[0] !== LINE_END || REST.test(rest.slice(0, end.index));
}
