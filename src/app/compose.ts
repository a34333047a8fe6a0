import { systemClock, type Clock } from '../clock.ts';
import { createPace, type Pace } from '../crawler/pace.ts';
import { sessions } from '../crawler/session.ts';
import { createWebClient } from '../fetch/client.ts';
import { observeRequests, type RequestNews } from '../fetch/observe.ts';
import { withoutShutHosts } from '../fetch/shut-hosts.ts';
import type { Resolver } from '../fetch/guard.ts';
import { createBroadcast } from '../jobs/broadcast.ts';
import { createRunner } from '../jobs/runner.ts';
import { createScheduledJobs } from '../jobs/scheduled.ts';
import { createWeeklyChecks } from '../jobs/weekly-checks.ts';
import type { Embedder } from '../knowledge/embedder.ts';
import type { Notes } from '../knowledge/instance-facts.ts';
import { openSqliteStore } from '../knowledge/sqlite/open.ts';
import type { Opened } from '../knowledge/store.ts';
import { createInstanceCosts } from '../odin/costs.ts';
import { createMembers } from '../odin/members.ts';
import { createEmbedder } from '../odin/models/embeddings.ts';
import type { ChatModel } from '../odin/models/model.ts';
import { openModel } from '../odin/models/registry.ts';
import { payForEmbeddings } from '../odin/paid-embedder.ts';
import { restingModel } from '../odin/resting-model.ts';
import { createPageReader, type PageReader } from '../page/pool.ts';
import { createLinkCheck, type Checked, type CheckLink } from '../links/check.ts';
import { createVerdictMemory } from '../links/memory.ts';
import { createProbe } from '../links/probe.ts';
import type { App } from './app.ts';
import { createAsking, type AnswerNews } from './asking.ts';
import { createAnswerChannels } from './answer-channels.ts';
import { createAttachments } from './attachments.ts';
import type { AppConfig } from './config.ts';
import { createCrawling } from './crawling.ts';
import { sentenceFor } from './mistake.ts';
import { projectRoot } from './root.ts';
import { createUpkeep } from './upkeep.ts';

/** Parts that tests and the bench replace; the product runs on the real ones. */
export interface Parts {
  readonly clock?: Clock;
  readonly pace?: Pace;
  readonly resolve?: Resolver;
  /** Not closed with the app: it may serve several. */
  readonly reader?: PageReader;
  /** Told of exceptions nobody foresaw; a line on standard error unless given. */
  reportBug?(error: unknown): void;
}

/** The one place that wires the parts. Opening the store is what can fail. */
export async function composeApp(config: AppConfig, parts: Parts = {}): Promise<Opened<App>> {
  const clock = parts.clock ?? systemClock;
  // What embeddings cost is noted in the store that they are for.
  const notes: Pick<Notes, 'get' | 'set'> = {
    get: (name) => store.notes.get(name),
    set: (name, value) => store.notes.set(name, value),
  };
  const opened = await openSqliteStore({
    dataDir: config.dataDir,
    migrationsDir: `${projectRoot()}/migrations`,
    clock,
    ...embedderFor(config, notes, clock),
  });
  if (!opened.ok) return opened;
  const store = opened.value;
  const policy = { networks: config.openNetworks };
  const requests = createBroadcast<RequestNews>();
  /** Then nothing can be looked up any more, and nothing is sent. */
  let closed = false;
  const door = createWebClient({
    policy,
    now: () => clock.monotonic(),
    ...(parts.resolve === undefined ? {} : { resolve: parts.resolve }),
  });
  const client = observeRequests(
    withoutShutHosts(door, async (url) => closed || (await store.shutHosts.has(url))),
    requests.push,
  );
  const reader = parts.reader ?? createPageReader();
  const pace = parts.pace ?? createPace(clock);
  const openSession = sessions({ client, pace, clock });
  const reportBug = parts.reportBug ?? ((error: unknown) => process.stderr.write(`${sentenceFor(error)}\n`));
  const runner = createRunner({ store, openSession, reader, clock, maxJobs: config.maxJobs, reportBug });
  const crawling = createCrawling({ runner, openSession, reader, clock, policy });
  const answers = createBroadcast<AnswerNews>();
  const asking = createAsking({
    clock,
    model: modelFor(config, clock),
    costs: createInstanceCosts(store.notes),
    instanceBudget: config.model?.dailyTokens ?? 0,
    tell: answers.push,
  });
  const memory = createVerdictMemory(store.linkVerdicts, clock);
  const linkChecks = createBroadcast<Checked>();
  const checkLink = createLinkCheck({ memory, probe: createProbe({ client, pace, clock }), clock });
  const check: CheckLink = async (url, asker) => {
    const checked = await checkLink(url, asker);
    linkChecks.push(checked);
    return checked;
  };
  const attachments = await createAttachments({ store, check, memory });
  const answerChannels = await createAnswerChannels(store);
  const weekly = createWeeklyChecks({ store, openSession, reader, clock, reportBug });
  const upkeep = createUpkeep({ store, weekly, scheduled: createScheduledJobs({ store, runner, clock }), clock });
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    try {
      await Promise.all([runner.stop(), upkeep.stop()]);
      requests.end();
      linkChecks.end();
      answers.end();
      if (parts.reader === undefined) await reader.close();
    } finally {
      closed = true;
      await store.close();
    }
  };
  // A signal and the end of the work may both ask for it.
  return {
    ok: true,
    value: {
      store,
      runner,
      crawling,
      asking,
      members: createMembers(clock),
      attachments,
      answerChannels,
      upkeep,
      requests,
      linkChecks,
      answers,
      clock,
      close: () => (closing ??= close()),
    },
  };
}

function embedderFor(
  { embeddings }: AppConfig,
  notes: Pick<Notes, 'get' | 'set'>,
  clock: Clock,
): { embedder?: Embedder } {
  if (embeddings === undefined) return {};
  const costs = createInstanceCosts(notes, 'embeddings');
  const { dailyTokens } = embeddings;
  return { embedder: payForEmbeddings(createEmbedder(embeddings, clock), { costs, dailyTokens, clock }) };
}

function modelFor({ model }: AppConfig, clock: Clock): ChatModel | null {
  if (model === undefined) return null;
  const { provider, name, ...how } = model;
  return restingModel(openModel(provider, { ...how, model: name }, clock), clock);
}
