import type { Database } from 'better-sqlite3';
import type { Validators } from '../../fetch/outcome.ts';
import type { CheckResult, PageCheck, PageVerdict } from '../freshness.ts';
import { lastmodEvidence, withEvidence, type LastmodRecord } from '../lastmod-trust.ts';
import type { Changes } from './changes.ts';
import type { PageMoves } from './page-moves.ts';
import type { Pages } from './pages.ts';
import type { Removals } from './removals.ts';
import type { Sources } from './sources.ts';

/** Applies what checks found to one guild's pages. To be called inside a transaction. */
export interface PageChecks {
  apply(check: PageCheck): CheckResult;
}

interface State {
  readonly checkedAt: number;
  readonly missingSince: number | null;
  readonly failingSince: number | null;
  readonly frozenSince: number | null;
  readonly sitemapLastmod: string | null;
  readonly checkedLastmod: string | null;
  readonly fetchedAt: number;
  readonly fetchedFrom: string | null;
}

/** A page and the moment of the answer. */
interface Marked {
  readonly id: number;
  readonly at: number;
}

interface Parts {
  readonly pages: Pages;
  readonly pageMoves: PageMoves;
  readonly removals: Removals;
  readonly sources: Sources;
  readonly changes: Changes;
}

/** Prepares the statements on one open guild file. */
export function preparePageChecks(db: Database, { pages, pageMoves, removals, sources, changes }: Parts): PageChecks {
  const state = db.prepare<[number], State>(
    `SELECT checked_at AS checkedAt, missing_since AS missingSince, failing_since AS failingSince,
            frozen_since AS frozenSince, sitemap_lastmod AS sitemapLastmod, checked_lastmod AS checkedLastmod,
            fetched_from AS fetchedFrom, (SELECT fetched_at FROM pages WHERE id = page_id) AS fetchedAt
     FROM page_checks WHERE page_id = ? AND page_id NOT IN (SELECT page_id FROM removals)`,
  );
  // The page's own row, text and all, is written anew only when the server gave other validators.
  const confirm = db.prepare<[number, number]>(
    `UPDATE page_checks
     SET (checked_at, checked_lastmod, missing_since, failing_since, frozen_since) = (?, sitemap_lastmod, NULL, NULL, NULL)
     WHERE page_id = ?`,
  );
  const keepValidators = db.prepare<[{ id: number; etag: string | null; lastModified: string | null }]>(
    `UPDATE pages SET (etag, last_modified) = (coalesce(@etag, etag), coalesce(@lastModified, last_modified))
     WHERE id = @id
       AND (etag IS NOT coalesce(@etag, etag) OR last_modified IS NOT coalesce(@lastModified, last_modified))`,
  );
  // Each says what is so now: what was so before is over. A 404 stays known through answers that say nothing of it. A mark
  // of a clock that was ahead counts from now.
  const mark = {
    missing: db.prepare<[Marked]>(
      `UPDATE page_checks
       SET (checked_at, missing_since, failing_since, frozen_since) = (@at, min(coalesce(missing_since, @at), @at), NULL, NULL)
       WHERE page_id = @id`,
    ),
    failing: db.prepare<[Marked]>(
      `UPDATE page_checks
       SET (checked_at, failing_since, frozen_since) = (@at, min(coalesce(failing_since, @at), @at), NULL)
       WHERE page_id = @id`,
    ),
    frozen: db.prepare<[Marked]>(
      `UPDATE page_checks
       SET (checked_at, missing_since, failing_since, frozen_since) = (@at, NULL, NULL, min(coalesce(frozen_since, @at), @at))
       WHERE page_id = @id`,
    ),
  };
  const setBack = db.prepare<[number, number]>('UPDATE page_checks SET checked_at = ? WHERE page_id = ?');
  const noteNoindex = db.prepare<[number]>(
    'INSERT OR IGNORE INTO noindex_seen (url) SELECT url FROM pages WHERE id = ?',
  );
  const adopt = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO page_sources (page_id, source_id) SELECT ?, source_id FROM page_sources WHERE page_id = ?',
  );

  const sites = db.prepare<[number], LastmodRecord & { readonly id: number }>(
    `SELECT d.source_id AS id, d.lastmod_right AS "right", d.lastmod_wrong AS wrong
     FROM page_sources ps JOIN schedules d ON d.source_id = ps.source_id WHERE ps.page_id = ?`,
  );
  const trust = db.prepare<[number, number, number]>(
    'UPDATE schedules SET (lastmod_right, lastmod_wrong) = (?, ?) WHERE source_id = ?',
  );

  /** What the answer says about the dates of the sitemaps that name the page (rule 8.5). */
  function learn(pageId: number, { checkedLastmod, sitemapLastmod, fetchedAt }: State, changed: boolean): void {
    if (sitemapLastmod === null) return;
    // What was fetched before any sitemap was read is as old as its fetch.
    const before = checkedLastmod ?? new Date(fetchedAt).toISOString();
    const evidence = lastmodEvidence(before, sitemapLastmod, changed);
    if (evidence === null) return;
    for (const { id, ...record } of sites.all(pageId)) {
      const { right, wrong } = withEvidence(record, evidence);
      trust.run(right, wrong, id);
    }
  }

  function setMark(name: keyof typeof mark, at: Date, pageId: number): void {
    mark[name].run({ id: pageId, at: at.getTime() });
  }

  function confirmed(id: number, { etag, lastModified }: Validators, at: Date): CheckResult {
    confirm.run(at.getTime(), id);
    if (etag !== undefined || lastModified !== undefined)
      keepValidators.run({ id, etag: etag ?? null, lastModified: lastModified ?? null });
    return { change: 'unchanged', pageId: id };
  }

  function read(
    { page, movedFrom, keepsOld, movedSites = [] }: Extract<PageVerdict, { kind: 'read' }>,
    { id, at, comparable }: { readonly id: number; readonly at: Date; readonly comparable: boolean },
  ): CheckResult {
    if (movedFrom === undefined) {
      const { pageId, change } = pages.save(page);
      if (change === 'updated' && comparable) changes.note({ at, kind: 'changed', pageId });
      return { change: change === 'unchanged' ? 'unchanged' : 'updated', pageId };
    }
    // Under the new address first, so that saving finds it there.
    if (keepsOld !== true) pages.move(id, page.url, at);
    const { pageId } = pages.save(page);
    if (pageId !== id) {
      // What was fetched is both pages' text from now on; the old one can be restored (rule 8.6).
      adopt.run(pageId, id);
      removals.remove(id, 'moved', at);
    }
    for (const { sourceId, startUrls } of movedSites) sources.move(sourceId, startUrls);
    changes.note({ at, kind: 'moved', pageId, url: movedFrom, note: page.url });
    return { change: 'updated', pageId };
  }

  return {
    apply({ pageId, at, checkedBefore, verdict }) {
      const before = state.get(pageId);
      if (before === undefined) return { change: 'stale', pageId };
      const isAhead = before.checkedAt > at.getTime() && before.checkedAt === checkedBefore?.getTime();
      if (before.checkedAt >= at.getTime() && !isAhead) return { change: 'stale', pageId };
      switch (verdict.kind) {
        case 'confirmed':
          learn(pageId, before, false);
          return confirmed(pageId, verdict.validators, at);
        case 'read': {
          // A page and its Markdown twin differ in their text; what comes in another form than before may say the same.
          const comparable = (verdict.page.fetchedFrom ?? null) === before.fetchedFrom;
          const result = read(verdict, { id: pageId, at, comparable });
          if (isAhead) setBack.run(at.getTime(), result.pageId);
          if (verdict.movedFrom === undefined && comparable) learn(pageId, before, result.change === 'updated');
          return result;
        }
        case 'missing':
          if (before.missingSince === null) changes.note({ at, kind: 'missing', pageId, ...noteOfMissing(verdict) });
          setMark('missing', at, pageId);
          return { change: 'kept', pageId };
        case 'gone':
          if (verdict.reason === 'noindex') noteNoindex.run(pageId);
          changes.note({ at, kind: 'gone', pageId, note: verdict.note });
          pageMoves.remove(pageId, verdict.reason, at);
          return { change: 'removed', pageId };
        case 'failing':
        case 'unreadable':
          if (before.failingSince === null || wasSilent(before))
            changes.note({ at, kind: 'failing', pageId, note: noteOf(verdict) });
          setMark('failing', at, pageId);
          return { change: 'kept', pageId };
        case 'frozen':
          if (before.frozenSince === null) changes.note({ at, kind: 'disallowed', pageId });
          setMark('frozen', at, pageId);
          return { change: 'kept', pageId };
        default:
          return verdict satisfies never;
      }
    },
  };
}

/** It was not asked for, because its host as a whole gave no answer: that was told of the host, and not of the page. */
function wasSilent({ failingSince, checkedAt }: State): boolean {
  return failingSince !== null && failingSince > checkedAt;
}

/** What the digest says of a page that is missing, where that is more than its answer 404 or 410. */
function noteOfMissing({ leadsTo }: Extract<PageVerdict, { kind: 'missing' }>): { readonly note?: string } {
  return leadsTo === undefined ? {} : { note: `redirects to ${leadsTo}, which says something else` };
}

/** What the digest says of a page that gave no readable answer: its failure's code, or the skip reason. */
function noteOf(verdict: Extract<PageVerdict, { kind: 'failing' | 'unreadable' }>): string {
  if (verdict.kind === 'unreadable') return verdict.reason;
  return verdict.failure.code === 'http-status' ? `http-${verdict.failure.status}` : verdict.failure.code;
}
