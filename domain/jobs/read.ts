import { readJob, readStep, readSteps, type StepRow } from '../../db/queries/jobs/jobRows.ts';
import { badRequest, notFound, type ServiceError } from '../errors.ts';
import type { Kind } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { recordText } from '../records/record.ts';
import { describe } from '../validation/values.ts';

/** The Job as JSON text, with its steps where they are to be expanded. */
export async function getJob(services: Services, id: string, expandSteps: boolean): Promise<string> {
  const row = await readJob(services.sql, id);
  if (!row) throw noSuch(jobKind, id);
  if (!expandSteps) return recordText(row);
  return withSteps(recordText(row), (await readSteps(services.sql, id)).map(recordText));
}

export async function getStep(services: Services, id: string): Promise<string> {
  const row = await readStep(services.sql, id);
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
  if (row) return recordText(row);
  throw badRequest('There is no such JobStep.', [
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
