import { readJob, readJobAndSteps, readStep, type StepRow } from '../../db/queries/jobs/jobRows.ts';
import { readable, readableOf } from '../access/reach.ts';
import { badRequest, notFound, type ServiceError } from '../errors.ts';
import type { Kind } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { recordText } from '../records/record.ts';
import { describe } from '../validation/values.ts';

/** Returns the Job as JSON text; if `expandSteps`, with those of its steps that the caller may read. */
export async function getJob(services: Services, id: string, expandSteps: boolean): Promise<string> {
  const { job, steps } = expandSteps
    ? await readJobAndSteps(services.sql, id)
    : { job: await readJob(services.sql, id), steps: [] };
  const row = readable(services, jobKind, job);
  if (!row) throw noSuch(jobKind, id);
  if (!expandSteps) return recordText(row);
  return withSteps(recordText(row), readableOf(services, stepKind, steps).map(recordText));
}

export async function getStep(services: Services, id: string): Promise<string> {
  const row = readable(services, stepKind, await readStep(services.sql, id));
  if (!row) throw noSuch(stepKind, id);
  return recordText(row);
}

/** The step of a chunk as JSON text. A 400 and not a 404 when there is none: the operation lists no 404. */
export async function getStepByChunk(services: Services, chunkId: string, name: string): Promise<string> {
  const storable = !name.includes('\u0000') && name.isWellFormed();
  const [row] = storable
    ? await services.sql<Pick<StepRow, 'doc' | 'audit'>[]>`
        select doc, audit from job_step where chunk_id = ${chunkId} and name = ${name}`
    : [];
  const found = readable(services, stepKind, row);
  if (found) return recordText(found);
  throw badRequest('No JobStep has this chunkId and name.', [
    `name: no JobStep has the chunkId ${chunkId} and the name ${describe(name)}`,
  ]);
}

export function noSuch(kind: Kind, id: string): ServiceError {
  return notFound(`No ${kind.name} has the id ${describe(id)}.`, [`id: no ${kind.name} has the id ${describe(id)}`]);
}

/** A Job's JSON text with the JSON texts of its steps. */
export function withSteps(job: string, steps: readonly string[]): string {
  return `${job.slice(0, -1)},"jobSteps":[${steps.join(',')}]}`;
}
