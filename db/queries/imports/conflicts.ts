import type { RecordTable } from '../records/recordStatements.ts';
import { CHANGE, NEW, REMOVE } from './diffTables.ts';

/**
 * Conflicts of the changes in waybill_changes with the stored records. A `readable` source is the table, or a subquery of
 * the records that the caller may read (domain/access/reach.ts); conflicts with other records are marked.
 */

/** A reference member, as the checks of a diff see it. */
export interface Reference {
  readonly member: string;
  readonly by: 'id' | 'code';
  readonly column: string;
  /** The column holds the id of the referenced record even if the member holds its code. */
  readonly denormalized?: boolean;
  /** The member is an object with the id of the referenced record. */
  readonly copies?: boolean;
}

/** A table, and what the caller may read of it. */
export interface ReadableTable extends RecordTable {
  readonly readable: string;
}

/** The value by which a record refers to another one. */
const namedBy = (doc: string, { member, copies }: Reference): string => {
  const value = `(${doc}::json ->> '${member}')`;
  return copies ? `(${value}::json ->> 'id')` : value;
};

const bodyOf = (row: string): string => `('{' || ${row}.body || '}')`;

export interface Conflict {
  readonly n: number;
  readonly value: string;
  /** The other record is one that the caller may read. */
  readonly readable: boolean;
}

/** NEW entries whose id belongs to a record that is not removed, or to an earlier NEW entry. */
export const conflictingIds = ({ table, readable }: ReadableTable): string => `
  select ch.n, ch.id::text as value, exists (select from ${readable} v where v.id = ch.id) as readable
  from waybill_changes ch
  where ch.type = ${NEW} and exists (select from ${table} r where r.id = ch.id)
    and not exists (select from waybill_changes x where x.type = ${REMOVE} and x.id = ch.id)
  union
  select n, id::text, true from (select n, id, min(n) over (partition by id) as first from waybill_changes where type = ${NEW}) d
  where n <> first order by 1 limit 1000`;

/** Entries whose code belongs to a record outside the diff, or to an earlier entry, which is `first`. */
export const conflictingCodes = ({ table, readable }: ReadableTable): string => `
  select ch.n, ch.code as value, null::int as first, exists (select from ${readable} v where v.id = r.id) as readable
  from waybill_changes ch join ${table} r on r.code = ch.code
  where ch.type <> ${REMOVE} and not exists (select from waybill_changes x where x.type <> ${NEW} and x.id = r.id)
  union all
  select n, code, first, true from (
    select n, code, min(n) over (partition by code) as first from waybill_changes where type <> ${REMOVE}) d
  where n <> first order by 1 limit 1000`;

/** Entries that reference a record that will not exist after the diff. */
export const brokenReferences = (own: RecordTable, target: RecordTable, reference: Reference): string => {
  const { by } = reference;
  const value = namedBy(bodyOf('ch'), reference);
  const isMissing =
    own.table === target.table
      ? `not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.${by}::text = ${value})
         and not exists (select from ${target.table} t where t.${by}::text = ${value}
           and not exists (select from waybill_changes x where x.id = t.id))`
      : `not exists (select from ${target.table} t where t.${by} = ${value}::${by === 'id' ? 'uuid' : 'text'})`;
  return `select ch.n, ${value} as value from waybill_changes ch
    where ch.type <> ${REMOVE} and ${value} is not null and ${isMissing} order by 1 limit 1000`;
};

/** Entries that set a reference to a stored record which the caller may not read. An unchanged reference may stay. */
export const hiddenReferences = (own: RecordTable, target: ReadableTable, reference: Reference): string => {
  const { by } = reference;
  const type = by === 'id' ? 'uuid' : 'text';
  const isOfDiff =
    own.table === target.table
      ? `and not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.${by} = named.value::${type})`
      : '';
  return `select named.n, named.value
    from (
      select ch.n, ch.type, ch.id, ${namedBy(bodyOf('ch'), reference)} as value
      from waybill_changes ch where ch.type <> ${REMOVE} offset 0) named
    where exists (select from ${target.table} t where t.${by} = named.value::${type})
      and not exists (select from ${target.readable} t where t.${by} = named.value::${type}) ${isOfDiff}
      and not exists (select from ${own.table} c
        where c.id = named.id and named.type = ${CHANGE} and ${namedBy('c.doc', reference)} = named.value)
    order by 1 limit 1000`;
};

/** The records of one kind that refer to others: its table, or the part that counts. */
export interface ReferrerSource {
  readonly table: string;
  readonly source: string;
}

/**
 * Removed records that records of `referrer` reference, with their number. Referrers that the diff itself changes do not
 * count, nor do references by a code that another record of the diff takes over: repointReferrers (applyChanges.ts).
 */
export const referrers = (
  own: RecordTable,
  { table, source }: ReferrerSource,
  { by, column, denormalized }: Reference,
): string => {
  const key = denormalized ? 'id' : by;
  return `select ch.n, count(*)::int as count from waybill_changes ch join ${source} f on f.${column} = ch.${key}
  where ch.type = ${REMOVE}
    and not exists (select from waybill_changes x where x.type <> ${REMOVE}
      and (x.${key} = ch.${key}${denormalized && by === 'code' ? ' or x.code = ch.code' : ''}))
    ${own.table === table ? 'and not exists (select from waybill_changes x where x.id = f.id)' : ''}
  group by ch.n order by 1 limit 1000`;
};

/** Records whose code changes while records outside the diff reference the old code, with the number of references. */
export const renamedReferred = (own: RecordTable, { table, source }: ReferrerSource, { column }: Reference): string => `
  select ch.n, r.code as value, count(*)::int as count
  from waybill_changes ch join ${own.table} r on r.id = ch.id and r.code <> ch.code
    join ${source} f on f.${column} = r.code
  where ch.type = ${CHANGE} and not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.code = r.code)
    ${own.table === table ? 'and not exists (select from waybill_changes x where x.id = f.id)' : ''}
  group by ch.n, r.code order by 1 limit 1000`;

/**
 * The new values of the next $2 records of a diff after $1, and the stored ones of a CHANGE.
 *
 * @param member only records whose text may have this member
 */
export const valuesOfChanges = ({ table }: RecordTable, member?: string): string => `
  select ch.n, ${bodyOf('ch')} as values, c.doc as before
  from waybill_changes ch left join ${table} c on c.id = ch.id and ch.type = ${CHANGE}
  where ch.type <> ${REMOVE} and ch.n > $1::int
    ${member === undefined ? '' : `and position('"${member}":' in ch.body) > 0`} order by ch.n limit $2::int`;

/** A code that a record of a diff has before it and no longer after it. `taken`: another record has it then. */
export interface FreedCode {
  readonly n: number;
  readonly code: string;
  readonly removed: boolean;
  readonly taken: boolean;
}

export const freedCodes = ({ table }: RecordTable): string => `
  select ch.n, c.code, ch.type = ${REMOVE} as removed,
    exists (select from waybill_changes x where x.type <> ${REMOVE} and x.code = c.code) as taken
  from waybill_changes ch join ${table} c on c.id = ch.id
  where ch.type = ${REMOVE} or c.code <> ch.code order by ch.n`;

/** The codes that the changed and new records of a diff have after it. */
export const assignedCodes = `select code from waybill_changes where type <> ${REMOVE} and code is not null`;

/** The changed and new records of a diff of a kind with codes. */
export const codesOfWritten = `select id, code from waybill_changes where type <> ${REMOVE}`;

/** The ids of the stored records that a diff changes or removes. */
export const idsOfChanged = `select id from waybill_changes where type <> ${NEW}`;
