import { changeOutsideCode, replaceMarks } from './code-spans.ts';
import { sentencesOf } from './sentences.ts';

/** A model's answer, cut into what can be checked one by one. Pure. */

export type Claim =
  | {
      readonly kind: 'sentence';
      /** The list mark before it, where it opens an item: `- ` or `2. `. */
      readonly mark: string;
      /** Without its citations. */
      readonly text: string;
      readonly cited: readonly number[];
      /** Sentences of one paragraph or item share it. */
      readonly block: number;
    }
  | {
      readonly kind: 'code';
      readonly language: string;
      readonly lines: readonly string[];
      /** Those of the sentence it belongs to: the one before it, else the one after. */
      readonly cited: readonly number[];
      readonly block: number;
    };

/** `[1]`, `[1, 2]`, `[1][2]`, `[^1]`, `【1】`, `【1†source】`. */
const CITATION = /\s*(?:\[\^?(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]|【(\d{1,3})[^】]{0,40}】)/gu;
const FOLLOWING_CITATIONS = /^(?:\s*(?:\[\^?\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]|【\d{1,3}[^】]{0,40}】))+[.!?]?\s*/u;
const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/u;
const LIST_MARK = /^\s*(?:([-*+])|(\d{1,3})[.)])\s+/u;
/** Headings, rules and table rulers say nothing by themselves. */
const SILENT = /^\s*(?:#{1,6}\s.*|[-*_=]{3,}|\|?[\s:|-]+\|?)\s*$/u;

export function claimsOf(answer: string): readonly Claim[] {
  const claims: Claim[] = [];
  let block = 0;
  let fence: { readonly mark: string; readonly language: string; readonly lines: string[] } | null = null;
  for (const line of answer.split('\n')) {
    if (fence !== null) {
      if (line.trim().startsWith(fence.mark) && line.trim().replace(/[`~]/gu, '') === '') {
        claims.push({ kind: 'code', language: fence.language, lines: fence.lines, cited: [], block: (block += 1) });
        fence = null;
      } else fence.lines.push(line);
      continue;
    }
    const opening = FENCE.exec(line);
    if (opening) fence = { mark: opening[1] ?? '```', language: opening[2] ?? '', lines: [] };
    else if (line.trim() === '') block += 1;
    else if (!SILENT.test(line)) {
      if (LIST_MARK.test(line)) block += 1;
      claims.push(...claimsIn(line, block));
    }
  }
  return withInheritedCitations(claims);
}

/** As much of an unfinished answer as can be judged: up to its last citation or whole line, outside of open fences. */
export function completedPart(answer: string): string {
  const fences = [...answer.matchAll(/^\s*(?:`{3,}|~{3,})/gmu)];
  const open = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const closed = open === undefined ? answer : answer.slice(0, open);
  const ends = [...closed.matchAll(/(?:\]|】)[.!?。！？]?(?=\s)|\n/gu)];
  const last = ends.at(-1);
  return last === undefined ? '' : closed.slice(0, last.index + last[0].length);
}

function claimsIn(line: string, block: number): readonly Claim[] {
  const listMark = LIST_MARK.exec(line);
  const rest = listMark === null ? line.trim() : line.slice(listMark[0].length).trim();
  let mark = listMark === null ? '' : listMark[2] === undefined ? '- ' : `${listMark[2]}. `;
  const claims: Claim[] = [];
  for (const piece of piecesOf(rest)) {
    const cited = [...withoutCode(piece).matchAll(CITATION)].flatMap(([, listed, bracketed]) =>
      (listed ?? bracketed ?? '').split(/[,;]/u).map(Number),
    );
    const text = changeOutsideCode(piece, (words) =>
      words.replace(CITATION, '').replace(/\s+(?=[.,;:!?](?:\s|$))/gu, ''),
    ).trim();
    const before = claims.at(-1);
    if (!/[\p{L}\p{N}]/u.test(text)) {
      // A citation after the full stop belongs to the sentence before it.
      if (before !== undefined) claims[claims.length - 1] = { ...before, cited: [...before.cited, ...cited] };
      continue;
    }
    claims.push({ kind: 'sentence', mark, text, cited, block });
    mark = '';
  }
  return claims;
}

/** What a text says outside of its code spans: there, brackets with a number cite nothing. */
export function withoutCode(text: string): string {
  return replaceMarks(text, (mark) =>
    mark.kind === 'code' ? '``' : mark.kind === 'escape' ? mark.mark : mark.written,
  );
}

/** Sentences; a citation that follows stays with its sentence. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const citations = FOLLOWING_CITATIONS.exec(sentence)?.[0];
    const before = pieces.at(-1);
    if (citations === undefined || before === undefined) {
      pieces.push(sentence);
      continue;
    }
    pieces[pieces.length - 1] = before + citations;
    const rest = sentence.slice(citations.length);
    if (rest.trim() !== '') pieces.push(rest);
  }
  return pieces;
}

function withInheritedCitations(claims: readonly Claim[]): readonly Claim[] {
  return claims.map((claim, index) => {
    if (claim.kind === 'sentence') return claim;
    const neighbours = [claims.slice(0, index).findLast(isCited), claims.slice(index + 1).find(isCited)];
    return { ...claim, cited: neighbours.find((near) => near !== undefined)?.cited ?? [] };
  });
}

function isCited(claim: Claim): boolean {
  return claim.kind === 'sentence' && claim.cited.length > 0;
}
