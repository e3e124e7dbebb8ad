import type { Sql } from 'postgres';
import { poll } from './poll.ts';

/**
 * Waits until the only worker of a database claims from no queue that was paused before the call. A lock holds up the
 * worker's reads of the pauses: when the second read waits, the pass of the first one, which saw the pause, has ended.
 */
export async function pauseSeen(sql: Sql): Promise<void> {
  for (const read of ['first', 'second'])
    await sql.begin(async (transaction) => {
      await transaction`lock table queue_pause in access exclusive mode`;
      await poll(`the ${read} read of the pauses`, async () => {
        const waiting = await transaction`select from pg_locks where not granted and relation = 'queue_pause'::regclass
          and database = (select oid from pg_database where datname = current_database())`;
        return waiting.length > 0;
      });
    });
}
