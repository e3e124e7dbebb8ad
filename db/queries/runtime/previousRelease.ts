import type { Database, Transaction } from '../../client.ts';

/** SQL: whether a process of release 0.2 is alive, whose heartbeat does not name its release. */
export const isPreviousReleaseAlive = `exists (
  select from public.process where seen_at > now() - interval '1 minute' and status::json ->> 'release' is null)`;

export async function previousReleaseIsAlive(sql: Database | Transaction): Promise<boolean> {
  const [row] = await sql.unsafe<[{ isAlive: boolean }]>(`select ${isPreviousReleaseAlive} as "isAlive"`);
  return row.isAlive;
}
