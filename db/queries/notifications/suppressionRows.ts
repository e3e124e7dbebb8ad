import type { SearchColumn } from '../../../domain/filtering/columns.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { NewSuppression } from '../../../domain/notifications/recipients/suppressionKind.ts';
import type { SearchWindow } from '../../../domain/ports/search.ts';
import type { Database, Transaction } from '../../client.ts';
import { behindPosition } from '../search/behindPosition.ts';
import { compileFiltering, opened } from '../search/filtering.ts';
import { compileOrder } from '../search/ordering.ts';
import { lateralSearchColumns } from '../search/searchColumns.ts';
import { BoundValues } from '../sqlText.ts';

export interface SuppressionRow {
  readonly id: string;
  readonly channel: string;
  readonly address: string;
}

/** Condition on a notification_target `t`: its address is suppressed. */
export const isSuppressed = `exists (select from suppression s
  where s.channel = t.channel and md5(lower(s.address)) = md5(lower(t.address)))`;

/** Inserts suppressions and returns their ids. Rows whose id or address exists are skipped. */
export async function insertSuppressions(
  sql: Database | Transaction,
  suppressions: readonly NewSuppression[],
): Promise<Set<string>> {
  if (suppressions.length === 0) return new Set();
  const rows = await sql<{ id: string }[]>`
    insert into suppression (id, channel, address, doc, audit, search)
    select * from unnest(${suppressions.map(({ texts }) => texts.id)}::uuid[],
      ${suppressions.map(({ channel }) => channel)}::text[], ${suppressions.map(({ address }) => address)}::text[],
      ${suppressions.map(({ texts }) => texts.doc)}::text[], ${suppressions.map(({ texts }) => texts.audit)}::text[],
      ${suppressions.map(({ texts }) => texts.search)}::text[])
    on conflict do nothing returning id`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the suppressions that have this id or this address. */
export async function conflictingSuppressions(
  sql: Database,
  { id, channel, address }: SuppressionRow,
): Promise<SuppressionRow[]> {
  return sql<SuppressionRow[]>`
    select id, channel, address from suppression where id = ${id}
    union all
    select id, channel, address from suppression
    where channel = ${channel} and md5(lower(address)) = md5(lower(${address})) and id <> ${id}`;
}

export async function deleteSuppression(sql: Database, id: string): Promise<boolean> {
  return (await sql`delete from suppression where id = ${id} returning id`).length > 0;
}

/** Returns a page of the suppressions that match, and their total number. */
export async function searchSuppressions(
  sql: Database,
  columns: readonly SearchColumn[],
  filtering: Pick<Filtering, 'conditions' | 'words' | 'sort'>,
  { from: offset, size, after }: SearchWindow,
): Promise<{ total: number; rows: { doc: string; audit: string }[] }> {
  const from = (values: BoundValues) =>
    `from suppression r, ${lateralSearchColumns(columns)} where ${compileFiltering(filtering, values)}`;
  const counted = new BoundValues();
  const values = new BoundValues();
  const found = from(values);
  const behind = after ? ` and ${behindPosition(filtering.sort, after, values, opened('s')).condition}` : '';
  const [[count], rows] = await Promise.all([
    sql.unsafe<{ total: number }[]>(`select count(*)::int as total ${from(counted)}`, counted.list),
    sql.unsafe<{ doc: string; audit: string }[]>(
      `select r.doc, r.audit ${found}${behind} order by ${compileOrder(filtering.sort, values)}
      limit ${size} offset ${offset}`,
      values.list,
    ),
  ]);
  return { total: count?.total ?? 0, rows: [...rows] };
}

/** Returns the address of the target that an unsubscribe link names, if it is of one of these channels. */
export async function targetAddress(
  sql: Database,
  targetId: string,
  channels: readonly string[],
): Promise<{ channel: string; address: string } | undefined> {
  const [row] = await sql<{ channel: string; address: string }[]>`
    select channel, address from notification_target
    where id = ${targetId} and channel = any(${[...channels]}::text[]) and address is not null`;
  return row;
}
