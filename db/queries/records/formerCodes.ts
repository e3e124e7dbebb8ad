import type { Database } from '../../client.ts';

/** A version of a record that has, or had, one of the codes in question. */
export interface CodeVersion {
  readonly id: string;
  readonly code: string;
  readonly change: 'CREATED' | 'UPDATED' | 'DELETED';
  readonly changedAt: Date;
}

/**
 * Returns all versions of the records that have one of the codes, have had it, or were deleted with it, oldest first. It reads
 * the histories of the records of one table, because no index finds a version by a code that its record no longer has.
 */
export async function versionsWithCodes(
  sql: Database,
  { table, kind }: { readonly table: string; readonly kind: string },
  codes: readonly string[],
): Promise<CodeVersion[]> {
  return sql<CodeVersion[]>`
    with named as (
      select h.record_id as id from ${sql(table)} t
        join history h on h.kind = ${kind} and h.record_id = t.id and h.code = any(${[...codes]}::text[])
      union
      select record_id from history where kind = ${kind} and change = 'DELETED' and code = any(${[...codes]}::text[]))
    select h.record_id as id, h.code, h.change, h.changed_at as "changedAt"
    from named join history h on h.kind = ${kind} and h.record_id = named.id
    order by h.record_id, h.incarnation, h.version`;
}

export interface LastState {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly code: string | null;
  readonly isDeleted: boolean;
}

/** Returns the current states of these records, or those in which they were deleted. */
export async function lastStates(
  sql: Database,
  { table, kind }: { readonly table: string; readonly kind: string },
  ids: readonly string[],
): Promise<LastState[]> {
  return sql<LastState[]>`
    select id, doc, audit, doc::json ->> 'code' as code, false as "isDeleted" from ${sql(table)}
      where id = any(${[...ids]}::uuid[])
    union all
    select * from (
      select distinct on (record_id) record_id, doc, audit, code, true from history h
      where kind = ${kind} and record_id = any(${[...ids]}::uuid[])
        and not exists (select from ${sql(table)} t where t.id = h.record_id)
      order by record_id, incarnation desc, version desc) deleted`;
}
