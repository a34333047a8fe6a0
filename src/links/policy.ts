import type { HostRule } from './hosts.ts';

/** What a server forbids in its messages, where, and what happens then (rule 11.1). Plain data, kept in the guild's file. */
export interface Policy {
  /** By place: `server`, or the id of a category or channel. The nearest place that has a word on something counts. */
  readonly places: Readonly<Record<string, PlacePolicy>>;
  /** Where each action is explained; null: nowhere. */
  readonly logChannel: string | null;
  /** Whether webhooks and other bots are judged too. What an app posts for a member is always judged, as the member's. */
  readonly bots: boolean;
  readonly exempt: {
    readonly roles: readonly string[];
    readonly members: readonly string[];
    readonly channels: readonly string[];
  };
  readonly hosts: readonly HostRule[];
}

/** The words of one place; what it does not mention is as in the place around it. */
export interface PlacePolicy {
  readonly marks: Readonly<Partial<Record<Mark, 'block' | 'allow'>>>;
  readonly action?: Action;
}

export const KINDS = ['gif', 'video', 'image', 'file', 'sticker', 'emoji'] as const;
export type Kind = (typeof KINDS)[number];
/** Brought along with the message, or behind an address in it. */
export const WAYS = ['attachment', 'link'] as const;
export type Way = (typeof WAYS)[number];
export type Mark = `${Kind}:${Way}`;
/** `tell` deletes too; `log` does not. */
export const ACTIONS = ['delete', 'tell', 'log'] as const;
export type Action = (typeof ACTIONS)[number];

/** What most servers want, by name. */
export const PRESETS: Readonly<Record<'no-gifs' | 'no-videos' | 'text-only', readonly Kind[]>> = {
  'no-gifs': ['gif'],
  'no-videos': ['gif', 'video'],
  'text-only': KINDS,
};

export const SERVER = 'server';

export const NO_POLICY: Policy = {
  places: {},
  logChannel: null,
  bots: false,
  exempt: { roles: [], members: [], channels: [] },
  hosts: [],
};

/** The policy as it stands in one channel. */
export interface Rules {
  blocks(kind: Kind, way: Way): boolean;
  /** Whether anything at all is blocked. */
  readonly active: boolean;
  readonly action: Action;
  readonly hosts: readonly HostRule[];
}

/** The rules of a channel; `places`: it, for a thread its parent, and their category, nearest first. */
export function rulesAt(policy: Policy, places: readonly string[]): Rules {
  const words = [...places, SERVER].flatMap((place) => policy.places[place] ?? []);
  const blocked = new Set(
    MARKS.filter((mark) => words.find(({ marks }) => marks[mark] !== undefined)?.marks[mark] === 'block'),
  );
  const isExempt = places.some((place) => policy.exempt.channels.includes(place));
  return {
    blocks: (kind, way) => !isExempt && blocked.has(`${kind}:${way}`),
    active: !isExempt && blocked.size > 0,
    action: words.find(({ action }) => action !== undefined)?.action ?? 'delete',
    hosts: policy.hosts,
  };
}

const MARKS: readonly Mark[] = KINDS.flatMap((kind) => WAYS.map((way): Mark => `${kind}:${way}`));

/** Whether anything is blocked anywhere: only then are the server's messages read at all. */
export function isInUse({ places }: Policy): boolean {
  return Object.values(places).some(({ marks }) => Object.values(marks).includes('block'));
}

/** Whether a member is exempt, by himself or by a role. */
export function isExempt(
  { exempt }: Policy,
  member: { readonly id: string; readonly roleIds: readonly string[] },
): boolean {
  return exempt.members.includes(member.id) || member.roleIds.some((role) => exempt.roles.includes(role));
}

/** The policy with these kinds blocked or allowed in a place. */
export function withMarks(
  policy: Policy,
  place: string,
  word: 'block' | 'allow',
  kinds: readonly Kind[],
  ways: readonly Way[],
  action?: Action,
): Policy {
  const before = policy.places[place] ?? { marks: {} };
  const added = kinds.flatMap((kind) => ways.map((way) => [`${kind}:${way}`, word] as const));
  const marks = { ...before.marks, ...Object.fromEntries(added) };
  // Nothing stands around the server: what is allowed there needs no word.
  const kept =
    place === SERVER ? Object.fromEntries(Object.entries(marks).filter(([, said]) => said === 'block')) : marks;
  const after: PlacePolicy = { ...before, marks: kept, ...(action === undefined ? {} : { action }) };
  return { ...policy, places: { ...policy.places, [place]: after } };
}

/** The policy without any word on a place: it is as the place around it. */
export function withoutPlace(policy: Policy, place: string): Policy {
  return { ...policy, places: Object.fromEntries(Object.entries(policy.places).filter(([name]) => name !== place)) };
}

/** The policy with somebody exempt, or exempt no more. */
export function withExempt(policy: Policy, what: keyof Policy['exempt'], id: string, exempt: boolean): Policy {
  const others = policy.exempt[what].filter((known) => known !== id);
  return { ...policy, exempt: { ...policy.exempt, [what]: exempt ? [...others, id] : others } };
}

/** The policy with what a host shows, or without a word on it. */
export function withHost(policy: Policy, host: string, shows: HostRule['shows'] | null): Policy {
  const others = policy.hosts.filter((rule) => rule.host !== host);
  return { ...policy, hosts: shows === null ? others : [...others, { host, shows }] };
}
