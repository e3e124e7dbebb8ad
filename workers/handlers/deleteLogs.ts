import { deleteLogRange, planLogDeletion } from '../../domain/logs/deletion/deleteLogs.ts';
import {
  CHUNK_IS_RANGE,
  type JobOfStep,
  type JobTypeHandler,
  type PlannedStep,
  type StepContext,
} from '../runtime/handler.ts';
import { inBatches } from '../runtime/inBatches.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/**
 * DELETE_LOGS: each step deletes a range of the owner's logs, in the order of their start. Only logs that the client may
 * write are planned and deleted, by its rights at the time.
 */
export const deleteLogs: JobTypeHandler = {
  plan: (job, context) => inBatches(planSteps(job, context)),
  async run({ job, stepData }, { services: ownServices, caller, signal }) {
    const services = await servicesOfHolder(ownServices, job);
    const deleted = await deleteLogRange(services, { data: job.data, stepData }, { caller, signal });
    return { processingInfo: { deleted } };
  },
};

async function* planSteps(job: JobOfStep, context: StepContext): AsyncGenerator<PlannedStep> {
  const { id, data } = job;
  const services = await servicesOfHolder(context.services, job);
  for await (const { from, to, count, until } of planLogDeletion(services, data)) {
    // With both ends: planning that starts again may find other ranges, and must not take one for a shorter one.
    const key = `${from.startDate} ${from.id} ${to.startDate} ${to.id}`;
    const stepData = { from: { ...from }, to: { ...to }, count, until, ...CHUNK_IS_RANGE };
    yield { key, name: 'logs', chunkId: Bun.randomUUIDv5(key, id), chunk: [from.id, to.id], stepData };
  }
}
