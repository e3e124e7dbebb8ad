import type { Transaction } from '../../client.ts';
import { REMOVE } from '../imports/diffTables.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** As many ids as an index.sync job carries. */
const IDS_OF_A_JOB = 500;

/**
 * Removes the records that point to `targets` by `column`, or those of them that are called by id, with their history
 * and outbox rows.
 *
 * @param syncData makes JSON text of an index.sync job
 */
export async function removeRows(
  transaction: Transaction,
  { table, kind, keepsHistory }: RecordTable,
  column: string,
  targets: readonly string[],
  { who, when, syncData }: { who: string; when: string; syncData: (ids: readonly string[]) => string },
): Promise<void> {
  const history = keepsHistory
    ? `, history_row as (
        insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit)
        select '${kind}', id, incarnation, version + 1, 'DELETED', null, $2::text, $3::timestamptz, doc, audit from changed)`
    : ', unused_parameters as (select $2::text, $3::timestamptz)';
  const removed = await transaction.unsafe<{ id: string }[]>(
    `with changed as (
      delete from ${table} where ${column} = any($1::uuid[]) returning id, incarnation, version, doc, audit)${history}
    select id from changed`,
    [[...targets], who, when],
  );
  for (let start = 0; start < removed.length; start += IDS_OF_A_JOB) {
    const ids = removed.slice(start, start + IDS_OF_A_JOB).map(({ id }) => id);
    await transaction`
      insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', ${syncData(ids)})`;
  }
}

/** A link record to be made. */
export interface NewLink {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  /** The record whose link it is. */
  readonly owner: string;
  /** The record that it leads to. */
  readonly target: string;
}

/** Makes links with their history and outbox rows. */
export async function insertLinks(
  transaction: Transaction,
  { table, kind, keepsHistory }: RecordTable,
  columns: { readonly owner: string; readonly target: string },
  links: readonly NewLink[],
  { who, when, syncData }: { who: string; when: string; syncData: (ids: readonly string[]) => string },
): Promise<void> {
  for (let start = 0; start < links.length; start += IDS_OF_A_JOB) {
    const page = links.slice(start, start + IDS_OF_A_JOB);
    const column = (name: keyof NewLink) => page.map((link) => link[name]);
    const history = keepsHistory
      ? `, history_row as (
          insert into history (kind, record_id, incarnation, version, change, code, changed_by, changed_at, doc, audit)
          select '${kind}', id, incarnation, version, 'CREATED', null, $7::text, $8::timestamptz, doc, audit from changed)`
      : ', unused_parameters as (select $7::text, $8::timestamptz)';
    await transaction.unsafe(
      `with changed as (
        insert into ${table} (id, version, incarnation, index_version, doc, audit, search, ${columns.owner}, ${columns.target})
        select i.id, 1, i.us, i.us, i.doc, i.audit, i.search, i.owner, i.target
        from (select *, clock_us() as us from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[])
          as u (id, doc, audit, search, owner, target) offset 0) i
        returning id, incarnation, version, doc, audit)${history}
      insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', $9::text)`,
      [
        column('id'),
        column('doc'),
        column('audit'),
        column('search'),
        column('owner'),
        column('target'),
        who,
        when,
        syncData(column('id')),
      ],
    );
  }
}

/** A record anew as its links have it. */
export interface Relinked {
  readonly id: string;
  readonly doc: string;
  readonly search: string;
}

/** No change of the records themselves: neither version nor history, but they are indexed again. */
export async function rewriteLinked(
  transaction: Transaction,
  { table }: RecordTable,
  rows: readonly Relinked[],
  syncData: (ids: readonly string[]) => string,
): Promise<void> {
  const column = (name: keyof Relinked) => rows.map((row) => row[name]);
  await transaction.unsafe(
    `with changed as (
      update ${table} r set index_version = greatest(index_version + 1, clock_us()), doc = i.doc, search = i.search
      from unnest($1::uuid[], $2::text[], $3::text[]) as i (id, doc, search) where i.id = r.id)
    insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', $4::text)`,
    [column('id'), column('doc'), column('search'), syncData(column('id'))],
  );
}

/** When the links of each record next begin or end; null for never. */
export async function setLinksUntil(
  transaction: Transaction,
  { table }: RecordTable,
  until: ReadonlyMap<string, string | null>,
): Promise<void> {
  await transaction.unsafe(
    `update ${table} r set links_expire_at = i.until
    from unnest($1::uuid[], $2::timestamptz[]) as i (id, until)
    where i.id = r.id and r.links_expire_at is distinct from i.until`,
    [[...until.keys()], [...until.values()]],
  );
}

/** Records of a diff whose links by this member change; asked for before the changes are made. */
export const relinkedIds = ({ table }: RecordTable, member: string): string => `
  select ch.id from waybill_changes ch left join ${table} c on c.id = ch.id
  where ch.type <> ${REMOVE}
    and (('{' || ch.body || '}')::jsonb -> '${member}') is distinct from (c.doc::jsonb -> '${member}') order by 1`;

/** Whose links the records of a diff are, as they are now. */
export const ownersOfChanges = ({ table }: RecordTable, column: string): string => `
  select distinct r.${column} as id from waybill_changes ch join ${table} r on r.id = ch.id`;

export const idsOfChanges = `select id from waybill_changes where type <> ${REMOVE}`;
