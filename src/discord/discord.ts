import { Events, GatewayDispatchEvents, Status } from 'discord.js';
import type { App } from '../app/app.ts';
import type { Command } from '../app/command.ts';
import { sentenceFor } from '../app/mistake.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { JobHandle } from '../jobs/runner.ts';
import { startSchedule } from '../jobs/schedule.ts';
import { resumeCards } from './card.ts';
import { createBlocker } from './blocker.ts';
import { createEar, type HeardMessage } from './blocker-ear.ts';
import { clientOptions, createClient, logIn, refusal } from './client.ts';
import { watchGuilds } from './guilds.ts';
import { respond } from './interaction.ts';
import { inviteLink } from './invite.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createMentions } from './mention.ts';
import { registerCommands } from './registration.ts';
import { sendDigest } from './send-digest.ts';
import type { Surface } from './surface.ts';
import { tellPurges } from './tell-purges.ts';
import { tellTroubles } from './tell-troubles.ts';
import { createUnasked } from './unasked.ts';

export interface DiscordOptions {
  readonly token: string;
  /** Another address of Discord's interface than its own; for tests. */
  readonly apiUrl: string | null;
  readonly commands: readonly Command[];
  /** Jobs that go on after a restart: their cards do too. */
  readonly background: readonly JobHandle[];
  /** Aborts when the process is to end. */
  readonly leave: AbortSignal;
  /** One line for the operator. */
  report(sentence: string): void;
  /** Handed what says why Discord is not to be reached right now, or null while it is. */
  watchGateway?(check: () => string | null): void;
  /** Handed what says why work that is due is not begun, or null while it is. */
  watchSchedule?(check: () => string | null): void;
  readonly clock?: Clock;
}

/** How long the last words of cards are waited for when the process ends, in milliseconds. */
const LAST_WORDS_MS = 5000;

/**
 * The bot, from its login until it is told to leave. Returns null when it left as it was told to, or one sentence why
 * Discord lets it in no more: nothing a restart would change.
 */
export async function runDiscord(app: App, options: DiscordOptions): Promise<string | null> {
  const { token, background, leave, report } = options;
  const commands = options.commands.filter(({ access }) => access !== 'operator');
  const client = createClient(options);
  client.on(Events.Error, (error) => report(`Discord: ${error.message}`));
  client.on(Events.ShardError, (error) =>
    report(`The connection to Discord broke, and is made again: ${error.message}`),
  );
  options.watchGateway?.(() => (client.ws.status === Status.Ready ? null : 'the connection to Discord is down'));
  const left = aborted(leave);
  const refused = refusal(client);
  const problem = await Promise.race([logIn(client, token), left]);
  if (problem !== null || !client.isReady()) {
    await client.destroy();
    return problem;
  }
  const leaving = new AbortController();
  const core = {
    app,
    client,
    commands,
    clock: options.clock ?? systemClock,
    leaving: leaving.signal,
    answers: createKeptAnswers(app.store),
    report,
  };
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const caught = work.catch((error: unknown) => report(sentenceFor(error)));
    underWay.add(caught);
    void caught.finally(() => underWay.delete(caught));
  };
  const blocker = createBlocker(core);
  const unasked = createUnasked(core);
  const ear = createEar({
    token,
    client,
    clientOptions: (intents) => clientOptions(options.apiUrl, intents),
    wanted: () => app.attachments.guildsInUse.size + app.answerChannels.guildsInUse.size > 0,
    heard: (message) => {
      track(blocker(message));
      track(unasked(message));
    },
    report,
  });
  const surface: Surface = { ...core, ear };
  client.on(Events.InteractionCreate, (interaction) => track(respond(surface, interaction)));
  const mentions = createMentions(surface);
  client.ws.on(GatewayDispatchEvents.MessageCreate, (message: HeardMessage) => track(mentions(message)));
  app.attachments.watchUse(() => void ear.adjust());
  app.answerChannels.watchUse(() => void ear.adjust());
  await ear.adjust();
  const stopWatching = await welcome(surface);
  void tellTroubles(surface);
  track(resumeCards(surface, background));
  const schedule = startSchedule({
    async tick() {
      await tellPurges(surface);
      await app.upkeep.tick({ digest: (guildId, view) => sendDigest(surface, guildId, view), job: () => {} });
    },
    reportBug: (error) => report(sentenceFor(error)),
    clock: surface.clock,
  });
  options.watchSchedule?.(schedule.trouble);
  const end = await Promise.race([refused, left]);
  stopWatching();
  schedule.stop();
  // First jobs are interrupted, so that the next start goes on with them: what is told to end after that cancels none.
  void app.runner.stop();
  leaving.abort();
  // Their cards say so before the connection goes.
  await Promise.race([Promise.allSettled(underWay), surface.clock.sleep(LAST_WORDS_MS)]);
  await ear.close();
  await client.destroy();
  return end;
}

/** What is done once at each start. Whatever fails of it is said, and keeps nobody from asking. */
async function welcome(surface: Surface): Promise<() => void> {
  const { app, client, commands, report } = surface;
  await registerCommands(client, commands, app.store.notes).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    report(`The commands could not be registered, and are tried again at the next start: ${why}`);
  });
  const count = client.guilds.cache.size;
  report(`Logged in to Discord as ${client.user.tag}, in ${count} ${count === 1 ? 'server' : 'servers'}.`);
  if (count === 0) report(`Invite Heimdall with: ${inviteLink(client.application.id)}`);
  return watchGuilds(surface).catch((error: unknown) => {
    report(sentenceFor(error));
    return () => {};
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
