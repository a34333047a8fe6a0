import type { Command } from '../src/app/command.ts';
import about from './about.ts';
import ask from './ask.ts';
import allowAttachments from './attachments/allow.ts';
import blockAttachments from './attachments/block.ts';
import checkLink from './attachments/check.ts';
import exempt from './attachments/exempt.ts';
import hosts from './attachments/hosts.ts';
import attachmentStatus from './attachments/status.ts';
import doctor from './doctor.ts';
import bind from './knowledge/bind.ts';
import check from './knowledge/check.ts';
import crawl from './knowledge/crawl.ts';
import exportKnowledge from './knowledge/export.ts';
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
import odinChannel from './odin/channel.ts';
import odinGaps from './odin/gaps.ts';
import odinSettings from './odin/settings.ts';
import odinTeach from './odin/teach.ts';
import forgetMe from './privacy/forget.ts';
import showMine from './privacy/show.ts';
import purge from './purge.ts';
import logChannel from './settings/log-channel.ts';
import watch from './knowledge/watch.ts';

/** Everything people can ask for, in the order it is listed. The one place a command is named. */
export const commands: readonly Command[] = [
  importPages,
  crawl,
  check,
  list,
  pages,
  show,
  bind,
  remove,
  restore,
  search,
  watch,
  refresh,
  jobs,
  exportKnowledge,
  ask,
  odinSettings,
  odinChannel,
  odinGaps,
  odinTeach,
  showMine,
  forgetMe,
  logChannel,
  blockAttachments,
  allowAttachments,
  exempt,
  attachmentStatus,
  checkLink,
  hosts,
  runJobs,
  about,
  doctor,
  purge,
];
