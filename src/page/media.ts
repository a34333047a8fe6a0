import type { Image, Video } from './page.ts';
import { resolveHttp } from './marks.ts';
import { attr, type ElementNode } from './tree.ts';
import { parseUrl } from '../parse-url.ts';

/** Pictures and films of a page (rule 7.3). */

/** Attributes that lazy loaders keep the real address in, before `src`, where they leave a placeholder. */
const SOURCES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-zoom-src',
  'src',
  'data-srcset',
  'srcset',
] as const;
/** A picture at most so wide is an icon or a counter. */
const ICON_PIXELS = 20;

/** The address of a picture, or null when it has none that can be asked for: `data:` pictures stay in the page. */
export function imageUrl(node: ElementNode, base: string): string | null {
  for (const name of SOURCES) {
    const value = attr(node, name)?.trim();
    if (!value || /^(?:data|blob):/i.test(value)) continue;
    const first = name.endsWith('srcset') ? value.split(/\s/, 1)[0]?.replace(/,$/, '') : value;
    const url = first ? resolveHttp(first, base) : null;
    if (url) return url;
  }
  return null;
}

export function isIcon(node: ElementNode): boolean {
  return sizeOf(node, 'width') <= ICON_PIXELS || sizeOf(node, 'height') <= ICON_PIXELS;
}

/** A picture of a point, which counts visitors and is not seen. */
export function isCounter(node: ElementNode): boolean {
  return sizeOf(node, 'width') <= 1 && sizeOf(node, 'height') <= 1;
}

function sizeOf(node: ElementNode, side: 'width' | 'height'): number {
  const size = Number.parseFloat(attr(node, side) ?? '');
  return Number.isNaN(size) ? Infinity : size;
}

/** Collects what is met in page order, each address once. */
export interface MediaCollector {
  addImage(url: string, alt: string, place: ElementNode): void;
  addVideo(video: Video): void;
  images(contextOf: (place: ElementNode) => string): Image[];
  /** A function and no getter: V8 keeps a getter's closure, and so the whole page, until the next full collection. */
  videos(): Video[];
}

export function createMediaCollector(): MediaCollector {
  const images = new Map<string, { alt: string; place: ElementNode }>();
  const videos = new Map<string, Video>();
  return {
    addImage(url, alt, place) {
      const known = images.get(url);
      if (!known || (!known.alt && alt)) images.set(url, { alt, place });
    },
    addVideo(video) {
      const key = `${video.provider} ${video.id}`;
      const known = videos.get(key);
      if (!known) videos.set(key, video);
      else if (known.title === undefined && video.title !== undefined)
        videos.set(key, { ...known, title: video.title });
    },
    images: (contextOf) => [...images].map(([url, { alt, place }]) => ({ url, alt, context: contextOf(place) })),
    videos: () => [...videos.values()],
  };
}

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const YOUTUBE_ID = /^[\w-]{11}$/;

/**
 * The film that an address shows or embeds, or null. An embed keeps its address without the player's parameters; a
 * link keeps the watch page's.
 */
export function videoAt(address: string, title = ''): Video | null {
  const url = parseUrl(address);
  if (url === null) return null;
  const named = title ? { title } : {};
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  if (url.hostname === 'youtu.be' && YOUTUBE_ID.test(first)) {
    return { provider: 'youtube', id: first, url: `https://www.youtube.com/watch?v=${first}`, ...named };
  }
  if (YOUTUBE_HOST.test(url.hostname)) {
    const isPlayer = ['embed', 'v', 'e', 'shorts', 'live'].includes(first);
    const id = isPlayer ? second : first === 'watch' ? (url.searchParams.get('v') ?? '') : '';
    if (!YOUTUBE_ID.test(id)) return null;
    const kept = isPlayer ? url.origin + url.pathname : `https://www.youtube.com/watch?v=${id}`;
    return { provider: 'youtube', id, url: kept, ...named };
  }
  if (/^(?:www\.|player\.)?vimeo\.com$/.test(url.hostname)) {
    const id = vimeoId(url);
    // Films that are not listed play only with their hash.
    const hash = url.searchParams.get('h');
    const kept = url.origin + url.pathname + (hash && /^\w+$/.test(hash) ? `?h=${hash}` : '');
    if (id !== null) return { provider: 'vimeo', id, url: kept, ...named };
  }
  return null;
}

/** `/76979871`, `/76979871/HASH`, `/video/76979871`, `/channels/staffpicks/76979871`, `/showcase/7008490/video/76979871`. */
function vimeoId({ pathname }: URL): string | null {
  return (
    /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/|ondemand\/[^/]+\/)?(\d{5,})(?:\/|$)/.exec(
      pathname,
    )?.[1] ?? null
  );
}
