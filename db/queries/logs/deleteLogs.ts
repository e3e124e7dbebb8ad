import type { Database } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { BoundValues } from '../sqlText.ts';
import { logSyncRows } from './logSync.ts';

/** The logs of an owner that are to be deleted. */
export interface LogSelection {
  readonly code: string;
  /** ISO 8601; logs whose startDate is before it. */
  readonly olderThan: string;
  readonly ownerType: string;
  readonly ownerId: string;
  /** µs since 1970 by the database's clock: logs stored after it stay. */
  readonly until: number;
}

/** A position in the order of an owner's logs, oldest first. */
export interface LogPosition {
  /** ISO 8601 with microseconds. */
  readonly startDate: string;
  readonly id: string;
}

/** A range of an owner's logs, both ends included. */
export interface LogRange {
  readonly from: LogPosition;
  readonly to: LogPosition;
}

/** Served by a backward scan of the index by owner, so that the cost is the length of the range. */
function isSelected({ code, olderThan, ownerType, ownerId, until }: LogSelection, values: BoundValues): string {
  const [type, id] = [`${values.add(ownerType)}::text`, `${values.add(ownerId)}::text`];
  return `
  hashtextextended(owner_id, hashtextextended(owner_type, 0)) = hashtextextended(${id}, hashtextextended(${type}, 0))
  and owner_type = ${type} and owner_id = ${id} and log_type_code = ${values.add(code)}
  and start_date < ${values.add(olderThan)}::text::timestamptz and incarnation <= ${values.add(String(until))}::text::bigint`;
}

/** A position to compare with `(start_date, id)`. */
const position = ({ startDate, id }: LogPosition, values: BoundValues): string =>
  `(${values.add(startDate)}::text::timestamptz, ${values.add(id)}::text::uuid)`;

/**
 * Returns the database's clock, and the number of logs selected by it, counted up to `limit`.
 *
 * @param source the table of logs, or a subquery of it
 */
export async function countSelectedLogs(
  sql: Database,
  selection: Omit<LogSelection, 'until'>,
  { limit, source }: { readonly limit: number; readonly source: string },
): Promise<{ count: number; until: number }> {
  const [clock] = await sql<{ until: string }[]>`select clock_us()::text as until`;
  const until = Number(clock?.until);
  const values = new BoundValues();
  const selected = `select from ${source} as log where ${isSelected({ ...selection, until }, values)} limit ${limit}`;
  const text = `select count(*)::int as count from (${selected}) selected`;
  const [row] = await queryReadable<{ count: number }>(sql, text, values.list);
  return { count: row?.count ?? 0, until };
}

interface LogDeletionOptions {
  readonly limit: number;
  readonly range?: LogRange | undefined;
  /** JSON text of the context that the index.sync jobs carry. */
  readonly context: string;
  /** The table of logs, or a subquery of it. */
  readonly source: string;
}

/**
 * Deletes up to `limit` of the selected logs, oldest first, with their keys and the outbox rows for the search index, in
 * one statement. `seen` is 0 once there are none; it may exceed the number of deleted ids where another call deletes or changes the same
 * logs: a log that has changed since it was selected is selected again.
 */
export async function deleteLogs(
  sql: Database,
  selection: LogSelection,
  { limit, range, context, source }: LogDeletionOptions,
): Promise<{ seen: number; deleted: readonly string[] }> {
  const values = new BoundValues();
  const within = range
    ? `and (start_date, id) >= ${position(range.from, values)} and (start_date, id) <= ${position(range.to, values)}`
    : '';
  const text = `
    with doomed as materialized (
      select id, month, version from ${source} as log
      where ${isSelected(selection, values)} ${within} order by start_date, id limit ${limit}),
    deleted as (
      delete from log using doomed
      where log.id = doomed.id and log.month = doomed.month and log.version = doomed.version returning log.id),
    freed as (delete from log_key using deleted where log_key.id = deleted.id),
    queued as (${logSyncRows('deleted', `${values.add(context)}::text`)})
    select (select count(*)::int from doomed) as seen, 
      (select coalesce(array_agg(id), '{}') from deleted) as deleted`;
  const [row] = await queryReadable<{ seen: number; deleted: string[] }>(sql, text, values.list);
  return row ?? { seen: 0, deleted: [] };
}

/**
 * Divides the selected logs into ranges of `size`, oldest first, by one query each: no snapshot stays open.
 *
 * @param source the table of logs, or a subquery of it
 */
export async function* selectedRanges(
  sql: Database,
  selection: LogSelection,
  { size, source }: { readonly size: number; readonly source: string },
): AsyncGenerator<LogRange & { readonly count: number }> {
  let after: LogPosition | undefined;
  for (;;) {
    const values = new BoundValues();
    const text = `
      select to_char(start_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startDate", id
      from ${source} as log where ${isSelected(selection, values)}
        ${after ? `and (start_date, id) > ${position(after, values)}` : ''}
      order by log.start_date, log.id limit ${size}`;
    const rows: LogPosition[] = await queryReadable<LogPosition>(sql, text, values.list);
    const [from] = rows;
    const to = rows.at(-1);
    if (!from || !to) return;
    yield { from, to, count: rows.length };
    if (rows.length < size) return;
    after = to;
  }
}
