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
  const title = titleOfFilm(node);
  for (const { name, value } of node.attrs) {
    if (!ADDRESS.test(name) || !/youtu|vimeo/.test(value)) continue;
    const url = resolveHttp(value, base);
    const video = url === null ? null : videoAt(url, title);
    if (video) return video;
  }
  return filmByNumber(node, title);
}

export function titleOfFilm(node: ElementNode): string {
  const title = TITLES.map((name) => attr(node, name)).find(Boolean) ?? '';
  return title
    .replace(/\s+/g, ' ')
    .replace(/^\s*play(?: video)?\s*:\s*/i, '')
    .trim();
}

/** `<lite-youtube videoid>`, `<lite-vimeo videoid>`, and the attributes of Plyr. */
function filmByNumber(node: ElementNode, title: string): Video | null {
  const id = attr(node, 'videoid') ?? attr(node, 'data-plyr-embed-id') ?? '';
  const provider = attr(node, 'data-plyr-provider') ?? node.tag;
  if (id === '') return null;
  if (provider.includes('youtube')) return videoAt(`https://www.youtube.com/watch?v=${id}`, title);
  return provider.includes('vimeo') ? videoAt(`https://vimeo.com/${id}`, title) : null;
}

/** The address of the file that a `video` element plays, or null. */
export function filmFile(node: ElementNode, base: string): string | null {
  const addresses = [node, ...find(node, ({ tag }) => tag === 'source')].map((place) => attr(place, 'src') ?? '');
  return addresses.map((address) => address && resolveHttp(address, base)).find(Boolean) || null;
}
