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
  /** The member only called the app that posted it: Discord does not tell his roles. */
  readonly called: boolean;
}

/** Who answers for it: its author, or who called the app (rule 11.5). Null for an update that does not say. */
export function posterOf(message: HeardMessage): Poster | null {
  const { author } = message;
  if (author === undefined) return null;
  const caller = message.interaction_metadata?.user.id;
  if (caller !== undefined) return { member: { id: caller, roleIds: [] }, byMachine: false, called: true };
  const byMachine = author.bot === true || message.webhook_id !== undefined;
  return { member: { id: author.id, roleIds: message.member?.roles ?? [] }, byMachine, called: false };
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
  const ownEmbeds = poster.byMachine || poster.called ? parts.flatMap(({ embeds = [] }) => embeds) : [];
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
      ...ownEmbeds.flatMap(({ image, video }) => [image?.url, video?.url].flatMap((url) => url ?? [])),
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
