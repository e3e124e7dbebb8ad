import { locking, lockTables } from '../../db/queries/tableLocks.ts';
import { retrying } from '../../db/withTransactionRetry.ts';
import { user } from '../kinds/users/user.ts';
import type { Platform } from '../ports/ports.ts';
import { workerCaller } from '../queue/context.ts';
import { bringUpToDate } from './links.ts';

const TOGETHER = 500;

/** Brings users up to date whose membership of a group has begun or ended by now; answers how many there were. */
export async function bringDueUsersUpToDate(platform: Platform): Promise<number> {
  const { sql } = platform;
  let done = 0;
  for (;;) {
    const count = await retrying(() =>
      sql.begin(async (transaction) => {
        await lockTables(transaction, locking('row exclusive', [user.table]));
        const rows = await transaction<{ id: string }[]>`
          select id from app_user where links_until <= clock_timestamp()
          order by id limit ${TOGETHER} for update skip locked`;
        await bringUpToDate(
          transaction,
          user,
          rows.map(({ id }) => id),
          workerCaller(undefined),
        );
        return rows.length;
      }),
    );
    done += count;
    if (count < TOGETHER) break;
  }
  if (done > 0) platform.wakeRelay();
  return done;
}
