import type { RecordTable } from '../records/recordStatements.ts';
import type { ReadableTable } from './conflicts.ts';
import { CHANGE, REMOVE } from './diffTables.ts';

/** The expression and the condition of the unique index `<table>_distinct`. */
const HASH = 'md5(substr(r.doc, 46))';
const counts = ({ distinct }: RecordTable): string =>
  `not r.is_duplicate${distinct?.unlessMember === undefined ? '' : ` and ${isWithout(distinct.unlessMember, 'r.doc')}`}`;

const isWithout = (member: string, text: string): string => `position('"${member}":' in ${text}) = 0`;

/** $1 doc, $2 id → another record that is the same. */
export const sameRecord = (table: RecordTable): string =>
  `select r.id, r.doc, r.audit from ${table.table} r
   where ${HASH} = md5(substr($1::text, 46)) and ${counts(table)} and r.id <> $2::uuid limit 1`;

/** The end of the text of an entry's record, from the length of an id on. */
const END = `ch.body || '}'`;

const countsOfEntry = ({ distinct }: RecordTable): string =>
  distinct?.unlessMember === undefined ? 'true' : isWithout(distinct.unlessMember, 'ch.body');

/** Whether a stored record is no longer the same after the diff. */
const isLeft = `exists (select from waybill_changes x where x.id = r.id
  and (x.type = ${REMOVE} or x.type = ${CHANGE} and x.body || '}' <> substr(r.doc, 46)))`;

/** Entries that are the same as a record outside the diff, or as an earlier entry, which is `first`. */
export const duplicateEntries = (table: ReadableTable): string => `
  with entry as (
    select ch.n, ch.id, md5(${END}) as hash from waybill_changes ch
    where ch.type <> ${REMOVE} and ${countsOfEntry(table)} and not exists (
      select from ${table.table} c where c.id = ch.id and ch.type = ${CHANGE} and substr(c.doc, 46) = ${END}))
  select e.n, r.id::text as value, null::int as first, exists (select from ${table.readable} v where v.id = r.id) as readable
  from entry e join ${table.table} r on ${HASH} = e.hash and ${counts(table)} and r.id <> e.id
  where not ${isLeft}
  union all
  select n, '', first, true from (select n, min(n) over (partition by hash) as first from entry) d where n <> first
  order by 1 limit 1000`;

/** Exempts the records that a diff is about to change, because two may swap their values. */
export const exemptChanged = ({ table }: RecordTable): string => `
  update ${table} r set is_duplicate = true
  from waybill_changes ch join waybill_audits a on a.n = ch.n
  where ch.type = ${CHANGE} and r.id = ch.id and not r.is_duplicate`;

/** SQL that is true for a new record `ch` of a diff that is the same as another one. */
export const isDuplicateEntry = (table: RecordTable): string =>
  `${countsOfEntry(table)} and (row_number() over (partition by md5(${END}) order by ch.id) > 1
    or exists (select from ${table.table} r where ${HASH} = md5(${END}) and ${counts(table)}))`;
