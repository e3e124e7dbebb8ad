import type { Database } from '../../client.ts';

/** What a server says about itself, and its position in the write-ahead log. */
export interface WalPosition {
  /** Equal for a primary and its standbys. */
  readonly system: string;
  readonly database: string;
  /** Whether the server is a standby. */
  readonly inRecovery: boolean;
  /** Position in bytes: of a primary, up to where records are inserted; of a standby, up to where it has replayed. */
  readonly lsn: bigint;
}

/** Returns the position of a server. A primary includes commits that do not wait for their flush. */
export async function walPosition(sql: Database): Promise<WalPosition> {
  const [position] = await sql<WalPosition[]>`
    select system_identifier::text as system, current_database() as database, pg_is_in_recovery() as "inRecovery",
      (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
        else pg_current_wal_insert_lsn() end - '0/0')::bigint as lsn
    from pg_control_system()`;
  if (!position) throw new Error('The server has not said what it is.');
  return position;
}

const PAGE = 8_192n;
const SHORT_HEADER = 24n;
const LONG_HEADER = 40n;

/**
 * Whether a standby that has replayed up to `replayed` has all records before `lsn`. At the start of a page, a primary
 * reports the position behind the header of the page, and a standby the one before it.
 */
export function includes(replayed: bigint, lsn: bigint): boolean {
  if (replayed >= lsn) return true;
  const header = lsn % PAGE;
  return (header === SHORT_HEADER || header === LONG_HEADER) && replayed === lsn - header;
}
