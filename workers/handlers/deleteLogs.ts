import { countDeletedLogs, type LogPlace, logStretches } from '../../db/queries/logs/deleteLogs.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { deleteMatching } from '../../domain/logs/deleteLogs.ts';
import { deletionOf } from '../../domain/logs/deletionRange.ts';
import type { JobTypeHandler, PlannedStep, StepContext } from '../runtime/handler.ts';

/** Logs of one step. */
const CHUNK = 5_000;
const STEPS_AT_ONCE = 100;

/**
 * DELETE_LOGS: each step deletes a stretch of the owner's logs, in the order of their start. What came in after the
 * Job was asked for stays, though it lies within a stretch.
 */
export const deleteLogs: JobTypeHandler = {
  async *plan({ id, data }, { services }: StepContext) {
    const which = deletionOf(data);
    const until = typeof data.until === 'number' ? data.until : (await countDeletedLogs(services.sql, which, 0)).until;
    let batch: PlannedStep[] = [];
    for await (const { from, to, count } of logStretches(services.sql, { ...which, until }, CHUNK)) {
      const key = `${from.startDate} ${from.id}`;
      const stepData = { from: { ...from }, to: { ...to }, count, until };
      batch.push({ key, name: 'logs', chunkId: Bun.randomUUIDv5(key, id), chunk: [from.id, to.id], stepData });
      if (batch.length < STEPS_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  },
  async run({ job, stepData }, { services, caller, signal }) {
    const which = { ...deletionOf(job.data), until: stepData.until as number };
    const stretch = { from: placeOf(stepData.from as JsonObject), to: placeOf(stepData.to as JsonObject) };
    return { processingInfo: { deleted: await deleteMatching(services, which, caller, stretch, signal) } };
  },
};

const placeOf = ({ startDate, id }: JsonObject): LogPlace => ({ startDate: String(startDate), id: String(id) });
