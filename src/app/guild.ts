import type { GuildKnowledge, Source, StoredPage } from '../knowledge/store.ts';
import { parseUrl } from '../parse-url.ts';
import type { CommandContext } from './command.ts';

/** What a command asked for, or one sentence why it can't be had. */
export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: string };

/** Guilds named to somebody who asked for one that is not there. */
const SHOWN_GUILDS = 5;

/** The guild's knowledge for a command that adds to it; created when it is new. */
export async function guildToFill({ app, guildId }: CommandContext): Promise<Found<GuildKnowledge>> {
  const opened = await app.store.guild(guildId);
  return opened.ok ? opened : { ok: false, sentence: opened.problem.sentence };
}

/** The guild's knowledge for a command that looks at it; nothing is created for a name that was mistyped. */
export async function guildToRead(context: CommandContext): Promise<Found<GuildKnowledge>> {
  const { app, guildId, operator } = context;
  const known = await app.store.guildIds();
  if (known.includes(guildId)) return guildToFill(context);
  if (known.length === 0 || !operator)
    return { ok: false, sentence: 'Nothing is known here yet. Start with: knowledge crawl --url https://…' };
  const some = known.length > SHOWN_GUILDS ? `, and ${known.length - SHOWN_GUILDS} more` : '';
  return {
    ok: false,
    sentence: `Guild ${guildId} has no knowledge here; these have: ${known.slice(0, SHOWN_GUILDS).join(', ')}${some}.`,
  };
}

/** A source by its number or one of its addresses. */
export async function findSource(guild: GuildKnowledge, named: string): Promise<Found<Source>> {
  const value = (await guild.sources()).find((source) => isCalled(source, named));
  if (value !== undefined) return { ok: true, value };
  // A site that moved since is still known by the address that it was added with.
  const moved = await guild.siteWith([named]);
  if (moved !== null) return { ok: true, value: moved };
  return { ok: false, sentence: `There is no source "${named}". List them with: knowledge list` };
}

/** Whether a source is meant: by its number, or by one of its addresses as it is written or as it is stored. */
export function isCalled({ id, spec }: Pick<Source, 'id' | 'spec'>, named: string): boolean {
  if (String(id) === named) return true;
  const address = parseUrl(named)?.href ?? named;
  return spec.kind === 'page' ? spec.url === address : spec.startUrls.includes(address);
}

/** A page by its number or its address. */
export async function findPage(guild: GuildKnowledge, named: string): Promise<Found<StoredPage>> {
  const page = /^\d{1,15}$/.test(named) ? await guild.page(Number(named)) : await guild.pageAt(named);
  if (page !== null) return { ok: true, value: page };
  return { ok: false, sentence: `There is no page "${named}". List them with: knowledge pages` };
}

/** How a source is called when it is shown. */
export function sourceName({ spec }: Pick<Source, 'spec'>): string {
  return spec.kind === 'page' ? spec.url : spec.startUrls.join(' ');
}
