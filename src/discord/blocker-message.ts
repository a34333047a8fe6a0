import {
  ComponentType,
  EmbedType,
  StickerFormatType,
  type APIAttachment,
  type APIEmbed,
  type APIMessageSnapshotFields,
  type APIMessageTopLevelComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APISectionAccessoryComponent,
  type APISectionComponent,
} from 'discord.js';
import type { PostedEmbed, PostedMedia, PostedMessage } from '../links/message.ts';
import type { HeardMessage } from './blocker-ear.ts';

/** Discord's marks of media that move: attachments, pictures of previews (its documentation, "Attachment Flags"). */
const IS_ANIMATED = 1 << 5;

/** What a message and what it forwards have in common. */
type Part = Partial<
  Pick<APIMessageSnapshotFields, 'content' | 'embeds' | 'attachments' | 'sticker_items' | 'components'>
>;
type Component =
  | APIMessageTopLevelComponent
  | APIComponentInContainer
  | APIComponentInMessageActionRow
  | APISectionAccessoryComponent
  | APISectionComponent['components'][number];

/** Who answers for a message. */
export interface Poster {
  readonly member: PostedMessage['member'];
  readonly byMachine: boolean;
  /** The member only called the app that posted it. */
  readonly called: boolean;
  /** Discord told the member's roles with the message; not of who called an app, nor with every change. */
  readonly rolesTold: boolean;
}

/** Who answers for it: its author, or who called the app (rule 11.5). Null for an update that does not say. */
export function posterOf(message: HeardMessage): Poster | null {
  const { author } = message;
  if (author === undefined) return null;
  const caller = message.interaction_metadata?.user.id;
  if (caller !== undefined)
    return { member: { id: caller, roleIds: [] }, byMachine: false, called: true, rolesTold: false };
  const byMachine = author.bot === true || message.webhook_id !== undefined;
  const roles = message.member?.roles;
  return { member: { id: author.id, roleIds: roles ?? [] }, byMachine, called: false, rolesTold: roles !== undefined };
}

/** Everything of a message that may show something, that which it forwards included. */
export function describeMessage(
  message: HeardMessage,
  guildId: string,
  poster: Poster,
  places: readonly string[],
): PostedMessage {
  const parts: readonly Part[] = [message, ...(message.message_snapshots ?? []).map((snapshot) => snapshot.message)];
  const components = parts.flatMap((part) => (part.components ?? []).flatMap(flattened));
  const byApp = poster.byMachine || poster.called;
  // A member posts none himself, but may forward an app's.
  const ownEmbeds = parts.flatMap((part) => (byApp || part !== message ? appEmbedsOf(part) : []));
  const answers = message.poll?.answers ?? [];
  return {
    id: message.id,
    guildId,
    places,
    member: poster.member,
    byMachine: poster.byMachine,
    media: [...parts.flatMap(({ attachments = [] }) => attachments.map(uploaded)), ...components.flatMap(mediaOf)],
    embeds: parts.flatMap(({ embeds = [] }) => embeds.map(preview)),
    texts: [
      ...parts.flatMap(({ content }) => (content ? [content] : [])),
      ...components.flatMap((each) => (each.type === ComponentType.TextDisplay ? [each.content] : [])),
      ...ownEmbeds.flatMap(textsOf),
      ...[message.poll?.question, ...answers.map(({ poll_media: media }) => media)].flatMap(
        (media) => media?.text ?? [],
      ),
    ],
    addresses: [
      ...components.flatMap((each) => (each.type === ComponentType.Button && 'url' in each ? [each.url] : [])),
      ...ownEmbeds.flatMap(({ url, image, thumbnail, video }) =>
        [url, image?.url, thumbnail?.url, video?.url].flatMap((address) => address ?? []),
      ),
    ],
    stickers: parts.flatMap(({ sticker_items: items = [] }: Part) =>
      items.map(({ name, format_type: format }) => `${name} (${STICKER_FORMATS[format] ?? 'of an unknown kind'})`),
    ),
    animatedEmoji: answers.filter(({ poll_media: { emoji } }) => emoji?.animated === true).length,
  };
}

const STICKER_FORMATS: Readonly<Partial<Record<StickerFormatType, string>>> = {
  [StickerFormatType.PNG]: 'still',
  [StickerFormatType.APNG]: 'animated',
  [StickerFormatType.Lottie]: 'animated',
  [StickerFormatType.GIF]: 'GIF',
};

function uploaded(attachment: APIAttachment): PostedMedia {
  const { filename, url, content_type: contentType } = attachment;
  return {
    way: 'attachment',
    name: filename,
    url,
    contentType: contentType ?? null,
    animated: (flagsOf(attachment) & IS_ANIMATED) !== 0,
  };
}

/** Apps' embeds are of the type `rich`, whatever they are sent as. */
function preview(embed: APIEmbed): PostedEmbed {
  return { url: embed.url ?? null, shows: shownBy(embed), genuine: embed.type !== EmbedType.Rich };
}

function shownBy({ type, video, image, thumbnail }: APIEmbed): PostedEmbed['shows'] {
  if (type === EmbedType.GIFV) return 'gif';
  if (type === EmbedType.Video || video !== undefined) return 'video';
  if ([image, thumbnail].some((picture) => (flagsOf(picture) & IS_ANIMATED) !== 0)) return 'gif';
  return type === EmbedType.Image ? 'image' : null;
}

/** What an app wrote itself; the preview of a link in the same text is Discord's, and the link is judged. */
function appEmbedsOf({ content = '', embeds = [] }: Part): readonly APIEmbed[] {
  return embeds.filter(
    ({ type = EmbedType.Rich, url }) => type === EmbedType.Rich && (url === undefined || !content.includes(url)),
  );
}

function flagsOf(media: object | undefined): number {
  return media !== undefined && 'flags' in media && typeof media.flags === 'number' ? media.flags : 0;
}

function textsOf({ description, fields = [] }: APIEmbed): readonly string[] {
  return [...(description === undefined ? [] : [description]), ...fields.map(({ value }) => value)];
}

/** A component and all that stands in it. */
function flattened(component: Component): readonly Component[] {
  switch (component.type) {
    case ComponentType.ActionRow:
    case ComponentType.Container:
      return [component, ...component.components.flatMap((each: Component) => flattened(each))];
    case ComponentType.Section:
      return [component, ...component.components, component.accessory];
    default:
      return [component];
  }
}

function mediaOf(component: Component): readonly PostedMedia[] {
  switch (component.type) {
    case ComponentType.MediaGallery:
      return component.items.map(({ media }) => shown(media));
    case ComponentType.Thumbnail:
      return [shown(component.media)];
    case ComponentType.File:
      return [shown(component.file)];
    default:
      return [];
  }
}

/** A medium that a component shows: uploaded with the message, or from anywhere. */
function shown(media: {
  url: string;
  content_type?: string | null | undefined;
  attachment_id?: string | undefined;
}): PostedMedia {
  const { url, content_type: contentType = null, attachment_id: attachmentId } = media;
  return {
    way: attachmentId === undefined ? 'link' : 'attachment',
    name: 'a medium',
    url,
    contentType,
    animated: (flagsOf(media) & IS_ANIMATED) !== 0,
  };
}
