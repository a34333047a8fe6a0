import { addressesIn, animatedEmojiIn } from './addresses.ts';
import { hostRuleFor, isDiscordMedia, judgeByRule } from './hosts.ts';
import type { PostedEmbed, PostedMedia, PostedMessage } from './message.ts';
import type { Kind, Rules, Way } from './policy.ts';
import { parseUrl } from '../parse-url.ts';
import type { Judgement } from './verdict.ts';

/** Which layer of the ladder saw something (rule 11.4). */
export type Layer = 'discord' | 'rule' | 'host' | 'memory' | 'bytes';

/** Something that a message shows, by what it is known, and where. */
export interface Evidence {
  readonly kinds: readonly Kind[];
  readonly way: Way;
  readonly layer: Layer;
  readonly why: string;
  /** The address that shows it, where it has one; for people, never for a log file. */
  readonly url: URL | null;
}

/** Something that has to be looked at before anybody knows what it shows. */
export interface OpenQuestion {
  readonly url: URL;
  readonly way: Way;
  /** What it counts as when the look tells nothing: Discord's word for an upload. */
  readonly otherwise: Evidence | null;
}

/** What Discord itself has shown of links: it overrides what was remembered of them (rule 11.5). */
export interface Correction {
  readonly url: URL;
  readonly judgement: Judgement;
}

/** A message weighed without asking anybody: what is certain, and what would have to be looked at. */
export interface Weighed {
  readonly evidence: readonly Evidence[];
  readonly questions: readonly OpenQuestion[];
  readonly corrections: readonly Correction[];
}

/** The decision ladder as far as it needs nothing but the message and the rules: Discord's word, then the server's own. */
export function weigh(message: PostedMessage, rules: Rules): Weighed {
  const parts = [
    ...message.stickers.map((name) => certain(evidence(['sticker'], 'attachment', 'discord', `the sticker ${name}`))),
    ...emoji(message),
    ...message.media.map((medium) => weighMedium(medium, rules)),
    ...message.embeds.map((embed) => weighEmbed(embed, rules)),
    ...addressesOf(message).map((url) => weighLink(url, rules)),
  ];
  return {
    evidence: parts.flatMap((part) => part.evidence ?? []),
    questions: parts.flatMap((part) => part.question ?? []),
    corrections: parts.flatMap((part) => part.correction ?? []),
  };
}

/** The first thing that the rules forbid, and as what; null when there is none. */
export function firstBlocked(
  found: readonly Evidence[],
  rules: Rules,
): { readonly kind: Kind; readonly evidence: Evidence } | null {
  for (const evidence of found) {
    const kind = evidence.kinds.find((each) => rules.blocks(each, evidence.way));
    if (kind !== undefined) return { kind, evidence };
  }
  return null;
}

/** What a look at a link came to, as evidence; none where there is nothing to see. */
export function evidenceOf(question: OpenQuestion, judgement: Judgement, layer: Layer): Evidence | null {
  const { url, way, otherwise } = question;
  const kind = kindOf(judgement);
  if (kind === null) return otherwise;
  const isEmoji = kind === 'gif' && isDiscordMedia(url) && url.pathname.startsWith('/emojis/');
  const isSticker = isDiscordMedia(url) && url.pathname.startsWith('/stickers/');
  const more: readonly Kind[] = isEmoji ? ['emoji'] : isSticker ? ['sticker'] : [];
  return { kinds: [kind, ...more], way, layer, why: judgement.why, url };
}

interface Part {
  readonly evidence?: Evidence;
  readonly question?: OpenQuestion;
  readonly correction?: Correction;
}

function certain(evidence: Evidence): Part {
  return { evidence };
}

function evidence(kinds: readonly Kind[], way: Way, layer: Layer, why: string, url: URL | null = null): Evidence {
  return { kinds, way, layer, why, url };
}

function kindOf({ verdict, file }: Judgement): Kind | null {
  if (verdict === 'gif' || verdict === 'video' || verdict === 'image') return verdict;
  return file === true ? 'file' : null;
}

function emoji({ texts, animatedEmoji }: PostedMessage): readonly Part[] {
  const count = texts.reduce((sum, text) => sum + animatedEmojiIn(text), animatedEmoji);
  return count === 0 ? [] : [certain(evidence(['emoji'], 'attachment', 'discord', 'an animated emoji'))];
}

/** A type that says nothing: only the bytes tell. */
const UNTOLD = /^(?:application|binary)\/octet-stream$/;

/** An upload: Discord's type and animation mark; its type comes from the file's name, so pictures are looked into. */
function weighMedium({ way, name, url, contentType, animated }: PostedMedia, rules: Rules): Part {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const address = url === null ? null : parseUrl(url);
  const by = (kind: Kind, why: string): Evidence => evidence([kind], way, 'discord', why, address);
  if (type.startsWith('video/')) return certain(by('video', `Discord calls ${name} ${type}`));
  const isPicture = type.startsWith('image/');
  if (animated && (isPicture || type === '')) return certain(by('gif', `Discord marks ${name} as animated`));
  if (!isPicture && type !== '' && !UNTOLD.test(type)) return certain(by('file', `Discord calls ${name} ${type}`));
  const calledGif = type === 'image/gif' || type === 'image/apng';
  const word = isPicture ? `Discord calls ${name} ${type}` : `Discord does not say what ${name} is`;
  const otherwise = by(calledGif ? 'gif' : isPicture ? 'image' : 'file', word);
  const settled = otherwise.kinds.some((kind) => rules.blocks(kind, way)) && !calledGif;
  return address === null || settled ? certain(otherwise) : { question: { url: address, way, otherwise } };
}

/** A preview that shows a film or moves is as good as the bytes, also where the server showed us something else. */
function weighEmbed({ url, shows, genuine }: PostedEmbed, rules: Rules): Part {
  if (shows === null) return {};
  const address = url === null ? null : parseUrl(url);
  if (address !== null && hostRuleFor(address, rules.hosts)?.shows === 'allowed') return {};
  const why = `Discord's preview shows ${WORDS[shows]}`;
  const correction =
    address === null || shows === 'image' || !genuine
      ? undefined
      : { url: address, judgement: { verdict: shows, why } };
  return {
    evidence: evidence([shows], 'link', 'discord', why, address),
    ...(correction === undefined ? {} : { correction }),
  };
}

const WORDS = { gif: 'a GIF', video: 'a video', image: 'a picture' } as const;

function weighLink(url: URL, rules: Rules): Part {
  const rule = hostRuleFor(url, rules.hosts);
  const question: OpenQuestion = { url, way: 'link', otherwise: null };
  if (rule === null) return { question };
  const found = evidenceOf(question, judgeByRule(rule), 'rule');
  return found === null ? {} : certain(found);
}

function addressesOf({ texts, addresses }: PostedMessage): readonly URL[] {
  const found = [...texts, ...addresses].flatMap(addressesIn);
  return [...new Map(found.map((url) => [url.href, url])).values()];
}
