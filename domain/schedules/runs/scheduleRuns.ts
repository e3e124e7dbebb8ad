import { runsOf } from '../../../db/queries/schedules/scheduleRows.ts';
import { readableIds } from '../../access/reach.ts';
import { job } from '../../kinds/processing/job.ts';
import { schedule } from '../../kinds/processing/schedule.ts';
import type { Services } from '../../ports/services.ts';
import { findRecord, missing } from '../../records/findRecord.ts';

/** Returns when a schedule runs next and its last runs, as JSON, with the ids of Jobs that the caller may read. */
export async function getScheduleRuns(services: Services, idOrCode: string): Promise<string> {
  const record = await findRecord(services, schedule, idOrCode);
  if (!record) throw missing(schedule, 'idOrCode', idOrCode, true);
  const { nextAt, waiting, runs } = await runsOf(services.sql, record.id);
  const jobIds = runs.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]));
  const readable = await readableIds(services, job, jobIds);
  return JSON.stringify({
    ...(nextAt && { nextRunAt: nextAt }),
    waiting,
    runs: runs.map(({ jobId, reason, ...run }) => ({
      ...run,
      ...(jobId !== null && readable.has(jobId) && { jobId }),
      ...(reason !== null && { reason }),
    })),
  });
}
