import type { Database } from '../../../client.ts';

const LOCK = 8_710_243;

/** Takes the lock of the one process that reads the mailbox of bounces, for as long as the session lasts. */
export async function lockBounceMailbox(session: Database): Promise<boolean> {
  const [row] = await session<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK}::bigint) as locked`;
  return row?.locked ?? false;
}
