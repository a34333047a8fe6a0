import { defineCommand } from '../../src/app/command.ts';
import { guildToRead } from '../../src/app/guild.ts';
import { jobList, jobReceipt } from '../../src/app/job-view.ts';
import { integer } from '../../src/app/option.ts';
import { pagingOf } from '../../src/app/paging.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';

const MOST_JOBS = 10_000_000;
const SHOWN_JOBS = 20;

const options = {
  job: integer({
    description: 'Show every URL this job met and what became of it',
    hint: 'JOB',
    min: 1,
    max: MOST_JOBS,
  }),
  from: integer({ description: 'Number of the first one to list', min: 1, max: MOST_JOBS }),
  cancel: integer({ description: 'Cancel this job', hint: 'JOB', min: 1, max: MOST_JOBS }),
};

export default defineCommand({
  path: ['knowledge', 'jobs'],
  description: 'List the jobs, show the full receipt of one, or cancel one',
  access: 'admin',
  options,
  file: 'Every URL of the job and what became of it, as CSV',
  async *run(given, context) {
    const { app, guildId } = context;
    const cancel = given(options.cancel);
    const id = cancel ?? given(options.job);
    if (cancel !== undefined && given(options.job) !== undefined) {
      return yield wrongUsage('Name one job: either to show it or to cancel it.');
    }
    const guild = await guildToRead(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const active = app.runner.active(guildId);
    if (id === undefined) {
      const offset = (given(options.from) ?? 1) - 1;
      const newest = await guild.value.jobs(offset + SHOWN_JOBS + 1);
      const shown = newest.slice(offset, offset + SHOWN_JOBS);
      const more = newest.length > offset + SHOWN_JOBS;
      const paging = pagingOf({ path: ['knowledge', 'jobs'], offset, perPage: SHOWN_JOBS, more });
      return yield { ...jobList(shown, active), paging };
    }
    const job = await guild.value.job(id);
    if (job === null) return yield problem(`There is no job ${id}. List them with: knowledge jobs`);
    if (cancel === undefined) {
      const place = active.find(({ jobId }) => jobId === id)?.place();
      return yield jobReceipt(job, await guild.value.urlsOf(id), await guild.value.robotsOf(id), place);
    }
    const cancelled = await app.crawling.cancel(guild.value, job);
    if (!cancelled.ok) return yield problem(cancelled.sentence);
    return yield {
      kind: 'result',
      view: { tone: 'good', title: `Job ${id} is cancelled` },
      data: { jobId: id, cancelled: true },
    };
  },
});
