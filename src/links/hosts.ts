import { gif, image, none, video, type Judgement } from './verdict.ts';

/**
 * Hosts whose addresses say what they show, so that nothing has to be fetched (rule 11.4): data, to be extended by a line.
 * Only shapes of which every address is a GIF or a film stand here; everything else of a host is judged by its bytes.
 */

/** When the table was last gone through. */
export const KNOWN_HOSTS_AS_OF = '2026-11-30';

export interface KnownHost {
  /** As people call it. */
  readonly name: string;
  /** Host names, each with all names below it. */
  readonly hosts: readonly string[];
  readonly verdict: 'gif' | 'video' | 'image' | 'none';
  /** What the path, or path and query, look like; any when it is not given. */
  readonly path?: RegExp;
  /** Shapes that are excepted. */
  readonly except?: RegExp;
}

export const KNOWN_HOSTS: readonly KnownHost[] = [
  // GIFs
  { name: 'Tenor', hosts: ['tenor.com', 'tenor.co'], verdict: 'gif', path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?view\/./i },
  { name: 'Tenor', hosts: ['tenor.com', 'tenor.co'], verdict: 'gif', path: /^\/embed\/\d/ },
  { name: 'Tenor', hosts: ['tenor.com', 'tenor.co'], verdict: 'gif', path: /^\/[\w-]+\.gif$/i },
  {
    name: 'Tenor',
    hosts: [
      'media.tenor.com',
      'media1.tenor.com',
      'c.tenor.com',
      'images.tenor.com',
      'cdn.tenor.com',
      'media.tenor.co',
    ],
    verdict: 'gif',
    path: /\.(?:gif|mp4|webm)$/i,
  },
  { name: 'GIPHY', hosts: ['giphy.com'], verdict: 'gif', path: /^\/(?:gifs|stickers|clips|embed)\/./i },
  { name: 'GIPHY', hosts: ['gph.is'], verdict: 'gif', path: /^\/./ },
  {
    name: 'GIPHY',
    hosts: ['media.giphy.com', 'i.giphy.com', ...[0, 1, 2, 3, 4].map((n) => `media${n}.giphy.com`)],
    verdict: 'gif',
    path: /\.(?:gif|mp4)$/i,
    // The still beside each GIF.
    except: /_s\.gif$/i,
  },
  { name: 'KLIPY', hosts: ['klipy.com'], verdict: 'gif', path: /^\/(?:gifs?|stickers?|clips?|memes?\/gifs?)\/./i },
  { name: 'KLIPY', hosts: ['static.klipy.com', 'media.klipy.com'], verdict: 'gif', path: /\.(?:gif|mp4|webm)$/i },
  { name: 'Imgur', hosts: ['imgur.com'], verdict: 'gif', path: /\.gifv$/i },
  {
    name: 'Gfycat',
    hosts: ['gfycat.com'],
    verdict: 'gif',
    path: /^\/(?:gifs\/detail\/|ifr\/)?\w+/,
    except: /^\/(?:about|terms|privacy|jobs)\b/,
  },
  { name: 'Redgifs', hosts: ['redgifs.com'], verdict: 'gif', path: /^\/(?:watch|ifr|i)\/./i },
  { name: 'Gifer', hosts: ['gifer.com'], verdict: 'gif', path: /^\/(?:[a-z]{2}\/)?\w{3,6}$|\.(?:gif|mp4)$/i },
  { name: 'Makeagif', hosts: ['makeagif.com'], verdict: 'gif', path: /^\/(?:gif|i)\/./i },
  { name: 'Reddit', hosts: ['preview.redd.it'], verdict: 'gif', path: /^\/\w+\.gif\?.*format=mp4/i },
  { name: 'X', hosts: ['video.twimg.com'], verdict: 'gif', path: /^\/tweet_video\// },
  // films
  { name: 'Reddit', hosts: ['v.redd.it'], verdict: 'video', path: /^\/./ },
  { name: 'Reddit', hosts: ['reddit.com'], verdict: 'video', path: /^\/link\/\w+\/video\// },
  {
    name: 'X',
    hosts: ['video.twimg.com'],
    verdict: 'video',
    path: /^\/(?:ext_tw_video|amplify_video|amplify|ext_tw_video_thumb)\/.*\.(?:mp4|m3u8)$/,
  },
  { name: 'X', hosts: ['twitter.com', 'x.com'], verdict: 'video', path: /^\/\w+\/status\/\d+\/video\/\d/i },
  { name: 'X', hosts: ['twitter.com', 'x.com'], verdict: 'video', path: /^\/i\/(?:videos|broadcasts)\/./i },
  {
    name: 'TikTok',
    hosts: ['tiktok.com'],
    verdict: 'video',
    path: /^\/(?:@[\w.-]*\/video\/\d|t\/\w|embed\/(?:v2\/)?\d|v\/\d)/i,
  },
  { name: 'TikTok', hosts: ['vm.tiktok.com', 'vt.tiktok.com'], verdict: 'video', path: /^\/\w/ },
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    verdict: 'video',
    path: /^\/watch\/?\?(?:.*&)?v=./i,
  },
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtube-nocookie.com'],
    verdict: 'video',
    path: /^\/(?:shorts|embed|live|v|clip|e)\/[\w-]/i,
  },
  { name: 'YouTube', hosts: ['youtu.be'], verdict: 'video', path: /^\/[\w-]{6,}/ },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com'],
    verdict: 'video',
    path: /^\/(?:\d+|(?:channels|groups|album|showcase|ondemand)\/[\w/-]*?\d+|video\/\d+)(?:[/?]|$)/i,
  },
  { name: 'Twitch', hosts: ['clips.twitch.tv'], verdict: 'video', path: /^\/(?:embed\?|\w)/ },
  { name: 'Twitch', hosts: ['twitch.tv'], verdict: 'video', path: /^\/(?:videos\/\d|\w+\/(?:clip|v|video)\/[\w-])/i },
  {
    name: 'Streamable',
    hosts: ['streamable.com'],
    verdict: 'video',
    path: /^\/(?:[eosml]\/)?[a-z0-9]{3,8}$/,
    except: /^\/(?:login|signup|pricing|terms|privacy|about|help|upload|clipper|contact|blog|business)$/,
  },
  {
    name: 'Medal',
    hosts: ['medal.tv'],
    verdict: 'video',
    path: /^\/(?:[a-z]{2}\/)?(?:games\/[\w-]+\/)?clips?\/[\w-]/i,
  },
  // Discord itself: what its addresses say of emoji and avatars. Attachments are judged by their bytes.
  {
    name: 'Discord',
    hosts: ['cdn.discordapp.com', 'media.discordapp.net'],
    verdict: 'gif',
    path: /^\/(?:emojis|stickers|avatars|icons|banners|guilds)\/.*\.(?:gif|webp\?.*animated=true)/,
  },
  {
    name: 'Discord',
    hosts: ['cdn.discordapp.com', 'media.discordapp.net'],
    verdict: 'image',
    path: /^\/emojis\/\d+\.(?:png|jpe?g)/,
  },
  {
    name: 'Discord',
    hosts: ['discord.com', 'discordapp.com', 'discord.gg'],
    verdict: 'none',
    path: /^\/(?:channels|invite|events|users|developers|[\w-]+$)/,
  },
];

/** The judgement that the table has for an address, or null: then its bytes have to be looked at. */
export function judgeKnownHost(url: URL): Judgement | null {
  const address = url.pathname + url.search;
  const entry = KNOWN_HOSTS.find(
    ({ hosts, path, except }) =>
      hosts.some((host) => isHost(url.hostname, host)) &&
      (path === undefined || path.test(address) || path.test(url.pathname)) &&
      except?.test(url.pathname) !== true,
  );
  if (entry === undefined) return null;
  return { verdict: entry.verdict, why: `a ${WORDS[entry.verdict]} of ${entry.name}, by the form of its address` };
}

const WORDS = { gif: 'GIF', video: 'video', image: 'picture', none: 'page' } as const;

/** What a server's admins say of a host: what it shows, or that its links are always let through. */
export interface HostRule {
  readonly host: string;
  readonly shows: 'gif' | 'video' | 'image' | 'allowed';
}

/** The rule of the nearest name, or null; it holds for all names below too. */
export function hostRuleFor(url: URL, rules: readonly HostRule[]): HostRule | null {
  const matching = rules.filter(({ host }) => isHost(url.hostname, host));
  return matching.toSorted((a, b) => b.host.length - a.host.length)[0] ?? null;
}

/** The judgement that follows from a server's rule. */
export function judgeByRule({ host, shows }: HostRule): Judgement {
  switch (shows) {
    case 'allowed':
      return none(`links to ${host} are allowed in this server`);
    case 'gif':
      return gif(`${host} shows GIFs, say this server's admins`);
    case 'video':
      return video(`${host} shows videos, say this server's admins`);
    case 'image':
      return image(`${host} shows pictures, say this server's admins`);
    default:
      return shows satisfies never;
  }
}

/** Whether a host name is this one or lies below it. */
export function isHost(hostname: string, host: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name === host || name.endsWith(`.${host}`);
}

/** Hosts that Discord serves emoji, stickers and uploads from. */
export function isDiscordMedia(url: URL): boolean {
  return isHost(url.hostname, 'cdn.discordapp.com') || isHost(url.hostname, 'media.discordapp.net');
}
