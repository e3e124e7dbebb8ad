import { awaitedJobs } from '../../db/queries/jobs/results.ts';
import type { Settlement, TakenJob } from '../../domain/queue/broker.ts';
import type { WorkContext } from './handler.ts';

/**
 * Answers the jobs that somebody waits for, side by side; what nobody waits for any more is left alone.
 *
 * @param isYoung where the database need not be asked whether somebody waits
 */
export async function answerAll<Payload extends { readonly deadline: number }>(
  jobs: readonly TakenJob<Payload>[],
  context: WorkContext,
  answer: (job: TakenJob<Payload>, context: WorkContext) => Promise<Settlement | undefined>,
  isYoung: (job: TakenJob<Payload>) => boolean = () => false,
): Promise<ReadonlyMap<string, Settlement>> {
  const settlements = new Map<string, Settlement>();
  const old = jobs.filter((job) => !isYoung(job));
  const asked = old.map(({ id, data }) => ({ id, deadline: data.deadline }));
  const awaited = asked.length > 0 ? await awaitedJobs(context.platform.sql, asked) : new Set<string>();
  await Promise.all(
    jobs.map(async (job) => {
      const settlement = old.includes(job) && !awaited.has(job.id) ? undefined : await answer(job, context);
      if (settlement) settlements.set(job.id, settlement);
    }),
  );
  return settlements;
}
