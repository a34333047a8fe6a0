import { evidenceOf, firstBlocked, weigh, type Correction, type Evidence, type OpenQuestion } from './blocker.ts';
import type { Asker, CheckLink } from './check.ts';
import { isDiscordMedia, judgeKnownHost } from './hosts.ts';
import type { PostedMessage } from './message.ts';
import type { Action, Kind, Rules, Way } from './policy.ts';

/** What becomes of a message. */
export type Decision =
  | { readonly kind: 'blocked'; readonly action: Action; readonly what: Kind; readonly evidence: Evidence }
  /** It stays; with how many of its links could not be judged, and how many were not looked at because of a limit. */
  | { readonly kind: 'left'; readonly unknown: number; readonly limited: number; readonly why: string | null };

export interface JudgeDeps {
  readonly check: CheckLink;
  correct(correction: Correction): Promise<void>;
}

/** Links of one message that are looked at; addresses that say themselves what they show are not counted. */
const MAX_LOOKS = 10;

/**
 * Goes down the ladder with one message (rule 11.4), and stops at the first thing that the rules forbid: what is certain
 * costs nothing, and of several looks the first that finds something decides.
 */
export async function judge(deps: JudgeDeps, message: PostedMessage, rules: Rules): Promise<Decision> {
  const { evidence, questions, corrections } = weigh(message, rules);
  for (const correction of corrections) await deps.correct(correction);
  const certain = firstBlocked(evidence, rules);
  if (certain !== null) return blocked(certain, rules);
  const relevant = questions.filter((question) => isWorthALook(question, rules));
  const asker = { guildId: message.guildId, memberId: message.member.id };
  const known = relevant.filter(({ url }) => judgeKnownHost(url) !== null);
  const others = relevant.filter((question) => !known.includes(question));
  const looked = [...known, ...others.slice(0, MAX_LOOKS)];
  return lookAt(deps, looked, looked.length < relevant.length, rules, asker);
}

/** What the bytes can show: an upload is no other file than Discord says, and emoji are told by their address. */
const SHOWN: Readonly<Record<Way, readonly Kind[]>> = {
  attachment: ['gif', 'video', 'image'],
  link: ['gif', 'video', 'image', 'file'],
};

function isWorthALook({ url, way }: OpenQuestion, rules: Rules): boolean {
  if (SHOWN[way].some((kind) => rules.blocks(kind, way))) return true;
  return isDiscordMedia(url) && way === 'link' && (rules.blocks('emoji', way) || rules.blocks('sticker', way));
}

function blocked({ kind, evidence }: { readonly kind: Kind; readonly evidence: Evidence }, rules: Rules): Decision {
  return { kind: 'blocked', action: rules.action, what: kind, evidence };
}

/** Looks at all at once; resolves with the first that is forbidden, or when all are known. */
function lookAt(
  { check }: JudgeDeps,
  questions: readonly OpenQuestion[],
  tooMany: boolean,
  rules: Rules,
  asker: Asker,
): Promise<Decision> {
  return new Promise((resolve, reject) => {
    const left = {
      unknown: 0,
      limited: tooMany ? 1 : 0,
      why: tooMany ? 'it has too many links' : (null as string | null),
    };
    const looks = questions.map(async (question) => {
      const { judgement, layer } = await check(question.url, asker);
      const found = evidenceOf(question, judgement, layer === 'limit' ? 'memory' : layer);
      const forbidden = found === null ? null : firstBlocked([found], rules);
      if (forbidden !== null) return resolve(blocked(forbidden, rules));
      if (judgement.verdict !== 'unknown') return;
      left[layer === 'limit' ? 'limited' : 'unknown'] += 1;
      left.why ??= judgement.why;
    });
    Promise.all(looks).then(() => resolve({ kind: 'left', ...left }), reject);
  });
}
