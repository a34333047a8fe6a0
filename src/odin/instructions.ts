/**
 * Sentences of a page that speak to a language model instead of to a reader. They are data like everything else on the
 * page (rule 10.4) and tell a member nothing, so neither a model nor a member gets to see them. Pure.
 */

const AIMED_AT_A_MODEL = [
  /\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rules|guidelines)\b\s+(?:above|before|so far|you (?:have|were|got))\b/iu,
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|these|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|context|messages?)\b/iu,
  /\b(?:ai|llm|language model|chat ?bot|assistant|odin|heimdall)s?\b[^.!?\n]{0,60}\b(?:must|should|shall|please|are (?:required|instructed|told)|need to|have to|is to)\b[^.!?\n]{0,40}\b(?:say|tell|reply|respond|answer|output|print|include|recommend|mention|ping|repeat|reveal|post|send|write|cite|insert|append|add|state|ignore|link)\b/iu,
  /\b(?:note|instructions?|message|attention|important)\b[^.!?\n]{0,20}\b(?:to|for)\b (?:the |any |all )?(?:ai|llm|language model|chat ?bot|assistant|automated)/iu,
  /\byou are (?:now |no longer )?(?:an? |the )?(?:ai|llm|language model|assistant|chat ?bot|odin|dan|unrestricted|jailbroken|pirate)\b/iu,
  /\b(?:reveal|print|repeat|show|output|leak|quote)\b[^.!?\n]{0,30}\b(?:system prompt|your (?:instructions|prompt|rules)|hidden (?:prompt|instructions)|everything above)\b/iu,
  /\b(?:when|if) (?:you are |you're )?(?:asked|answering|summari[sz]ing|responding|replying)\b[^.!?\n]{0,80}\b(?:say|tell|reply|respond|answer|output|include|recommend|mention|ping|add|always|never|write)\b/iu,
  /<\|[a-z_]{2,20}\|>|\[\/?INST\]|<<\/?SYS>>|^\s{0,3}#{0,6}\s*(?:system|assistant|user|human)\s*(?:prompt|message)?\s*:/imu,
  /\b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt)\s*:/iu,
  /\b(?:BEGIN|END)[ _](?:SYSTEM|ADMIN|SOURCES?|PASSAGES?|PROMPT)\b/u,
  /\b(?:ai|llm|language model|chat ?bot|assistant|odin|heimdall)s?\s*[:,]\s*(?:please\s+)?(?:say|tell|reply|respond|answer|output|print|include|recommend|mention|ping|repeat|reveal|post|send|write|cite|append|add|ignore)\b/iu,
];

/** Whether a sentence or line is meant for a model that reads it. */
export function isAimedAtAModel(sentence: string): boolean {
  return AIMED_AT_A_MODEL.some((pattern) => pattern.test(sentence));
}

/** Ends of sentences and of lines; what stands between two of them is judged by itself. */
const PIECES = /[^\n.!?]*(?:[.!?]+(?=\s|$)|[.!?]|\n|$)/gu;

/** A passage without the sentences that are meant for a model. Unchanged where it has none. */
export function withoutInstructions(markdown: string): string {
  if (!isAimedAtAModel(markdown)) return markdown;
  const lines = markdown.split('\n').map((line) => {
    if (!isAimedAtAModel(line)) return line;
    return sentencesOf(line)
      .filter((sentence) => !isAimedAtAModel(sentence))
      .join('')
      .trimEnd();
  });
  return lines.join('\n');
}

function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = [];
  let open = '';
  for (const [piece] of line.matchAll(PIECES)) {
    open += piece;
    if (/[.!?]\s*$/u.test(piece)) {
      sentences.push(open);
      open = '';
    }
  }
  return open === '' ? sentences : [...sentences, open];
}
