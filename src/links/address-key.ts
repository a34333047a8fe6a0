import { createHash } from 'node:crypto';
import { isHost } from './hosts.ts';

/** Parameters that say who shared a link or when it runs out, and nothing of what it shows; by host. */
const IDLE_PARAMETERS: readonly (readonly [hosts: readonly string[], names: RegExp])[] = [
  [['cdn.discordapp.com', 'media.discordapp.net'], /^(?:ex|is|hm)$/],
  [['youtube.com', 'youtu.be', 'youtube-nocookie.com'], /^(?:si|feature|pp|ab_channel|t|start|app|index)$/],
  [['twitter.com', 'x.com', 'fxtwitter.com', 'vxtwitter.com'], /^(?:s|t|ref_src|ref_url|cxt|lang)$/],
  [
    ['tiktok.com'],
    /^(?:_r|_t|is_copy_url|is_from_webapp|sender_device|sender_web_id|web_id|share_\w+|tt_from|u_code|checksum|lang)$/,
  ],
  [['instagram.com'], /^(?:igsh|igshid|img_index)$/],
  [['reddit.com', 'redd.it'], /^(?:share_id|context|rdt|ref|ref_source)$/],
  [['vimeo.com'], /^(?:share|fl|fe|ts)$/],
  [['twitch.tv'], /^(?:filter|range|sort|featured|tt_\w+)$/],
  [['tenor.com', 'giphy.com', 'klipy.com'], /^(?:cid|ep|rid|ct|itemid|ref)$/],
  [
    ['medal.tv', 'streamable.com', 'imgur.com', 'redgifs.com', 'soundcloud.com', 'spotify.com'],
    /^(?:si|src|invite|theater|ref)$/,
  ],
];
/** The marks of campaigns, on all of these hosts. */
const CAMPAIGN = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id)$/;

/**
 * The address under which a verdict is remembered: without its fragment, and on known hosts without what does not change
 * what is shown. A refreshed signature or a friend's share mark is no new link.
 */
export function normaliseAddress(url: URL): string {
  const plain = new URL(url);
  plain.hash = '';
  const idle = IDLE_PARAMETERS.find(([hosts]) => hosts.some((host) => isHost(url.hostname, host)))?.[1];
  if (idle !== undefined) {
    const dropped = [...plain.searchParams.keys()].filter((name) => idle.test(name) || CAMPAIGN.test(name));
    for (const name of dropped) plain.searchParams.delete(name);
  }
  return plain.href;
}

/** What stands for that address in the database: an address is a part of somebody's message, and is not kept (rule 11.5). */
export function addressKey(url: URL): string {
  return createHash('sha256').update(normaliseAddress(url)).digest('base64url');
}
