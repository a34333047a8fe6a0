/**
 * Reads the value of a `Content-Signal` line (`search=yes, ai-input=no`) for the one signal that concerns us: may the
 * text be sent to a model (rule 3.7)? Null where the line does not say.
 */
export function readAiInput(value: string): boolean | null {
  let answer: boolean | null = null;
  for (const signal of value.toLowerCase().split(/[\s,;]+/)) {
    if (signal === 'ai-input=no') return false;
    if (signal === 'ai-input=yes') answer = true;
  }
  return answer;
}

/** Of two answers the one that forbids. */
export function stricterAiInput(one: boolean | null, other: boolean | null): boolean | null {
  if (one === null || other === null) return one ?? other;
  return one && other;
}
