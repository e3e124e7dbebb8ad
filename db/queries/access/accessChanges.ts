import type { Database } from '../../client.ts';

/** The channel of the triggers on tables of rights. */
export const ACCESS_CHANNEL = 'access_changed';

/** Returns a text that differs after every committed change of rights. */
export async function accessSignature(sql: Database): Promise<string> {
  const [row] = await sql<{ signature: string }[]>`
    select count(*) || ':' || coalesce(sum(id), 0) as signature from access_change`;
  return row?.signature ?? '';
}

/** Returns the oldest transaction that is still open: every earlier one has ended. */
export async function oldestOpenTransaction(sql: Database): Promise<string> {
  const [row] = await sql<{ oldest: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`;
  return row?.oldest ?? '0';
}

/** Deletes the changes of transactions before this one. */
export const deleteAccessChanges = (sql: Database, before: string) =>
  sql`delete from access_change where transaction_id < ${before}::xid8`;
