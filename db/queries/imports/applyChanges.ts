import type { Transaction } from '../../client.ts';
import { linksOf } from '../records/linkTexts.ts';
import type { RecordTable } from '../records/recordStatements.ts';
import { recordTextOf } from '../records/recordText.ts';
import type { Reference } from './conflicts.ts';
import { CHANGE, NEW, REMOVE } from './diffTables.ts';
import { exemptChanged, isDuplicateEntry } from './duplicates.ts';

/**
 * Writes the changes in waybill_changes (diffTables.ts) to a table of records, in one statement for each type: 100,000
 * changes are a few statements. Deferrable constraints are deferred, so that two records may swap their codes. Removals
 * go first, because a new record may reuse an id or a code; then changes, then new records.
 */

const bodyMember = (member: string): string => `(('{' || ch.body || '}')::json ->> '${member}')`;

/** Whether a CHANGE really changes its record: only then is an audit staged, and a version added. */
const changed = `exists (select from waybill_audits a where a.n = ch.n)`;

export const deferConstraints = 'set constraints all deferred';
/** Checks before the commit, while the response can still report a violation. */
export const checkConstraints = 'set constraints all immediate';

/** Repoints references by code from a removed record to the record that has its code now. The member keeps its value. */
export const repointReferrers = (referrer: RecordTable, { column }: Reference): string => `
  update ${referrer.table} f set ${column} = x.id
  from waybill_changes ch join waybill_changes x on x.code = ch.code and x.type <> ${REMOVE}
  where ch.type = ${REMOVE} and f.${column} = ch.id
    and not exists (select from waybill_changes y where y.type <> ${REMOVE} and y.id = ch.id)`;

/** Ids that no record has after the diff: a NEW entry may reuse the id of a removed record. */
export const removedIds = `
  select id from waybill_changes ch where type = ${REMOVE}
    and not exists (select from waybill_changes x where x.type <> ${REMOVE} and x.id = ch.id)`;

/** `{"n": …, "audit": {…}}` of each CHANGE that really changes its record. */
export const auditsOfChanged = ({ table }: RecordTable): string => `
  select '{"n":' || ch.n || ',"audit":' || c.audit || '}' from waybill_changes ch join ${table} c on c.id = ch.id
  where ch.type = ${CHANGE} and case when c.doc = '{"id":"' || c.id || '",' || ch.body || '}' then false
    else (c.doc::jsonb - 'id') is distinct from ('{' || ch.body || '}')::jsonb end
  order by ch.n`;

export interface Written {
  readonly who: string;
  /** ISO 8601. */
  readonly when: string;
  /** The auditInfo of every new record, as JSON text. */
  readonly audit: string;
  /** The members of auditInfo in the search document, without braces. */
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
  const { table, kind, hasCode, keepsHistory, distinct, linkMembers } = source;
  const hasLinks = linkMembers.length > 0;
  const code = hasCode ? 'code, ' : '';
  const run = (text: string, values: string[]) => transaction.unsafe(text, values, { prepare: false });
  const extras = source.extraColumns.map(({ name, member, value }) => ({ name, value: value(bodyMember(member)) }));
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
  if (distinct) await run(exemptChanged(source), []);
  const updated = await run(
    `with changed as (
      update ${table} r set ${hasCode ? 'code = ch.code, ' : ''}${distinct ? 'is_duplicate = false, ' : ''}version = r.version + 1,
        index_version = greatest(r.index_version + 1, clock_us()), doc = ${doc}, audit = a.audit,
        search = ${search('a.search')}${extras.map(({ name, value }) => `, ${name} = ${value}`).join('')}
      from waybill_changes ch join waybill_audits a on a.n = ch.n ${hasLinks ? `join ${table} before on before.id = ch.id` : ''}
      where ch.type = ${CHANGE} and r.id = ch.id
      returning r.id, r.incarnation, r.version, ${hasCode ? 'r.code' : 'null::text as code'}, r.doc, r.audit, a.at,
        ${hasLinks ? linksOf(linkMembers, 'before.doc') : 'null'} as links)
    ${historyOf(source, `incarnation, version, 'UPDATED', code, $1::text, at`, 'links')}`,
    [written.who],
  );
  const created = await run(
    `with changed as (
      insert into ${table} (id, ${code}version, incarnation, index_version, doc, audit, search${distinct ? ', is_duplicate' : ''}${extras.map(({ name }) => `, ${name}`).join('')})
      select ch.id, ${hasCode ? 'ch.code, ' : ''}ch.version, ch.us, ch.us, ${doc}, ${withVersion('$3::text', '{"version":')}, ${search(withVersion('$4::text', '"auditInfo.version":'))}${distinct ? `, ${isDuplicateEntry(source)}` : ''}${extras.map(({ value }) => `, ${value}`).join('')}
      from (select n.*, ${keepsHistory ? 'coalesce(earlier.version, 0) + 1' : '1'} as version, clock_us() as us
        from waybill_changes n ${keepsHistory ? earlierVersions(kind) : ''} where n.type = ${NEW} offset 0) ch
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

/** The last versions of deleted records that had the ids of new ones. */
const earlierVersions = (kind: string): string => `left join (
  select record_id, max(version) as version from history
  where kind = '${kind}' and record_id in (select id from waybill_changes where type = ${NEW}) group by record_id
) earlier on earlier.record_id = n.id`;

/** SQL of the text of a first auditInfo in which `member` has the version of `ch` in place of 1. */
const withVersion = (text: string, member: string): string =>
  `case when ch.version = 1 then ${text} else replace(${text}, '${member}1', '${member}' || ch.version) end`;

/**
 * Number of new records in one diff from which the table is analyzed. Otherwise statements planned while the table was
 * small, above all those of index.sync, read all of it for a few ids until autovacuum analyzes it.
 */
const MANY = 10_000;

/** Maximum number of ids in an index.sync job. */
const IDS_OF_A_JOB = 500;

function historyOf({ kind, keepsHistory }: RecordTable, values: string, links = 'null'): string {
  // The select gives the parameters a type even if no history is written.
  const columns =
    'insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit, links_before)';
  const rows = `select '${kind}', id, ${values}, doc, audit, ${links} from changed`;
  return keepsHistory ? `${columns} ${rows}` : rows;
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark) + mark.length;
  return [text.slice(0, at), text.slice(at)];
}

/** The written records after the changes, in the order of the entries, without removed ones. */
export const savedRecords = (source: RecordTable): string => `
  select ${recordTextOf(source, 'c')}
  from waybill_changes ch join ${source.table} c on c.id = ch.id where ch.type <> ${REMOVE} order by ch.n`;
