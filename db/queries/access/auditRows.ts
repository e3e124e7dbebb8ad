import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { SearchWindow } from '../../../domain/ports/search.ts';
import type { Database, Transaction } from '../../client.ts';
import { ownsTables } from '../../roles/ownership.ts';
import { behindPosition } from '../search/behindPosition.ts';
import { compileFiltering, opened } from '../search/filtering.ts';
import { compileOrder } from '../search/ordering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { BoundValues } from '../sqlText.ts';

/** An entry as its table stores it. */
export interface AuditTexts {
  readonly id: string;
  readonly doc: string;
  readonly search: string;
}

export const insertAuditEntries = (sql: Database | Transaction, entries: readonly AuditTexts[]) => sql`
  insert into audit_entry (id, doc, search)
  select * from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ doc }) => doc)}::text[],
    ${entries.map(({ search }) => search)}::text[])`;

/** Returns entries without a search document. */
export const unsearchedEntries = (sql: Database, limit: number) => sql<{ id: string; doc: string }[]>`
  select id, doc from audit_entry where search is null order by id limit ${limit}`;

export const addSearchTexts = (
  sql: Database,
  entries: readonly { readonly id: string; readonly search: string }[],
) => sql`
  update audit_entry a set search = u.search
  from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ search }) => search)}::text[]) as u(id, search)
  where a.id = u.id and a.search is null`;

/** Deletes the entries before a time, up to `limit`. Returns the number of deleted entries. */
export async function deleteAuditEntries(sql: Database, before: Date, limit: number): Promise<number> {
  if (!(await ownsTables(sql))) {
    const [row] = await sql<{ deleted: number }[]>`select delete_audit_entries(${before}, ${limit}) as deleted`;
    return row?.deleted ?? 0;
  }
  // Ids begin with their time.
  const first = before.getTime().toString(16).padStart(12, '0').padEnd(32, '0');
  const deleted = await sql`
    delete from audit_entry where id in (select id from audit_entry where id < ${first}::uuid order by id limit ${limit})`;
  return deleted.count;
}

/** Names the key and the request in the entries of the triggers, until the end of the transaction. */
export const nameCaller = (transaction: Transaction, caller: object) => transaction`
  select set_config('waybill.caller', ${JSON.stringify(caller)}, true)`;

/** Names the rights with which records act that this transaction writes; an empty object stands for those of the service. */
export const nameHolder = (transaction: Transaction, holder: object) => transaction`
  select set_config('waybill.holder', ${JSON.stringify(holder)}, true)`;

/** Returns a page of the entries that match, as JSON texts, and their total number. */
export async function searchAuditEntries(
  sql: Database,
  columns: readonly SearchColumn[],
  filtering: Pick<Filtering, 'conditions' | 'words' | 'sort'>,
  { from: offset, size, after }: SearchWindow,
): Promise<{ total: number; records: string[] }> {
  const from = (values: BoundValues) =>
    `from audit_entry r, ${lateralSearchColumns(columns)} where ${compileFiltering(filtering, values)}`;
  const counted = new BoundValues();
  const values = new BoundValues();
  const found = from(values);
  const behind = after ? ` and ${behindPosition(filtering.sort, after, values, opened('s')).condition}` : '';
  const [[count], rows] = await Promise.all([
    sql.unsafe<{ total: number }[]>(`select count(*)::int as total ${from(counted)}`, counted.list),
    sql.unsafe<{ doc: string }[]>(
      `select r.doc ${found}${behind} order by ${compileOrder(filtering.sort, values)}
      limit ${size} offset ${offset}`,
      values.list,
    ),
  ]);
  return { total: count?.total ?? 0, records: rows.map(({ doc }) => doc) };
}
