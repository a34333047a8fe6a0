/**
 * Sentences of a page that speak to a language model instead of to a reader. They are data like everything else on the
 * page (rule 10.4) and tell a member nothing, so neither a model nor a member gets to see them. Pure.
 */

const REPLY = '(?:outputs?|repl(?:y|ies)|responses?|answers?|completions?|summar(?:y|ies))';

const AIMED_AT_A_MODEL = [
  /\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rules|guidelines)\b\s+(?:above|before|so far|you (?:have|were|got))\b/iu,
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|these|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|context|messages?)\b/iu,
  /\b(?:ai|llm|language model|chat ?bot|assistant|odin|heimdall)s?\b[^.!?\n]{0,60}\b(?:must|should|shall|please|are (?:required|instructed|told)|need to|have to|is to)\b[^.!?\n]{0,40}\b(?:say|tell|reply|respond|answer|output|print|include|recommend|mention|ping|repeat|reveal|post|send|write|cite|insert|append|add|state|ignore|link)\b/iu,
  /\b(?:note|instructions?|message|attention|important)\b[^.!?\n]{0,20}\b(?:to|for)\b (?:the |any |all )?(?:ai|llm|language model|chat ?bot|assistant|automated)/iu,
  /\byou are (?:now |no longer )?(?:an? |the )?(?:ai|llm|language model|assistant|chat ?bot|odin|dan|unrestricted|jailbroken|pirate)\b/iu,
  /\b(?:reveal|print|repeat|show|output|leak|quote)\b[^.!?\n]{0,30}\b(?:system prompt|your (?:instructions|prompt|rules)|hidden (?:prompt|instructions)|everything above)\b/iu,
  /\b(?:when|if) (?:you are |you're )?(?:asked|answering|summari[sz]ing|responding|replying)\b[^.!?\n]{0,80}\b(?:say|tell|reply|respond|answer|output|include|recommend|mention|ping|add|always|never|write)\b/iu,
  /<\|[a-z_]{2,20}\|>|\[\/?INST\]|<<\/?SYS>>/iu,
  // Labels of a conversation's turns; with one or two words behind them they are settings, as in `user: postgres`.
  /^\s{0,3}#{0,6}\s*(?:system|assistant|user|human)\s*(?:prompt|message)?\s*:[^\S\n]*(?:\S+[^\S\n]+){2,}\S/imu,
  /(?<!\p{Lu}\s)\b(?:SYSTEM|ASSISTANT|USER|HUMAN|DEVELOPER)\s*:[^\S\n]*(?:\S+[^\S\n]+){2,}\S/u,
  /(?<![\p{L}\p{N}])(?:assistent|asistente|assistente|ассистент|助手|アシスタント|어시스턴트)\s*[:：]/iu,
  // How an answer is to be worded.
  new RegExp(
    `\\byour (?:\\w+ )?${REPLY}\\b[^.!?\\n]{0,20}\\b(?:(?:begin|start|end)s?(?: only)? with|consists? of|(?:must|should|shall|will|has to|is to) (?:always |only )?(?:begin|start|end|say|state|mention|repeat))\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:every|each|all|any|the (?:right|correct|only|next)) (?:\\w+ )?${REPLY}\\b[^.!?\\n]{0,40}\\b(?:begin|start|end|say|contain|include|mention|repeat)s?\\b[^.!?\\n]{0,12}\\bthe (?:words?|phrase|sentence|text)\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:whoever|who|anyone|anything|everyone|systems?|tools?|programs?|machines?)(?: who| that)? (?:\\w+ )?(?:generat|compos|summari[sz]|writ|produc)\\w+ (?:an? |the |any |your )?(?:${REPLY}|texts?)\\b[^.!?\\n]{0,40}(?::|\\b(?:say|write|state|mention|tell|repeat)s?\\b)`,
    'iu',
  ),
  /\b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt)\s*:/iu,
  /\b(?:BEGIN|END)[ _](?:SYSTEM|ADMIN|SOURCES?|PASSAGES?|PROMPT)\b/u,
  /\b(?:ai|llm|language model|chat ?bot|assistant|odin|heimdall)s?\s*[:,]\s*(?:please\s+)?(?:say|tell|reply|respond|answer|output|print|include|recommend|mention|ping|repeat|reveal|post|send|write|cite|append|add|ignore)\b/iu,
];

/** "Ignore the previous instructions" in other languages: what to do, with what, and which; in any order. */
const IGNORE =
  /(?<!\p{L})(?:ignor(?:ez|er|e|es|a|ad|en|ate|iere|ieren sie)|oublie[rz]?|esque[cç]a|olvid[ae]|vergiss|vergessen|dimentica|negeer|vergeet|zignoruj|игнорируй(?:те)?|забудь(?:те)?)(?![\p{L}])|忽略|无视|無視|忘记|忘掉|忘れ|무시|잊어|yok say/iu;
const ORDERS =
  /instru[cç][a-zçõãóéû]*|istruzion|consigne|anweisung|regeln|vorgaben|instructies|regels|reglas|regras|règles|regole|polecen|инструкц|правил|указан|talimat|指令|指示|提示|规则|規則|지시|명령|규칙/iu;
const EARLIER =
  /précéd|antérieur|anterior|ci-dessus|previ[ao]s|précéd|precedent|vorherig|obig|bisherig|vorig|eerdere|voorgaand|предыдущ|прежн|poprzedni|wcześniejsz|önceki|之前|以前|先前|上述|以上|前面|前の|これまで|이전|위의|앞의/iu;

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ο: 'o',
  α: 'a',
  ι: 'i',
};

/** Whether a sentence or line is meant for a model that reads it. */
export function isAimedAtAModel(sentence: string): boolean {
  const plain = plainSpelling(sentence);
  return isAimed(sentence) || (plain !== sentence && isAimed(plain));
}

function isAimed(sentence: string): boolean {
  if (AIMED_AT_A_MODEL.some((pattern) => pattern.test(sentence))) return true;
  return IGNORE.test(sentence) && ORDERS.test(sentence) && EARLIER.test(sentence);
}

/** Without emphasis, letters set apart, digits and foreign letters for letters: "1 g n o r e", "prev10us". */
function plainSpelling(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[*`~]+/gu, '')
    .replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ ._-]){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (apart) =>
      apart.replace(/[ ._-]/gu, ''),
    )
    .replace(/[\p{L}\d@$]+/gu, (word) => {
      if (!/[a-z]/iu.test(word)) return word;
      return word.replace(/[0-9@$а-яіѕοαι]/giu, (sign) => LEET[sign] ?? LOOK_ALIKES[sign.toLowerCase()] ?? sign);
    });
}

/** Ends of sentences and of lines; what stands between two of them is judged by itself. */
const PIECES = /[^\n.!?。！？]*(?:[.!?]+(?=\s|$)|[.!?。！？]|\n|$)/gu;

/** A passage without the sentences that are meant for a model. Unchanged where it has none. */
export function withoutInstructions(markdown: string): string {
  const lines = markdown.split('\n');
  // A sentence may be broken in two.
  if (!isAimedAtAModel(markdown) && !isAimedAtAModel(lines.join(' '))) return markdown;
  const isBroken = lines.map((line, index) => {
    const next = lines[index + 1] ?? '';
    return (
      next.trim() !== '' &&
      !isAimedAtAModel(line) &&
      !isAimedAtAModel(next) &&
      isAimedAtAModel(`${line} ${next.trim()}`)
    );
  });
  return lines
    .filter((line, index) => line === '' || !(isBroken[index] === true || isBroken[index - 1] === true))
    .map((line) => {
      if (!isAimedAtAModel(line)) return line;
      return sentencesOf(line)
        .filter((sentence) => !isAimedAtAModel(sentence))
        .join('')
        .trimEnd();
    })
    .join('\n');
}

function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = [];
  let open = '';
  for (const [piece] of line.matchAll(PIECES)) {
    open += piece;
    if (/(?:[.!?]\s*|[。！？])$/u.test(piece)) {
      sentences.push(open);
      open = '';
    }
  }
  return open === '' ? sentences : [...sentences, open];
}
