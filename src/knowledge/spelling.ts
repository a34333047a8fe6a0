/** Repairing a misspelt word against the words that a guild's pages really use. Pure. */

/** Shorter words have too many neighbours for one to be meant. */
const SHORTEST_REPAIRED = 4;
/** From this length on two slips are forgiven instead of one. */
const LONG_WORD = 8;

/** Edits within which another word counts as the one that was meant; 0 for words that are not repaired. */
export function allowedEdits(word: string): number {
  if (word.length < SHORTEST_REPAIRED || !/^[\p{L}_]+$/u.test(word)) return 0;
  return word.length < LONG_WORD ? 1 : 2;
}

/** From this length on any near word is surely meant; below, other words are near by chance. */
const SURE_LENGTH = 6;

/** Whether this is surely the other word misspelt: long enough, or two neighbouring letters swapped. */
export function isSlip(misspelt: string, word: string): boolean {
  return misspelt.length >= SURE_LENGTH || isSwap(misspelt, word);
}

/** Whether one word is the other with its letters in another order. */
export function isSwap(misspelt: string, word: string): boolean {
  const letters = (text: string): string => Array.from(text).toSorted().join('');
  return letters(misspelt) === letters(word);
}

/** The words nearest to one that is misspelt, all equally near; none when no word is near enough. */
export function nearestWords(word: string, vocabulary: Iterable<string>): readonly string[] {
  let reach = allowedEdits(word);
  if (reach === 0) return [];
  const letters = letterSet(word);
  let nearest: string[] = [];
  for (const candidate of vocabulary) {
    // An edit changes the set of letters by two at most; that spares most words the exact distance.
    if (bitsIn(letterSet(candidate) ^ letters) > 2 * reach) continue;
    const distance = editDistance(word, candidate, reach);
    if (distance > reach) continue;
    if (distance < reach) nearest = [];
    nearest.push(candidate);
    reach = distance;
  }
  return nearest;
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): letters put in, left out, changed, or two neighbours
 * swapped, each counting one. Anything above `limit` comes back as `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const row = nextRow(a, b, i, last, beforeLast);
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return Math.min(last[b.length] ?? limit + 1, limit + 1);
}

function nextRow(a: string, b: string, i: number, last: readonly number[], beforeLast: readonly number[]): number[] {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    let cost = Math.min(changed, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    if (i > 1 && j > 1 && swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
    row.push(cost);
  }
  return row;
}

/** A bit for each letter that occurs; letters far apart in Unicode may share one. */
function letterSet(word: string): number {
  let set = 0;
  for (let index = 0; index < word.length; index++) set |= 1 << (word.charCodeAt(index) & 31);
  return set;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
