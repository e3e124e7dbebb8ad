import { maintainLogPartitions } from '../../domain/logs/logRetention.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { WorkContext } from '../runtime/handler.ts';

/** Creates the next partitions of logs, and drops those past LOG_RETENTION_MONTHS. */
export async function logPartitions(
  _jobs: readonly unknown[],
  { services, logRetentionMonths }: WorkContext,
): Promise<undefined> {
  await maintainLogPartitions(services, logRetentionMonths, workerCaller(undefined));
  return undefined;
}
