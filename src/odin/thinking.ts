/** Some models write their reasoning, or calls of tools that nobody offered, into the answer, between tags. It is no part of it. Pure. */

const THOUGHT = /<(think|thinking|reasoning|scratchpad|tool_call|function_call)>[\s\S]*?(?:<\/\1>|$)/giu;

/** The answer without it, whether it is complete or still being written. */
export function withoutThinking(answer: string): string {
  return answer
    .replace(THOUGHT, '')
    .replace(/<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?$/iu, '')
    .trimStart();
}
