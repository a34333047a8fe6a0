import { load } from 'cheerio/slim';
import { metaTags } from './meta-tags.ts';
import { gif, none, video, type Judgement } from './verdict.ts';

/**
 * What a page presents: what its meta tags offer to whoever shows a preview of it (rule 11.3). A picture, an oEmbed link,
 * structured data or a player in the body alone decide nothing: ordinary articles have all of them.
 */
export interface PageHints {
  readonly judgement: Judgement;
  /** More of the page could not change it. */
  readonly settled: boolean;
}

/** Without any of these there is no hint; letters may be written as character references. */
const MARKER = /(?:og|twitter)(?::|&)|&#/i;

const VIDEO = ['og:video', 'og:video:url', 'og:video:secure_url'];
const PLAYER = ['twitter:player', 'twitter:player:stream'];
/** Sites whose films are GIFs by another name, as they call themselves. */
const GIF_SITES = /^(?:tenor|giphy|klipy|gfycat|redgifs)$/i;

/** Whether a beginning of a page may hold a hint at all; the bytes of any encoding that keeps ASCII, as characters. */
export function mayHoldHints(text: string): boolean {
  return MARKER.test(text);
}

export function readPageHints(html: string): PageHints {
  if (!mayHoldHints(html)) return { judgement: NOTHING, settled: false };
  const metas = metasOf(metaTags(html));
  const judgement = judge(metas);
  const headIsOver = /<\/head|<body/i.test(html);
  // The kind of page may be told after its film, and music is none.
  return { judgement, settled: judgement.verdict !== 'none' && (headIsOver || metas.has('og:type')) };
}

const NOTHING = none('a page that presents neither a GIF nor a video');

function judge(metas: ReadonlyMap<string, string>): Judgement {
  const type = metas.get('og:type') ?? '';
  const film = VIDEO.find((name) => metas.has(name));
  const filmType = metas.get('og:video:type') ?? '';
  if (type.startsWith('music') && !filmType.startsWith('video/')) return none('a page of music');
  if (film !== undefined) {
    if (filmType === 'image/gif') return gif(`the page offers a GIF (${film})`);
    const site = metas.get('og:site_name') ?? '';
    return GIF_SITES.test(site)
      ? gif(`a page of ${site}, which shows GIFs`)
      : video(`the page offers a video (${film})`);
  }
  const player = PLAYER.find((name) => metas.has(name));
  if (player !== undefined) return video(`the page offers a player (${player})`);
  return type.startsWith('video') ? video(`the page says it is a video (og:type ${type.slice(0, 40)})`) : NOTHING;
}

/** The first value of each name; `property` lists several, and some sites write `name` in its place. */
function metasOf(tags: string): ReadonlyMap<string, string> {
  const $ = load(tags, { xml: { xmlMode: false } });
  const found = new Map<string, string>();
  for (const { attribs } of $('meta').toArray()) {
    const { property, name, content } = attribs;
    const value = content?.trim() ?? '';
    if (value === '') continue;
    for (const key of `${property ?? ''} ${name ?? ''}`.toLowerCase().split(/\s+/)) {
      if (key !== '' && !found.has(key)) found.set(key, key === 'og:site_name' ? value : value.toLowerCase());
    }
  }
  return found;
}
