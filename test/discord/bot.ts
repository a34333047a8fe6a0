import { expect } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { App } from '../../src/app/app.ts';
import { systemClock, type Clock } from '../../src/clock.ts';
import { runDiscord, type DiscordOptions } from '../../src/discord/discord.ts';
import type { JobHandle } from '../../src/jobs/runner.ts';
import { afterTest, startApp } from '../support/app.ts';
import { createStandin, type Standin, type StandinOptions, type Transcript } from '../support/discord/standin.mjs';

/** The bot on a Discord of its own, and what it said to its operator. */
export interface Bot {
  readonly discord: Standin;
  readonly app: App;
  readonly said: string[];
  /** Tells it to leave, and waits until it has. */
  leave(): Promise<string | null>;
}

export interface BotOptions extends StandinOptions, Pick<DiscordOptions, 'watchSchedule'> {
  readonly app?: App;
  readonly discord?: Standin;
  readonly background?: readonly JobHandle[];
  /** How Discord's time passes for the bot; its waits are short ones unless a clock is given. */
  readonly clock?: Clock;
  /** Refusals that the test is about; none unless given. */
  readonly refused?: readonly RegExp[];
  readonly rateLimited?: boolean;
}

/** An admin, as the stand-in writes one. */
export const ADMIN = { user: 'root', permissions: ['ManageGuild'] } as const;

/** A Discord that goes when the test is over, and by then must have found nothing wrong but what the test is about. */
export async function startStandin({
  refused = [],
  rateLimited = false,
  ...options
}: BotOptions = {}): Promise<Standin> {
  const discord = await createStandin({ checkOwnResponses: true, rateLimits: false, ...options });
  afterTest(async () => {
    await discord.stop();
    const problems = discord.problems();
    expect({
      ...problems,
      refused: problems.refused.filter((line) => !refused.some((about) => about.test(line))),
      rateLimited: rateLimited ? 0 : problems.rateLimited,
    }).toEqual({ unknownRoutes: [], refused: [], rateLimited: 0, unknownFields: [], ownFaults: [] });
  });
  return discord;
}

/** Real time with short waits: for tests that are not about how often a card is edited. */
const impatient: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 40, signal) };

/** Starts the bot and waits until it can be asked. */
export async function startBot(options: BotOptions = {}): Promise<Bot> {
  const { app = await startApp(), background = [], clock = impatient } = options;
  const discord = options.discord ?? (await startStandin(options));
  const { watchSchedule = () => {} } = options;
  const said: string[] = [];
  const leave = new AbortController();
  const ended = runDiscord(app, {
    token: discord.token,
    apiUrl: discord.restUrl,
    commands,
    background,
    leave: leave.signal,
    report: (sentence) => said.push(sentence),
    watchSchedule,
    clock,
  });
  const stop = (): Promise<string | null> => {
    leave.abort();
    return ended;
  };
  afterTest(async () => void (await stop()));
  await Promise.race([discord.waitFor(() => said.some((line) => line.startsWith('Logged in'))), ended]);
  return { discord, app, said, leave: stop };
}

/** The text of the first file that a transcript's newest message brings. */
export async function fileOf({ last }: Transcript): Promise<string> {
  const file = await fetch(last?.attachments[0]?.url);
  return file.text();
}
