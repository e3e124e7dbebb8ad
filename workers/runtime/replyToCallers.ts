import { awaitedJobs } from '../../db/queries/jobs/results.ts';
import type { ClaimedJob, Settlement } from '../../domain/queue/broker.ts';
import type { WorkContext } from './handler.ts';

/**
 * Runs the jobs of waiting callers concurrently. A job whose caller has gone is done without a run.
 *
 * @param isYoung whether the caller is known to wait without a query
 */
export async function replyToCallers<Payload extends { readonly deadline: number }>(
  jobs: readonly ClaimedJob<Payload>[],
  context: WorkContext,
  reply: (job: ClaimedJob<Payload>, context: WorkContext) => Promise<Settlement | undefined>,
  isYoung: (job: ClaimedJob<Payload>) => boolean = () => false,
): Promise<ReadonlyMap<string, Settlement>> {
  const settlements = new Map<string, Settlement>();
  const old = jobs.filter((job) => !isYoung(job));
  const waits = old.map(({ id, data }) => ({ id, deadline: data.deadline }));
  const awaited = waits.length > 0 ? await awaitedJobs(context.services.sql, waits) : new Set<string>();
  await Promise.all(
    jobs.map(async (job) => {
      const settlement = old.includes(job) && !awaited.has(job.id) ? undefined : await reply(job, context);
      if (settlement) settlements.set(job.id, settlement);
    }),
  );
  return settlements;
}
