import { expect, it } from 'vitest';
import { serve, startApp } from '../support/app.ts';
import { links, page } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { startBot } from './bot.ts';

const GUILDS = Array.from({ length: 10 }, (_, n) => ({ name: `Server ${n}` }));
const CRAWLS = 5;
const MAX_JOBS = 4;

const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);

/** A web server that holds every site asked for, and knows which of them are being read at each moment. */
async function busyServer() {
  const order: string[] = [];
  const site = await serve((path) => {
    if (path === '/robots.txt') return undefined;
    const [, guild = '', crawl = ''] = path.split('/');
    const name = `${guild}/${crawl}`;
    if (order.at(-1) !== name) order.push(name);
    return page(`Page ${path}`, path.endsWith('/start.html') ? links('a', 'b') : '');
  });
  return { origin: site.origin, order };
}

it('two admins, ten servers, fifty crawls: each server one at a time, all in turn, and never more than may be', async () => {
  const { origin, order } = await busyServer();
  const app = await startApp({}, { maxJobs: MAX_JOBS });
  // Fifty at once, with waits that take no time, in one process with Discord and the sites: this is not about speed.
  const { discord } = await startBot({ app, guilds: GUILDS, ackTimeoutMs: 20_000 });
  const guildIds: readonly string[] = [...discord.world.guilds.keys()];
  let most = 0;
  const mostOfOneGuild = new Map<string, number>();
  const count = (): void => {
    const running = guildIds.map((id) => app.runner.active(id).filter((job) => job.place() === 0).length);
    most = Math.max(
      most,
      running.reduce((sum, one) => sum + one, 0),
    );
    for (const [index, id] of guildIds.entries()) {
      mostOfOneGuild.set(id, Math.max(mostOfOneGuild.get(id) ?? 0, running[index] ?? 0));
    }
  };
  const timer = setInterval(count, 1);
  const handles = guildIds.flatMap((guildId, guild) =>
    Array.from({ length: CRAWLS }, (_, crawl) =>
      discord.beginSlash({
        user: crawl % 2 === 0 ? 'root' : 'odin',
        permissions: ['ManageGuild'],
        guildId,
        command: 'knowledge crawl',
        options: { url: `${origin}/g${guild}/c${crawl}/start.html`, sitemap: 'off' },
      }),
    ),
  );
  const cards = await Promise.all(handles.map((handle) => handle.settled({ until: over, timeoutMs: 25_000 })));
  clearInterval(timer);
  expect(cards.filter(({ text }) => text.includes('3 pages stored'))).toHaveLength(50);
  expect(cards.every(({ ackMs, pinged }) => ackMs !== null && !pinged)).toBe(true);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAX_JOBS);
  expect(Math.max(...mostOfOneGuild.values())).toBe(1);
  // Of those that waited, some said at which place.
  const said = cards.flatMap(({ history }) =>
    history.flatMap(({ embeds }) => embeds.map((embed) => embed.description)),
  );
  expect(said.join('\n')).toMatch(/Waits for its turn: number \d in the queue of this server/);
  // No server has its third crawl before every server has had its first.
  const firsts = order.filter((name, index) => order.indexOf(name) === index);
  const lastFirst = Math.max(...guildIds.map((_, guild) => firsts.findIndex((name) => name.startsWith(`g${guild}/`))));
  const third = firsts.findIndex((name, index) => {
    const guild = name.split('/')[0] ?? '';
    return firsts.slice(0, index).filter((other) => other.startsWith(`${guild}/`)).length === 2;
  });
  expect(lastFirst).toBeLessThan(third);
});
