import type { Way } from './policy.ts';

/** A message as the blocker reads it: plain data, from whatever surface. Forwarded messages are part of what forwards them. */
export interface PostedMessage {
  readonly id: string;
  readonly guildId: string;
  /** Its channel, for a thread the parent, and the category, nearest first. */
  readonly places: readonly string[];
  /** Who answers for it: the author, or the member who called the app that posted it. */
  readonly member: { readonly id: string; readonly roleIds: readonly string[] };
  /** A webhook or another bot posted it, for nobody. */
  readonly byMachine: boolean;
  readonly media: readonly PostedMedia[];
  readonly embeds: readonly PostedEmbed[];
  /** Texts that may hold links and emoji: content, components, a poll. */
  readonly texts: readonly string[];
  /** Addresses that stand in no text: buttons, titles and pictures of apps' embeds. */
  readonly addresses: readonly string[];
  /** Names of stickers, and how many animated emoji stand outside texts. */
  readonly stickers: readonly string[];
  readonly animatedEmoji: number;
}

/** An uploaded file, or a medium of a component. */
export interface PostedMedia {
  /** Uploaded with the message, or shown from somewhere else. */
  readonly way: Way;
  readonly name: string;
  readonly url: string | null;
  /** As Discord says; null when it says nothing. */
  readonly contentType: string | null;
  /** Discord has seen it move. */
  readonly animated: boolean;
}

/** A preview of a link, or what an app shows as one. */
export interface PostedEmbed {
  /** The link that it stands for. */
  readonly url: string | null;
  /** As Discord says; null where a link shows a page with a picture. */
  readonly shows: 'gif' | 'video' | 'image' | null;
  /** Discord made it by looking at the link; an app may claim anything of any address. */
  readonly genuine: boolean;
}
