import { expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { crawl, serve, startApp } from '../support/app.ts';
import { page } from '../support/site.ts';
import type { Transcript } from '../support/discord/standin.mjs';
import { ADMIN, startBot, startStandin } from './bot.ts';

/** Longer than a message, in characters of two units, with all that Discord would format. */
const TEXT = `@everyone **bold** <@&1> ${'🦉'.repeat(2900)}`;

/** Every command with each of its options of text, the others as they have to be. */
const ASKED = commands
  .filter(({ access }) => access !== 'operator')
  .flatMap(({ path: [name = '', ...rest], options }) => {
    const given = Object.entries(options).filter(([, { operatorOnly }]) => operatorOnly !== true);
    const needed = given
      .filter(([, { required }]) => required)
      .map(([other, { choices }]) => [other, choices?.[0] ?? '1']);
    return given
      .filter(([, { kind, choices }]) => kind === 'text' && choices === undefined)
      .map(([option]) => ({
        command: [name, ...(rest.length === 0 ? [] : [rest.join('-')])].join(' '),
        options: { ...Object.fromEntries(needed), [option]: TEXT },
      }));
  });

it('whatever is written into an option of whatever command, the answer keeps every limit and pings nobody', async () => {
  const site = await serve({ '/': page('Home') });
  const app = await startApp();
  const discord = await startStandin();
  await crawl(app, `${site.origin}/`, { guild: discord.guildId });
  await startBot({ app, discord });
  expect(ASKED.length).toBeGreaterThan(15);
  for (const { command, options } of ASKED) {
    const until = ({ live }: Transcript): boolean =>
      live.some(({ content, embeds }) => content !== '' || embeds.length > 0);
    const t = await discord.slash({ ...ADMIN, command, options, until });
    expect({ command, pinged: t.pinged, text: t.text }).toEqual({
      command,
      pinged: false,
      text: expect.not.stringMatching(/^$|went wrong/),
    });
  }
});
