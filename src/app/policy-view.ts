import {
  isInUse,
  KINDS,
  SERVER,
  WAYS,
  type Action,
  type Kind,
  type PlacePolicy,
  type Policy,
  type Way,
} from '../links/policy.ts';
import { ATTACHMENT_COUNTS, type AttachmentCount } from './attachments.ts';
import type { Json, View } from './view.ts';

/** The policy of the attachment blocker as people read it. */

/** What an id is called on the surface that shows it. */
type NameOf = (id: string) => string;

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  gif: 'GIFs',
  video: 'videos',
  image: 'pictures',
  file: 'other files',
  sticker: 'stickers',
  emoji: 'animated emoji',
};
const ACTION_WORDS: Readonly<Record<Action, string>> = {
  delete: 'delete',
  tell: 'delete and tell the author',
  log: 'only log (dry run)',
};
const COUNT_WORDS: Readonly<Record<AttachmentCount, string>> = {
  deleted: 'Messages deleted',
  logged: 'Messages only logged',
  undone: 'Deletions undone',
  unknown: 'Links that could not be judged, left alone',
  limited: 'Links above a limit, left alone',
  undeletable: 'Messages that could not be deleted',
};

/** What is blocked in one place, in a line: `blocks GIFs (links), videos; allows pictures`. */
export function placeLine({ marks, action }: PlacePolicy): string {
  const said = (word: 'block' | 'allow'): string => {
    const parts = KINDS.flatMap((kind) => {
      const ways = WAYS.filter((way) => marks[`${kind}:${way}`] === word);
      return ways.length === 0 ? [] : [KIND_WORDS[kind] + waysWord(ways)];
    });
    return parts.length === 0 ? '' : `${word}s ${parts.join(', ')}`;
  };
  const parts = [said('block'), said('allow'), action === undefined ? '' : `action: ${ACTION_WORDS[action]}`];
  return parts.filter(Boolean).join('; ') || 'blocks nothing';
}

function waysWord(ways: readonly Way[]): string {
  return ways.length === WAYS.length ? '' : ways.includes('link') ? ' (links only)' : ' (uploads only)';
}

export function policyView(
  title: string,
  policy: Policy,
  nameOf: NameOf = (id) => id,
  extra: readonly string[] = [],
): View {
  const { places, exempt, hosts, logChannel, bots } = policy;
  const lines = Object.entries(places)
    .filter(([, words]) => Object.keys(words.marks).length > 0 || words.action !== undefined)
    .map(([place, words]) => `${place === SERVER ? 'Whole server' : nameOf(place)}: ${placeLine(words)}`);
  const exempted = [...exempt.roles, ...exempt.members, ...exempt.channels].map(nameOf);
  return {
    tone: extra.length > 0 ? 'warning' : isInUse(policy) ? 'good' : 'neutral',
    title,
    text: [
      ...extra,
      ...(lines.length === 0 ? ['Nothing is blocked. Start with: attachments block --what no-gifs'] : lines),
    ],
    fields: [
      ['Exempt', exempted.join(', ')],
      [
        'Hosts',
        hosts
          .map(({ host, shows }) => `${host}: ${shows === 'allowed' ? shows : `shows ${KIND_WORDS[shows]}`}`)
          .join('\n'),
      ],
      ['Log channel', logChannel === null ? 'none of its own' : nameOf(logChannel)],
      ['Webhooks and bots', bots ? 'judged too' : 'left alone'],
    ],
  };
}

/** What was counted, as fields; only what happened. */
export function countFields(counts: ReadonlyMap<string, number>): readonly (readonly [string, string])[] {
  return ATTACHMENT_COUNTS.flatMap((what) => {
    const count = counts.get(what);
    return count === undefined ? [] : [[COUNT_WORDS[what], String(count)] as const];
  });
}

/** The same for programs. */
export function policyData({ places, exempt, hosts, logChannel, bots }: Policy): { readonly [key: string]: Json } {
  return {
    places: Object.fromEntries(
      Object.entries(places).map(([place, { marks, action }]) => [
        place,
        { marks: Object.fromEntries(Object.entries(marks)), action: action ?? null },
      ]),
    ),
    exempt: { roles: exempt.roles, members: exempt.members, channels: exempt.channels },
    hosts: hosts.map(({ host, shows }) => ({ host, shows })),
    logChannel,
    bots,
  };
}
