import type { Database } from 'better-sqlite3';
import type { Audience, Binding } from '../bindings.ts';

/**
 * The sources that an audience sees, as a JSON list of their numbers for `json_each`; null: nothing is hidden from it, and
 * nothing has to be left out.
 */
export type Scope = string | null;

interface BindingRow extends Binding {
  readonly sourceId: number;
}

/** To which channels and roles the sources of one guild are bound. */
export interface BindingsFile {
  bind(sourceId: number, binding: Binding): boolean;
  unbind(sourceId: number, binding: Binding): boolean;
  all(): ReadonlyMap<number, readonly Binding[]>;
  scopeOf(audience: Audience | undefined): Scope;
  maySee(audience: Audience, pageIds: readonly number[]): boolean;
}

/** Prepares the statements on one open guild file. */
export function prepareBindings(db: Database): BindingsFile {
  const bind = db.prepare<[number, string, string]>(
    'INSERT INTO source_bindings (source_id, kind, target) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const unbind = db.prepare<[number, string, string]>(
    'DELETE FROM source_bindings WHERE source_id = ? AND kind = ? AND target = ?',
  );
  const all = db.prepare<[], BindingRow>(
    `SELECT source_id AS sourceId, kind, target FROM source_bindings ORDER BY source_id, kind, target`,
  );
  // A source on its way out still hides what is left of it.
  const hidden = db
    .prepare<[string, string], number>(
      `SELECT source_id FROM source_bindings GROUP BY source_id HAVING NOT max(
         (kind = 'channel' AND target IN (SELECT value FROM json_each(?)))
         OR (kind = 'role' AND target IN (SELECT value FROM json_each(?))))`,
    )
    .pluck();
  const othersThan = db
    .prepare<[string], number>('SELECT id FROM sources_here WHERE id NOT IN (SELECT value FROM json_each(?))')
    .pluck();
  const unseen = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM json_each(?) AS wanted WHERE NOT ${seenPage('wanted.value')}`,
    )
    .pluck();

  const scopeOf = (audience: Audience | undefined): Scope => {
    if (audience === undefined) return null;
    const hiding = hidden.all(JSON.stringify(audience.channels), JSON.stringify(audience.roles));
    return hiding.length === 0 ? null : JSON.stringify(othersThan.all(JSON.stringify(hiding)));
  };

  return {
    scopeOf,
    bind: (sourceId, { kind, target }) => bind.run(sourceId, kind, target).changes > 0,
    unbind: (sourceId, { kind, target }) => unbind.run(sourceId, kind, target).changes > 0,
    all() {
      const bindings = new Map<number, Binding[]>();
      for (const { sourceId, kind, target } of all.all()) {
        const known = bindings.get(sourceId) ?? [];
        bindings.set(sourceId, [...known, { kind, target }]);
      }
      return bindings;
    },
    maySee(audience, pageIds) {
      const scope = scopeOf(audience);
      return scope === null || unseen.get(JSON.stringify(pageIds), scope) === 0;
    },
  };
}

/** SQL that is true of a page seen in a scope; takes the scope as its one parameter. */
export function seenPage(pageId: string): string {
  return `EXISTS (SELECT 1 FROM page_sources seen
    WHERE seen.page_id = ${pageId} AND seen.source_id IN (SELECT value FROM json_each(?)))`;
}

/** The same of an indexed passage, by its row. */
export function seenPassage(rowid: string): string {
  return `EXISTS (SELECT 1 FROM passages x WHERE x.id = ${rowid} AND ${seenPage('x.page_id')})`;
}
