import { BulkCancelled, planBulkChange, runBulkChange, submitterOf } from '../../domain/bulk/runBulkChange.ts';
import type { Services } from '../../domain/ports/services.ts';
import {
  ClaimLost,
  type JobOfStep,
  type JobTypeHandler,
  type PlannedStep,
  type StepContext,
  StepFault,
} from '../runtime/handler.ts';
import { inBatches } from '../runtime/inBatches.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/**
 * BULK_CHANGE and, in apis, GUARDED_BULK_CHANGE: each step changes a chunk of records. Only records that the client may write are planned and changed, by its
 * rights at the time. A step in which a record failed is FAILED; its resend repeats those that failed.
 */
export const bulkChange: JobTypeHandler = {
  plan: (job, context) => inBatches(planSteps(job, context)),
  async run({ job, chunk }, { services: ownServices, caller, signal }) {
    const services = await servicesOfSubmitter(ownServices, job);
    const ids = { jobId: job.id, ids: chunk };
    const { failures, ...counts } = await runBulkChange(services, ids, { caller, signal }).catch((error: unknown) => {
      // The cancel has written the counts of the step.
      throw error instanceof BulkCancelled ? new ClaimLost() : error;
    });
    const processingInfo = { ...counts, failures };
    if (failures.length === 0) return { processingInfo };
    const first = failures.slice(0, 10).map(({ id, error }) => `${id}: ${error}`);
    throw new StepFault(`${failures.length} of ${chunk.length} records failed: ${first.join('; ')}`, processingInfo, {
      permanent: true,
    });
  },
};

const servicesOfSubmitter = async (services: Services, { id }: JobOfStep): Promise<Services> =>
  servicesOfHolder(services, await submitterOf(services, id));

async function* planSteps(job: JobOfStep, context: StepContext): AsyncGenerator<PlannedStep> {
  const services = await servicesOfSubmitter(context.services, job);
  for await (const ids of planBulkChange(services, job.id)) {
    // The same records are the same step, also for two workers that plan at once.
    const key = `records:${new Bun.CryptoHasher('sha256').update(ids.join()).digest('hex')}`;
    yield { key, name: 'records', chunkId: Bun.randomUUIDv5(key, job.id), chunk: ids, stepData: { count: ids.length } };
  }
}
