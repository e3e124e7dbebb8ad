import { deleteOldBatches } from '../../db/queries/documents/documentItems.ts';
import { deleteOldResults } from '../../db/queries/jobs/results.ts';
import { dropOldReservations } from '../../db/queries/notifications/rateLimitRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { dropActivity } from '../../db/queries/runtime/activity.ts';
import { job as jobKind } from '../../domain/kinds/processing/job.ts';
import { jobStep as stepKind } from '../../domain/kinds/processing/jobStep.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { indexSyncData, newId } from '../../domain/records/record.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Jobs of one transaction; each may have many steps. */
const JOBS = 20;

/** Deletes closed Jobs with their steps once they are old enough, and answers that nobody has fetched. */
export async function retention(
  _jobs: readonly unknown[],
  { services, retentionDays, resultDays, log }: WorkContext,
): Promise<undefined> {
  const { sql } = services;
  const caller = workerCaller(undefined);
  await dropActivity(sql);
  await deleteOldResults(sql, resultDays);
  const batches = await deleteOldBatches(sql, resultDays);
  if (batches > 0) log.info({ batches }, 'old documents deleted');
  await dropOldReservations(sql);
  for (let deleted = JOBS; deleted === JOBS; ) {
    deleted = await sql.begin(async (transaction) => {
      const jobs = await transaction<{ id: string }[]>`
        select id from job where status in ('COMPLETED', 'FAILED') and updated_at < now() - make_interval(days => ${retentionDays})
        order by updated_at limit ${JOBS} for update skip locked`;
      const ids = jobs.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const steps = await transaction<
        { id: string }[]
      >`delete from job_step where job_id = any(${ids}::uuid[]) returning id`;
      await transaction`delete from job where id = any(${ids}::uuid[])`;
      const rows = [{ id: newId(), queue: 'index.sync', data: indexSyncData(jobKind, ids, caller) }];
      for (let from = 0; from < steps.length; from += 500) {
        const some = steps.slice(from, from + 500).map(({ id }) => id);
        rows.push({ id: newId(), queue: 'index.sync', data: indexSyncData(stepKind, some, caller) });
      }
      await enqueue(transaction, rows);
      return ids.length;
    });
    if (deleted > 0) log.info({ jobs: deleted }, 'old Jobs deleted');
    services.wakeRelay();
  }
  return undefined;
}
