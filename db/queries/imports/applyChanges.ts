import type { Transaction } from '../../client.ts';
import type { RecordTable } from '../records/recordStatements.ts';
import { CHANGE, NEW, REMOVE } from './diffTables.ts';

/**
 * Writes the changes in waybill_changes (diffTables.ts) to a table of records, set by set: 100,000 changes are a few
 * statements. Constraints that can be are deferred, so that two records may swap their codes; removals go first,
 * because an id or a code may be taken again, then changes, then new records. References are right at the end.
 */
export interface Reference {
  readonly member: string;
  readonly by: 'id' | 'code';
  readonly column: string;
  /** The column holds the record's id, whatever the member names it by. */
  readonly denormalized?: boolean;
  /** The member is an object, of which the id counts. */
  readonly copies?: boolean;
}

const bodyMember = (member: string): string => `(('{' || ch.body || '}')::json ->> '${member}')`;
const namedBy = ({ member, copies }: Reference): string =>
  copies ? `(${bodyMember(member)}::json ->> 'id')` : bodyMember(member);

/** A CHANGE that changes nothing adds no version: those that do have their audit staged. */
const changed = `exists (select from waybill_audits a where a.n = ch.n)`;

export const deferConstraints = 'set constraints all deferred';
/** Now, and not at the commit: what contradicts is found while it can still be told. */
export const checkConstraints = 'set constraints all immediate';

/** NEW entries whose id a record has that stays, or an earlier entry gives. */
export const conflictingIds = ({ table }: RecordTable): string => `
  select ch.n, ch.id::text as value from waybill_changes ch
  where ch.type = ${NEW} and exists (select from ${table} r where r.id = ch.id)
    and not exists (select from waybill_changes x where x.type = ${REMOVE} and x.id = ch.id)
  union
  select n, id::text from (select n, id, min(n) over (partition by id) as first from waybill_changes where type = ${NEW}) d
  where n <> first order by 1 limit 1000`;

/** Entries whose code a record has that they do not touch, or an earlier entry gives: `first` is that entry. */
export const conflictingCodes = ({ table }: RecordTable): string => `
  select ch.n, ch.code as value, null::int as first from waybill_changes ch join ${table} r on r.code = ch.code
  where ch.type <> ${REMOVE} and not exists (select from waybill_changes x where x.type <> ${NEW} and x.id = r.id)
  union all
  select n, code, first from (
    select n, code, min(n) over (partition by code) as first from waybill_changes where type <> ${REMOVE}) d
  where n <> first order by 1 limit 1000`;

/** Entries that point to a record that will not be there. */
export const brokenReferences = (own: RecordTable, target: RecordTable, reference: Reference): string => {
  const { by } = reference;
  const value = namedBy(reference);
  const isMissing =
    own.table === target.table
      ? `not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.${by}::text = ${value})
         and not exists (select from ${target.table} t where t.${by}::text = ${value}
           and not exists (select from waybill_changes x where x.id = t.id))`
      : `not exists (select from ${target.table} t where t.${by} = ${value}::${by === 'id' ? 'uuid' : 'text'})`;
  return `select ch.n, ${value} as value from waybill_changes ch
    where ch.type <> ${REMOVE} and ${value} is not null and ${isMissing} order by 1 limit 1000`;
};

/**
 * Removed records that others point to, by kind of these: how many. Records that this very diff touches do not count,
 * nor do those that say a code which passes to another record: {@link repointReferrers}.
 */
export const referrers = (own: RecordTable, referrer: RecordTable, { by, column, denormalized }: Reference): string => {
  const key = denormalized ? 'id' : by;
  return `select ch.n, count(*)::int as count from waybill_changes ch join ${referrer.table} f on f.${column} = ch.${key}
  where ch.type = ${REMOVE}
    and not exists (select from waybill_changes x where x.type <> ${REMOVE}
      and (x.${key} = ch.${key}${denormalized && by === 'code' ? ' or x.code = ch.code' : ''}))
    ${own.table === referrer.table ? 'and not exists (select from waybill_changes x where x.id = f.id)' : ''}
  group by ch.n order by 1 limit 1000`;
};

/** Lets the records that say the code of a removed one point to the record that has the code now: what they say stays. */
export const repointReferrers = (referrer: RecordTable, { column }: Reference): string => `
  update ${referrer.table} f set ${column} = x.id
  from waybill_changes ch join waybill_changes x on x.code = ch.code and x.type <> ${REMOVE}
  where ch.type = ${REMOVE} and f.${column} = ch.id
    and not exists (select from waybill_changes y where y.type <> ${REMOVE} and y.id = ch.id)`;

/** Records whose code changes although others that this diff does not touch point to it: how many, and to what. */
export const renamedReferred = (own: RecordTable, referrer: RecordTable, { column }: Reference): string => `
  select ch.n, r.code as value, count(*)::int as count
  from waybill_changes ch join ${own.table} r on r.id = ch.id and r.code <> ch.code
    join ${referrer.table} f on f.${column} = r.code
  where ch.type = ${CHANGE} and not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.code = r.code)
    ${own.table === referrer.table ? 'and not exists (select from waybill_changes x where x.id = f.id)' : ''}
  group by ch.n, r.code order by 1 limit 1000`;

/** Records that the diff removes for good: an entry may bring one of the same id again. */
export const removedIds = `
  select id from waybill_changes ch where type = ${REMOVE}
    and not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.id = ch.id)`;

/** `{"n": …, "audit": {…}}` of each record that really changes. */
export const auditsOfChanged = ({ table }: RecordTable): string => `
  select '{"n":' || ch.n || ',"audit":' || c.audit || '}' from waybill_changes ch join ${table} c on c.id = ch.id
  where ch.type = ${CHANGE} and case when c.doc = '{"id":"' || c.id || '",' || ch.body || '}' then false
    else (c.doc::jsonb - 'id') is distinct from ('{' || ch.body || '}')::jsonb end
  order by ch.n`;

export interface Written {
  readonly who: string;
  /** ISO 8601. */
  readonly when: string;
  /** Of every new record. */
  readonly audit: string;
  /** Its part of the search document, without braces. */
  readonly auditSearch: string;
  /** JSON text of an index.sync job with no ids. */
  readonly syncData: string;
}

/**
 * Writes one diff, and returns whether any index.sync job was enqueued.
 *
 * @param beforeCheck statements to run between the changes and the check of references, if records were removed
 * @param check       whether deferred constraints are checked now
 */
export async function applyChanges(
  transaction: Transaction,
  source: RecordTable & { readonly references: readonly Reference[] },
  written: Written,
  { beforeCheck, check }: { readonly beforeCheck: readonly string[]; readonly check: boolean },
): Promise<boolean> {
  const { table, hasCode, references } = source;
  const code = hasCode ? 'code, ' : '';
  const run = (text: string, values: string[]) => transaction.unsafe(text, values, { prepare: false });
  const extras = source.extraColumns.map(({ name, value }, index) => ({
    name,
    value: value(bodyMember((references[index] as Reference).member)),
  }));
  const doc = `'{"id":"' || ch.id || '",' || ch.body || '}'`;
  const search = (audit: string) =>
    `'{"id":"' || ch.id || '",' || case when ch.search is null then '' else ch.search || ',' end || ${audit} || '}'`;

  const removed = await run(
    `with changed as (
      delete from ${table} r using waybill_changes ch where ch.type = ${REMOVE} and r.id = ch.id
      returning r.id, r.incarnation, r.version, ${hasCode ? 'r.code' : 'null::text as code'}, r.doc, r.audit)
    ${historyOf(source, `incarnation, version + 1, 'DELETED', code, $1::text, $2::timestamptz`)}`,
    [written.who, written.when],
  );
  const updated = await run(
    `with changed as (
      update ${table} r set ${hasCode ? 'code = ch.code, ' : ''}version = r.version + 1,
        index_version = greatest(r.index_version + 1, clock_us()), doc = ${doc}, audit = a.audit,
        search = ${search('a.search')}${extras.map(({ name, value }) => `, ${name} = ${value}`).join('')}
      from waybill_changes ch join waybill_audits a on a.n = ch.n where ch.type = ${CHANGE} and r.id = ch.id
      returning r.id, r.incarnation, r.version, ${hasCode ? 'r.code' : 'null::text as code'}, r.doc, r.audit, a.at)
    ${historyOf(source, `incarnation, version, 'UPDATED', code, $1::text, at`)}`,
    [written.who],
  );
  const created = await run(
    `with changed as (
      insert into ${table} (id, ${code}version, incarnation, index_version, doc, audit, search${extras.map(({ name }) => `, ${name}`).join('')})
      select ch.id, ${hasCode ? 'ch.code, ' : ''}1, ch.us, ch.us, ${doc}, $3::text, ${search('$4::text')}${extras.map(({ value }) => `, ${value}`).join('')}
      from (select *, clock_us() as us from waybill_changes where type = ${NEW} offset 0) ch
      returning id, incarnation, version, ${hasCode ? 'code' : 'null::text as code'}, doc, audit)
    ${historyOf(source, `incarnation, version, 'CREATED', code, $1::text, $2::timestamptz`)}`,
    [written.who, written.when, written.audit, written.auditSearch],
  );
  if (removed.count > 0) for (const statement of beforeCheck) await run(statement, []);
  if (created.count >= MANY) await run(`analyze ${table}`, []);
  const [before, after] = cut(written.syncData, '"ids":[');
  const queued = await run(
    `insert into outbox (id, queue, data)
    select gen_random_uuid(), 'index.sync', $1::text || string_agg('"' || id || '"', ',') || $2::text from (
      select id, (row_number() over (order by id) - 1) / ${IDS_OF_A_JOB} as part
      from (select distinct ch.id from waybill_changes ch where ch.type <> ${CHANGE} or ${changed}) touched) numbered
    group by part`,
    [before, after],
  );
  if (check && removed.count + updated.count + created.count > 0) await transaction.unsafe(checkConstraints);
  return queued.count > 0;
}

/**
 * New records of one diff after which the table is analyzed: statements whose plans were made while it was small, those
 * of index.sync above all, would read the whole of it for each few ids until autovacuum comes round.
 */
const MANY = 10_000;

/** As many ids as an index.sync job carries. */
const IDS_OF_A_JOB = 500;

function historyOf({ kind, keepsHistory }: RecordTable, values: string): string {
  // The parameters have to be of a known type even where nothing is kept.
  const columns =
    'insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit)';
  const rows = `select '${kind}', id, ${values}, doc, audit from changed`;
  return keepsHistory ? `${columns} ${rows}` : rows;
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark) + mark.length;
  return [text.slice(0, at), text.slice(at)];
}

/** The records as they are after the changes, in the order of the entries; removed ones are not among them. */
export const savedRecords = ({ table }: RecordTable): string => `
  select left(c.doc, -1) || ',"auditInfo":' || c.audit || '}'
  from waybill_changes ch join ${table} c on c.id = ch.id where ch.type <> ${REMOVE} order by ch.n`;

/** The records of a diff as they shall be. */
export const valuesOfChanges = `select n, '{' || body || '}' as values from waybill_changes where type <> ${REMOVE} order by n`;

/** The codes that records of a diff have now and will not have. */
export const freedCodes = ({ table }: RecordTable): string => `
  select ch.n, c.code, ch.type = ${REMOVE} as removed from waybill_changes ch join ${table} c on c.id = ch.id
  where ch.type = ${REMOVE} or c.code <> ch.code order by ch.n`;
