import { resolveHttp } from './marks.ts';
import { videoAt } from './media.ts';
import type { Video } from './page.ts';
import { attr, find, type ElementNode } from './tree.ts';

/** Films that an element shows (rule 7.3): frames, the light stand-ins that load one at a click, and players. */

/** Attributes that say what a film is called, in the order they are believed. */
const TITLES = ['title', 'videotitle', 'data-title', 'aria-label', 'playlabel', 'data-alt'] as const;
/** Attributes with an address: lazy loaders leave `about:blank` or a placeholder in `src`. */
const ADDRESS = /(?:^|-)(?:src|url|data|href)$/;

/** The film of YouTube or Vimeo that a frame, a player or a stand-in shows, or null. */
export function filmOf(node: ElementNode, base: string): Video | null {
  for (const { name, value } of node.attrs) {
    if (!ADDRESS.test(name) || !/youtu|vimeo/.test(value)) continue;
    const url = resolveHttp(value, base);
    const video = url === null ? null : videoAt(url, titleOfFilm(node));
    if (video) return video;
  }
  return filmByNumber(node);
}

export function titleOfFilm(node: ElementNode): string {
  const title = TITLES.map((name) => attr(node, name)).find(Boolean) ?? '';
  return title
    .replace(/\s+/g, ' ')
    .replace(/^\s*play(?: video)?\s*:\s*/i, '')
    .trim();
}

/** Attributes with a film's id, and whose film it is where their name says so. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ...['videoid', 'video-id', 'data-videoid', 'data-video-id', 'data-plyr-embed-id'].map((name) => [name, ''] as const),
  ...['youtube-id', 'data-youtube-id', 'data-youtube', 'data-youtube-video-id', 'data-yt-id', 'data-ytid'].map(
    (name) => [name, 'youtube'] as const,
  ),
  ...['vimeo-id', 'data-vimeo-id', 'data-vimeo', 'data-vimeo-video-id'].map((name) => [name, 'vimeo'] as const),
]);
/** Attributes that say whose film it is. */
const PROVIDERS = [
  'data-plyr-provider',
  'data-video-provider',
  'data-provider',
  'data-video-type',
  'data-type',
  'data-platform',
  'provider',
  'class',
] as const;

/** Does an attribute hold the id of a film? */
export function hasFilmNumber(node: ElementNode): boolean {
  for (const { name } of node.attrs) if (NUMBERS.has(name)) return true;
  return false;
}

/** Stand-ins that name a film by its id: `<lite-youtube videoid>`, `data-youtube-id`, the attributes of Plyr. */
function filmByNumber(node: ElementNode): Video | null {
  for (const { name, value } of node.attrs) {
    const named = NUMBERS.get(name);
    if (named === undefined || value === '') continue;
    const provider = named || [node.tag, ...PROVIDERS.map((by) => attr(node, by))].join(' ').toLowerCase();
    if (provider.includes('youtube')) return videoAt(`https://www.youtube.com/watch?v=${value}`, titleOfFilm(node));
    if (provider.includes('vimeo')) return videoAt(`https://vimeo.com/${value}`, titleOfFilm(node));
  }
  return null;
}

/** What is said in a film, to be read: files with captions, by their label. */
export function captionsOf(film: ElementNode, base: string): { readonly url: string; readonly label: string }[] {
  return find(film, ({ tag }) => tag === 'track').flatMap((track) => {
    const label = attr(track, 'label')?.trim() ?? '';
    const isRead = label !== '' || /^(?:captions|subtitles|descriptions)$/i.test(attr(track, 'kind') ?? '');
    const url = isRead ? resolveHttp(attr(track, 'src') ?? '', base) : null;
    return url === null ? [] : [{ url, label: label || 'Captions' }];
  });
}

/** The address of the file that a `video` element plays, or null. */
export function filmFile(node: ElementNode, base: string): string | null {
  const addresses = [node, ...find(node, ({ tag }) => tag === 'source')].map((place) => attr(place, 'src') ?? '');
  return addresses.map((address) => address && resolveHttp(address, base)).find(Boolean) || null;
}
