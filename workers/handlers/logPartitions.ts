import { makeLogPartitionsAhead, monthOf } from '../../db/queries/logs/logPartitions.ts';
import { dropLogsBefore } from '../../domain/logs/retention.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Makes this month's and the next month's partition, and drops the months past LOG_RETENTION_MONTHS where that is set. */
export async function logPartitions(_jobs: readonly unknown[], context: WorkContext): Promise<undefined> {
  const { services, logRetentionMonths } = context;
  await makeLogPartitionsAhead(services.sql);
  const oldest = logRetentionMonths ? monthOf(new Date(), -logRetentionMonths) : undefined;
  await dropLogsBefore(services, oldest, workerCaller(undefined));
  return undefined;
}
