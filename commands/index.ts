import type { Command } from '../src/app/command.ts';
import about from './about.ts';
import doctor from './doctor.ts';
import check from './knowledge/check.ts';
import crawl from './knowledge/crawl.ts';
import importPages from './knowledge/import.ts';
import runJobs from './jobs/run.ts';
import jobs from './knowledge/jobs.ts';
import list from './knowledge/list.ts';
import pages from './knowledge/pages.ts';
import refresh from './knowledge/refresh.ts';
import remove from './knowledge/remove.ts';
import restore from './knowledge/restore.ts';
import search from './knowledge/search.ts';
import show from './knowledge/show.ts';
import watch from './knowledge/watch.ts';
import logChannel from './settings/log-channel.ts';

/** Everything people can ask for, in the order it is listed. The one place a command is named. */
export const commands: readonly Command[] = [
  importPages,
  crawl,
  check,
  list,
  pages,
  show,
  remove,
  restore,
  search,
  watch,
  refresh,
  jobs,
  runJobs,
  logChannel,
  about,
  doctor,
];
