import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { RequestNews } from '../fetch/observe.ts';
import type { JobNews } from '../jobs/runner.ts';
import { failureKey } from '../jobs/tally.ts';
import type { Checked } from '../links/check.ts';
import type { ModelTrouble } from '../odin/answer.ts';
import type { App } from './app.ts';
import type { AnswerNews } from './asking.ts';

export interface Metrics {
  /** Everything counted so far, in the text form that Prometheus reads (rule 13.3). */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export type MetricsSources = Pick<App, 'runner' | 'upkeep' | 'requests' | 'linkChecks' | 'answers' | 'clock'>;

/** Upper bounds in seconds: of an answer's first byte, of an answer of Odin's, and of a job. */
const ANSWER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const QUESTION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];
const JOB_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 3600];

/** Counts what the streams tell, from now on. Each number is a fold over them; no label holds a host, guild or address. */
export function createMetrics(app: MetricsSources): Metrics {
  const registry = new Registry();
  // Among them the delay of the event loop, which says whether Discord has to wait.
  collectDefaultMetrics({ register: registry });
  registerLoad(registry, app);
  const countJob = jobCounters(registry, app.clock);
  void fold(app.runner.watch(), countJob);
  void fold(app.upkeep.checkNews(), countJob);
  void fold(app.requests.watch(), requestCounters(registry));
  void fold(app.linkChecks.watch(), linkCounter(registry));
  void fold(app.answers.watch(), answerCounters(registry));
  return {
    async read() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

async function fold<T>(stream: AsyncIterable<T>, count: (item: T) => void): Promise<void> {
  for await (const item of stream) count(item);
}

function registerLoad(registry: Registry, { runner, upkeep }: Pick<App, 'runner' | 'upkeep'>): void {
  const jobs: Gauge<'state'> = new Gauge({
    name: 'heimdall_jobs',
    help: 'Jobs of all servers, running or waiting for their turn; the weekly checks under way are one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = runner.load();
      jobs.set({ state: 'running' }, running + (upkeep.checkLoad().running > 0 ? 1 : 0));
      jobs.set({ state: 'waiting' }, waiting);
    },
  });
  const hosts: Gauge<'state'> = new Gauge({
    name: 'heimdall_check_hosts',
    help: 'Hosts whose weekly check is under way, or waits for its turn',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = upkeep.checkLoad();
      hosts.set({ state: 'running' }, running);
      hosts.set({ state: 'waiting' }, waiting);
    },
  });
}

function requestCounters(registry: Registry): (news: RequestNews) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'heimdall_requests_total',
    help: 'Requests to web sites by purpose and outcome',
    labelNames: ['purpose', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'heimdall_answer_seconds',
    help: 'From sending a request to the first byte of its answer',
    labelNames: ['purpose'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const conditional = { asked: 0, unchanged: 0 };
  const share: Gauge = new Gauge({
    name: 'heimdall_not_modified_ratio',
    help: 'Share of conditional requests that were answered 304 since the start; NaN before the first',
    registers,
    collect: () => share.set(conditional.unchanged / conditional.asked),
  });
  return ({ purpose, outcome, conditional: isConditional, seconds: took }) => {
    requests.inc({ purpose, outcome });
    if (took !== null) seconds.observe({ purpose }, took);
    if (!isConditional) return;
    conditional.asked += 1;
    if (outcome === '304') conditional.unchanged += 1;
  };
}

function linkCounter(registry: Registry): (checked: Checked) => void {
  const checks = new Counter({
    name: 'heimdall_link_checks_total',
    help: 'Links that were checked, by verdict and by what told it',
    labelNames: ['verdict', 'layer'],
    registers: [registry],
  });
  return ({ judgement: { verdict }, layer }) => checks.inc({ verdict, layer });
}

function answerCounters(registry: Registry): (news: AnswerNews) => void {
  const registers = [registry];
  const questions = new Counter({
    name: 'heimdall_questions_total',
    help: 'Questions to Odin by who answered: a model, the pages in their own words, or nobody; and whether it was answered before',
    labelNames: ['by', 'again'],
    registers,
  });
  const troubles = new Counter({
    name: 'heimdall_model_troubles_total',
    help: 'Answers that a model was to give and did not, by reason',
    labelNames: ['why'],
    registers,
  });
  const seconds = new Histogram({
    name: 'heimdall_question_seconds',
    help: 'From a question to its whole answer',
    labelNames: ['by'],
    buckets: QUESTION_SECONDS,
    registers,
  });
  return ({ by, again, trouble, seconds: took }) => {
    questions.inc({ by, again: String(again) });
    seconds.observe({ by }, took);
    if (trouble !== null) troubles.inc({ why: reasonOf(trouble) });
  };
}

function reasonOf(trouble: ModelTrouble): string {
  switch (trouble.kind) {
    case 'failed':
      return trouble.failure.code;
    case 'unsupported':
      return trouble.why;
    case 'budget':
      return trouble.kind;
    default:
      return trouble satisfies never;
  }
}

function jobCounters(registry: Registry, clock: Clock): (news: JobNews) => void {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
    new Counter({ name: `heimdall_${name}_total`, help, labelNames, registers });
  const pages = counter('pages', 'Pages read by what became of them', 'job', 'change');
  const skipped = counter('skipped_urls', 'URLs that were not stored, by reason', 'job', 'reason');
  const failed = counter('failed_urls', 'URLs that could not be read, by reason', 'job', 'reason');
  const robots = counter('robots', 'robots.txt files read, by what they came to', 'verdict');
  const waits = counter('waits', 'Waits of a second or longer before a request, by reason', 'why');
  const waited = counter('wait_seconds', 'Seconds of those waits', 'why');
  const ended = counter('jobs_ended', 'Jobs that have ended, by how', 'job', 'end');
  const jobSeconds = new Histogram({
    name: 'heimdall_job_seconds',
    help: 'From the start of a job to its end',
    labelNames: ['job'],
    buckets: JOB_SECONDS,
    registers,
  });
  const startedAt = new Map<string, number>();

  return ({ guildId, jobId, job, event }) => {
    const key = `${guildId}:${jobId}`;
    switch (event.kind) {
      case 'started':
        startedAt.set(key, event.at.getTime());
        break;
      case 'robots':
        robots.inc({ verdict: event.verdict });
        break;
      case 'page':
        pages.inc({ job, change: event.change });
        break;
      case 'skipped':
        skipped.inc({ job, reason: event.reason });
        break;
      case 'failed':
        failed.inc({ job, reason: failureKey(event) });
        break;
      case 'waiting':
        waits.inc({ why: event.why });
        waited.inc({ why: event.why }, Math.max(0, event.untilMs - clock.now().getTime()) / 1000);
        break;
      case 'finished': {
        ended.inc({ job, end: event.end });
        const start = startedAt.get(key);
        startedAt.delete(key);
        if (start !== undefined) jobSeconds.observe({ job }, (event.at.getTime() - start) / 1000);
        break;
      }
      case 'note':
        break;
      default:
        event satisfies never;
    }
  };
}
