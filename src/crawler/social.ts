/** Social networks (rule 5.1): a documentation crawl that starts on one, or strays to one, finds nothing to store. */
const SOCIAL_DOMAINS: ReadonlySet<string> = new Set([
  'bsky.app',
  'discord.gg',
  'facebook.com',
  'fb.com',
  'fb.me',
  'instagr.am',
  'instagram.com',
  'linkedin.com',
  'lnkd.in',
  'm.me',
  'mastodon.online',
  'mastodon.social',
  'messenger.com',
  'ok.ru',
  'pin.it',
  'pinterest.com',
  'redd.it',
  'reddit.com',
  'snapchat.com',
  't.co',
  't.me',
  'telegram.me',
  'threads.com',
  'threads.net',
  'tiktok.com',
  'tumblr.com',
  'twitch.tv',
  'twitter.com',
  'vk.com',
  'wa.me',
  'weibo.com',
  'whatsapp.com',
  'x.com',
  'xing.com',
  'youtu.be',
  'youtube.com',
]);

/** Whether a host is a social network's or under one. Whole labels are compared: `netflix.com` does not end in `x.com`. */
export function isSocialHost(hostname: string): boolean {
  const labels = hostname.split('.');
  return labels.some((_, at) => SOCIAL_DOMAINS.has(labels.slice(at).join('.')));
}
