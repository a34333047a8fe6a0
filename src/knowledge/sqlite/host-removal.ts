import type { Database } from 'better-sqlite3';
import { atomic } from './atomic.ts';
import type { Pages } from './pages.ts';
import type { Sources } from './sources.ts';

/** Removes what one guild keeps of a host. */
export interface HostRemoval {
  /** Deletes one page, removed or not, whose address is on the host; false when there is none left. */
  removePage(host: string): boolean;
  /** Deletes the copies of the host's robots.txt that jobs keep as evidence. */
  removeRobots(host: string): void;
}

/** Prepares the statements on one open guild file. */
export function prepareHostRemoval(
  db: Database,
  { pages, sources }: { readonly pages: Pages; readonly sources: Sources },
): HostRemoval {
  const erase = atomic(db, (id: number) => {
    sources.markLeavingWith(id);
    return pages.delete(id);
  });
  const pageBetween = db
    .prepare<[string, string], number>('SELECT id FROM pages WHERE url >= ? AND url < ? LIMIT 1')
    .pluck();
  const robotsAt = db.prepare<[string]>('DELETE FROM job_robots WHERE host = ?');
  const robotsBetween = db.prepare<[string, string]>('DELETE FROM job_robots WHERE host >= ? AND host < ?');

  return {
    removePage(host) {
      for (const prefix of prefixesOf(host)) {
        const id = pageBetween.get(prefix, behind(prefix));
        if (id !== undefined) return erase(id);
      }
      return false;
    },
    removeRobots(host) {
      for (const scheme of SCHEMES) {
        robotsAt.run(scheme + host);
        robotsBetween.run(`${scheme}${host}:`, behind(`${scheme}${host}:`));
      }
    },
  };
}

const SCHEMES = ['https://', 'http://'];

/** How the addresses of a host begin: with the name a port may follow, the path begins with a slash. */
function prefixesOf(host: string): readonly string[] {
  return SCHEMES.flatMap((scheme) => [`${scheme}${host}/`, `${scheme}${host}:`]);
}

/** The first text behind all that begin with `prefix`, whose last character is ASCII. */
function behind(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}
