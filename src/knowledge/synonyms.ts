/** Words that mean about the same as this one in documentation of software; none for most. */
export function relatedWords(_word: string): readonly string[] {
  return [];
}
