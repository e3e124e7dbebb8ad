import type { Transaction } from '../../client.ts';
import { REMOVE } from '../imports/diffTables.ts';
import { linksOf } from '../records/linkTexts.ts';
import type { RecordTable } from '../records/recordStatements.ts';

/** Maximum number of ids in an index.sync job. */
const IDS_OF_A_JOB = 500;

/**
 * Deletes the records whose `column` is one of `targets`, and writes their history and outbox rows.
 *
 * @param syncData returns the JSON text of an index.sync job
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

/** A new link. */
export interface NewLink {
  readonly id: string;
  readonly doc: string;
  readonly audit: string;
  readonly search: string;
  /** Id of the record that has the link. */
  readonly owner: string;
  /** Id of the linked record. */
  readonly target: string;
}

/** Inserts links with their history and outbox rows. */
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

/** A record whose members from links were recomputed. */
export interface Relinked {
  readonly id: string;
  readonly doc: string;
  readonly search: string;
}

/** Writes members computed from links, publishes the change, and enqueues index.sync. Adds no version and no history row. */
export async function rewriteLinked(
  transaction: Transaction,
  { table, kind, linkMembers }: RecordTable,
  rows: readonly Relinked[],
  syncData: (ids: readonly string[]) => string,
): Promise<void> {
  const column = (name: keyof Relinked) => rows.map((row) => row[name]);
  await transaction.unsafe(
    `with input as (
      select i.*, ${linksOf(linkMembers, 'b.doc')} as links
      from unnest($1::uuid[], $2::text[], $3::text[]) as i (id, doc, search) join ${table} b on b.id = i.id),
    changed as (
      update ${table} r set index_version = greatest(index_version + 1, clock_us()), doc = i.doc, search = i.search
      from input i where i.id = r.id
      returning r.id, r.incarnation, r.version, i.links as before, ${linksOf(linkMembers, 'r.doc')} as after),
    published as (
      insert into record_change_pending (kind, record_id, incarnation, version, links_before, links_after)
      select '${kind}', id, incarnation, version, before, after from changed where before <> after)
    insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', $4::text)`,
    [column('id'), column('doc'), column('search'), syncData(column('id'))],
  );
}

/** Sets the time at which the period of a link of each record next begins or ends; null for never. */
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

/** Records of a diff whose links by this member change. Read before the changes are written. */
export const relinkedIds = ({ table }: RecordTable, member: string): string => `
  select ch.id from waybill_changes ch left join ${table} c on c.id = ch.id
  where ch.type <> ${REMOVE}
    and (('{' || ch.body || '}')::jsonb -> '${member}') is distinct from (c.doc::jsonb -> '${member}') order by 1`;

/** Ids of the records that have the links of a diff, by the current rows. */
export const ownersOfChanges = ({ table }: RecordTable, column: string): string => `
  select distinct r.${column} as id from waybill_changes ch join ${table} r on r.id = ch.id`;

export const idsOfChanges = `select id from waybill_changes where type <> ${REMOVE}`;
