import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { learnLatentSpace } from '../latent.ts';
import { stemsOf, subjectStems } from '../matching.ts';
import { BUSY_TIMEOUT_MS } from './inspect.ts';

/** The thread that `learning.ts` starts for one guild: its file's path in, the space out. */

/** Passages learnt from at most, spread evenly over the guild; more say nothing new. */
const MOST_PASSAGES = 20_000;

interface Row {
  readonly title: string;
  readonly headings: string;
  readonly text: string;
}

const path: unknown = workerData;
if (typeof path === 'string') {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  const count = db.prepare<[], number>('SELECT count(*) FROM passages').pluck().get() ?? 0;
  const rows = db.prepare<[number], Row>(
    `SELECT p.title, x.headings, x.text FROM passages x JOIN pages p ON p.id = x.page_id WHERE x.id % ? = 0`,
  );
  const passages: string[][] = [];
  for (const { title, headings, text } of rows.iterate(Math.max(1, Math.ceil(count / MOST_PASSAGES)))) {
    const heading: readonly string[] = JSON.parse(headings);
    passages.push(subjectStems({ title, headings: heading }, stemsOf(text)));
  }
  db.close();
  parentPort?.postMessage(learnLatentSpace(passages), []);
}
