import { locking, lockTables } from '../../db/queries/tableLocks.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { user } from '../kinds/users/user.ts';
import type { Services } from '../ports/services.ts';
import { workerCaller } from '../queue/context.ts';
import { recomputeLinks } from './recomputeLinks.ts';

const TOGETHER = 500;

/** Recomputes the users whose membership of a group has begun or ended. Returns their number. */
export async function expireLinks(services: Services): Promise<number> {
  const { sql } = services;
  let done = 0;
  for (;;) {
    const count = await withTransactionRetry(() =>
      sql.begin(async (transaction) => {
        await lockTables(transaction, locking('row exclusive', [user.table]));
        const rows = await transaction<{ id: string }[]>`
          select id from app_user where links_expire_at <= clock_timestamp()
          order by id limit ${TOGETHER} for update skip locked`;
        await recomputeLinks(
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
  if (done > 0) services.wakeRelay();
  return done;
}
