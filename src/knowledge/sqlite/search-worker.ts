import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Retrieval } from '../store.ts';
import { BUSY_TIMEOUT_MS } from './inspect.ts';
import { prepareLatent } from './latent.ts';
import type { SearchReply, SearchRequest } from './search-thread.ts';
import { prepareSearch, type Search } from './search.ts';

/** The thread that `search-thread.ts` starts: a question in, what was found out. */

/** Files open at once. */
const MOST_OPEN = 4;

interface OpenFile {
  readonly db: Database.Database;
  readonly search: Search;
}

/** In the order of last use. */
const open = new Map<string, OpenFile>();

function close(path: string): void {
  open.get(path)?.db.close();
  open.delete(path);
}

function fileAt(path: string): OpenFile {
  let file = open.get(path);
  if (file === undefined) {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    file = { db, search: prepareSearch(db, prepareLatent(db)) };
  }
  open.delete(path);
  open.set(path, file);
  const [oldest] = open.keys();
  if (open.size > MOST_OPEN && oldest !== undefined) close(oldest);
  return file;
}

/** Null where anything is wrong: the other thread will meet it again and can say what. */
function found({ path, search }: SearchRequest): Retrieval | null {
  try {
    if (search !== null) return fileAt(path).search(search);
  } catch {
    // As below.
  }
  close(path);
  return null;
}

parentPort?.on('message', (request: SearchRequest) => {
  parentPort?.postMessage({ id: request.id, retrieval: found(request) } satisfies SearchReply, []);
});
