import type { Transaction } from '../client.ts';
import type { RecordTable } from './recordStatements.ts';

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
  const kept = keepsHistory
    ? `, kept as (
        insert into history (kind, record_id, incarnation, version, change, code, who, at, doc, audit)
        select '${kind}', id, incarnation, version + 1, 'DELETED', null, $2::text, $3::timestamptz, doc, audit from changed)`
    : ', unkept as (select $2::text, $3::timestamptz)';
  const removed = await transaction.unsafe<{ id: string }[]>(
    `with changed as (
      delete from ${table} where ${column} = any($1::uuid[]) returning id, incarnation, version, doc, audit)${kept}
    select id from changed`,
    [[...targets], who, when],
  );
  for (let start = 0; start < removed.length; start += IDS_OF_A_JOB) {
    const ids = removed.slice(start, start + IDS_OF_A_JOB).map(({ id }) => id);
    await transaction`
      insert into outbox (id, queue, data) values (gen_random_uuid(), 'index.sync', ${syncData(ids)})`;
  }
}
