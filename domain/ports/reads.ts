import type { Database } from '../../db/client.ts';

/** Reads from one pool of connections. It may run twice: on the replica, and after a fault there on the primary. */
export type Read<T> = (sql: Database) => Promise<T>;

/** Where reads go: to the read replica while it can serve them, else to the primary. */
export interface Reads {
  /** Runs a read that may lag behind the primary by the configured bound. */
  lagging<T>(read: Read<T>): Promise<T>;
  /**
   * Runs a read that sees everything committed before the call.
   *
   * @param maxWaitMs greatest time to wait until the replica has replayed it; the bound of the lag by default
   */
  caughtUp<T>(read: Read<T>, maxWaitMs?: number): Promise<T>;
}

/** Greatest time in ms that a backup or an export waits until the replica has everything that was committed before. */
export const MAX_CATCH_UP_MS = 2_000;

/** All reads go to the primary. */
export const primaryReads = (sql: Database): Reads => ({
  lagging: (read) => read(sql),
  caughtUp: (read) => read(sql),
});
