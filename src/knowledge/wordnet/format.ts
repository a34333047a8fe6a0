/** How WordNet writes its meanings down (wndb(5WN)), and how a word of a question comes to them. Pure. */

/** The single words of a meaning's line: `offset file type count word id word id …`, the count in hexadecimal. */
export function senseWords(line: string): readonly string[] {
  const fields = line.split('\n', 1)[0]?.split(' ') ?? [];
  const count = Number.parseInt(fields[3] ?? '', 16) || 0;
  return Array.from({ length: count }, (_, n) => (fields[4 + 2 * n] ?? '').toLowerCase().replace(/\(.*/, '')).filter(
    (word) => /^[a-z]{2,}$/.test(word),
  );
}

/** Synonyms of a word in any of the forms it may be the plural, the past or the participle of, each once. */
export function rankedSynonyms(
  word: string,
  meaningsOf: (form: string) => readonly (readonly string[])[],
): readonly string[] {
  const forms = new Set([word, ...baseForms(word)]);
  const found = new Set([...forms].flatMap((form) => meaningsOf(form).flat()));
  for (const form of forms) found.delete(form);
  return [...found];
}

/** Words that this may be a form of, by WordNet's rules of detachment and doubled consonants. */
export function baseForms(word: string): readonly string[] {
  const forms: string[] = [];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  else if (/(?:s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2), word.slice(0, -1));
  else if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending !== undefined) {
    const rest = word.slice(0, -ending.length);
    forms.push(rest, `${rest}e`);
    if (/([^aeiou])\1$/.test(rest)) forms.push(rest.slice(0, -1));
  }
  return forms.filter((form) => form.length >= 3);
}
