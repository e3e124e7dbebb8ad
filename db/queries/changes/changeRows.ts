import type { Database } from '../../client.ts';

/** Changes that one call of `number_record_changes` numbers at most: some 100 ms. */
const NUMBERED = 10_000;
/** Positions that one statement reads. */
const WINDOW = 1_000;

/** One change of a record, with the row of the history that describes it. */
export interface ChangeRow {
  readonly position: bigint;
  readonly kind: string;
  readonly id: string;
  readonly incarnation: bigint;
  readonly version: number;
  readonly change: 'CREATED' | 'UPDATED' | 'DELETED';
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly numberedAt: Date;
  readonly doc: string;
  readonly audit: string;
  /** The link members before the version, as JSON text. */
  readonly linksBefore: string | null;
  /** Of a change that adds no version: the link members before and after it. */
  readonly relinkedFrom: string | null;
  readonly relinkedTo: string | null;
  /** The version before; null if the history does not have it. */
  readonly earlierDoc: string | null;
  readonly earlierAudit: string | null;
}

export interface ChangeBounds {
  /** The newest position. */
  readonly last: bigint;
  /** The newest position that was deleted. */
  readonly deletedTo: bigint;
}

/** Numbers every change that has committed before the call, and returns the bounds of the positions. */
export async function changeBounds(sql: Database): Promise<ChangeBounds> {
  for (let numbered = NUMBERED; numbered === NUMBERED; ) {
    const [row] = await sql<{ numbered: number }[]>`
      select case when exists (select from record_change_pending) then number_record_changes(${NUMBERED}) else 0 end as numbered`;
    numbered = row?.numbered ?? 0;
  }
  const [bounds] = await sql<ChangeBounds[]>`select last, deleted_to as "deletedTo" from record_change_state`;
  if (!bounds) throw new Error('table record_change_state has no row, which a migration inserts');
  return bounds;
}

/**
 * Returns changes of the kinds after a position, in order, and the position up to which the statement has looked. It
 * reads at most so many rows, and a window of positions.
 */
export async function changesAfter(
  sql: Database,
  kinds: readonly string[],
  { after, last, limit }: { readonly after: bigint; readonly last: bigint; readonly limit: number },
): Promise<{ readonly rows: readonly ChangeRow[]; readonly scannedTo: bigint }> {
  const end = after + BigInt(WINDOW) < last ? after + BigInt(WINDOW) : last;
  const rows = await sql<ChangeRow[]>`
    select c.position, c.kind, c.record_id as id, c.incarnation, c.version, h.change, h.changed_by as "changedBy",
      h.changed_at as "changedAt", c.numbered_at as "numberedAt", h.doc, h.audit, h.links_before as "linksBefore",
      c.links_before as "relinkedFrom", c.links_after as "relinkedTo", e.doc as "earlierDoc", e.audit as "earlierAudit"
    from record_change c
    join history h on h.record_id = c.record_id and h.kind = c.kind and h.incarnation = c.incarnation and h.version = c.version
    left join history e on e.record_id = c.record_id and e.kind = c.kind and e.incarnation = c.incarnation
      and e.version = c.version - 1
    where c.position > ${String(after)}::bigint and c.position <= ${String(end)}::bigint and c.kind = any(${[...kinds]}::text[])
    order by c.position limit ${limit}`;
  return { rows, scannedTo: rows.length === limit ? (rows.at(-1)?.position ?? end) : end };
}

/** A record now, or as it was when it was deleted. */
export interface CurrentState {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
}

/** Returns the present states of records; of deleted ones, the last state. */
export async function currentStates(
  sql: Database,
  { name, table }: { readonly name: string; readonly table: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, CurrentState>> {
  const rows = await sql<CurrentState[]>`
    select i.id, coalesce(r.doc, h.doc) as doc, coalesce(r.audit, h.audit) as audit
    from unnest(${[...ids]}::uuid[]) as i (id) left join ${sql(table)} r on r.id = i.id
    left join lateral (select doc, audit from history where kind = ${name} and record_id = i.id and r.id is null
      order by incarnation desc, version desc limit 1) h on true
    where coalesce(r.doc, h.doc) is not null`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows that one statement deletes. */
const DELETED = 10_000;

/** Deletes the changes that were numbered more than so many days ago, oldest first. Returns their number. */
export async function deleteOldChanges(sql: Database, days: number): Promise<number> {
  for (let total = 0; ; ) {
    // Consumers are refused before rows are missing: both are one statement.
    const [deleted] = await sql<{ count: number }[]>`
      with old as (
        delete from record_change where position = any(array(select position from record_change order by position limit ${DELETED}))
          and numbered_at < now() - make_interval(days => ${days})
        returning position),
      bound as (
        update record_change_state set deleted_to = greatest(deleted_to, (select max(position) from old))
        where exists (select from old))
      select count(*)::int as count from old`;
    const count = deleted?.count ?? 0;
    total += count;
    if (count < DELETED) return total;
  }
}
