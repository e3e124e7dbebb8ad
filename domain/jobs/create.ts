import {
  insertJob,
  insertSteps,
  lockJobs,
  type NewStepRow,
  readJob,
  readStep,
  readSteps,
  type StepRow,
} from '../../db/queries/jobs/jobRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { badRequest, notFound, type ServiceError } from '../errors.ts';
import type { Caller, JsonObject, Kind, Values } from '../kinds/kind.ts';
import { job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import { firstAudit, newId, recordText, recordTexts, withId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject, isUuid } from '../validation/values.ts';
import { enqueueSync, isClosed, rollUp, statusBySteps, stepOutboxRow } from './rollUp.ts';
import { type JobTypes, jobTypes as ourTypes } from './types.ts';

/** Jobs and steps as their clients make and read them. Workers' own writes are in workers/runtime/steps.ts. */

export interface JobOptions {
  readonly caller: Caller;
  readonly types?: JobTypes;
  /** The channel of a process that waits for the Job's end. */
  readonly notifyChannel?: string;
  /** Its data are the service's own, and stand for what it has checked already. */
  readonly checked?: boolean;
}

/** A Job that the service itself begins: no steps yet, a worker plans them. Answers its id. */
export async function startJob(
  services: Services,
  jobType: string,
  data: JsonObject,
  options: JobOptions,
): Promise<string> {
  const id = newId();
  await createJob(services, { id, jobType, data, startDate: new Date().toISOString(), status: 'NEW' }, options);
  return id;
}

/**
 * A client's new Job, with or without its steps. A type of ours is done by workers: without steps they are planned.
 * Any other type is the client's to do. Answers the Job as JSON text with its steps.
 */
export async function createJob(services: Services, input: unknown, options: JobOptions): Promise<string> {
  const { caller, notifyChannel = null } = options;
  const types: JobTypes = options.types ?? ourTypes;
  const problems: string[] = [];
  const { jobSteps, ...members } = isObject(input) ? input : {};
  const { values } = readRecord(jobKind, isObject(input) ? members : input, problems);
  const jobType = values.jobType as string;
  const type = Object.hasOwn(types, jobType ?? '') ? types[jobType] : undefined;
  const id = (values.id as string | undefined) ?? newId();
  const steps = readNested(jobSteps, id, problems);
  if (type) {
    if (values.status !== undefined && values.status !== 'NEW') {
      problems.push(`status: a new Job of the type ${jobType} must be NEW, not ${describe(values.status)}`);
    }
    steps.forEach(({ values: step }, index) => {
      if (step.status !== undefined && step.status !== 'NEW')
        problems.push(`jobSteps[${index}].status: must be NEW, a worker does it, not ${describe(step.status)}`);
    });
    if (!options.checked) problems.push(...(type.checkData?.(values.data) ?? []));
  }
  refuseTaken(
    steps.map((step) => step.values),
    problems,
  );
  if (problems.length > 0) throw badRequest(`The Job has ${countProblems(problems)}.`, problems);
  await type?.refuse?.(services, (values.data as JsonObject | undefined) ?? {});

  const planningComplete = !type || steps.length > 0;
  const statuses = new Set(steps.map(({ values: step }) => step.status));
  const status = statusBySteps(
    { status: values.status as string, planningComplete, managed: false },
    {
      jobId: id,
      anyNew: statuses.has('NEW'),
      anyRunning: statuses.has('IN_PROGRESS'),
      anyCompleted: statuses.has('COMPLETED'),
      anyFailed: statuses.has('FAILED'),
    },
  );
  const job = withId({ ...values, status }, id);
  const texts = recordTexts(jobKind, job, firstAudit(caller));
  const rows = steps.map((step) => newStepRow(step.values, id, caller, type !== undefined));
  await services.sql.begin(async (transaction) => {
    const inserted = await insertJob(transaction, {
      ...texts,
      jobType,
      status,
      planningComplete,
      managed: type !== undefined,
      notifyChannel,
    });
    if (!inserted) throw badRequest('The Job cannot be created.', [`id: ${id} is taken by another Job`]);
    await addRows(transaction, rows);
    if (type) {
      const data = JSON.stringify({ jobId: id, context: contextOf(caller) });
      if (planningComplete)
        await enqueue(
          transaction,
          rows.map((row) => stepOutboxRow(row.queueJobId as string, type.stepQueue, row.id, caller)),
        );
      else await enqueue(transaction, [{ id: newId(), queue: 'job.plan', data }]);
    }
    await enqueueSync(transaction, 'Job', [id], caller);
    await enqueueSync(
      transaction,
      'JobStep',
      rows.map((row) => row.id),
      caller,
    );
  });
  services.wakeRelay();
  return withSteps(recordText(texts), rows.map(recordText));
}

/** A client's new step of a Job that is there. Answers it as JSON text. */
export async function createStep(
  services: Services,
  input: unknown,
  { caller, types = ourTypes }: JobOptions,
): Promise<string> {
  const problems: string[] = [];
  const { values } = readRecord(stepKind, input, problems);
  if (problems.length > 0) throw badRequest(`The JobStep has ${countProblems(problems)}.`, problems);
  const jobId = values.jobId as string;
  const row = await services.sql.begin(async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job) throw badRequest('The JobStep cannot be created.', [`jobId: no Job has the id ${describe(jobId)}`]);
    if (isClosed(job.status) && (job.managed || job.cancelled || job.status === 'COMPLETED'))
      throw badRequest('The Job takes no more steps.', [`jobId: the Job is ${job.status}`]);
    if (job.managed && values.status !== 'NEW')
      throw badRequest('The JobStep cannot be created.', [
        `status: must be NEW, a worker does it, not ${describe(values.status)}`,
      ]);
    const made = newStepRow(values, jobId, caller, job.managed);
    await addRows(transaction, [made]);
    const type = types[job.jobType];
    if (job.managed && type)
      await enqueue(transaction, [stepOutboxRow(made.queueJobId as string, type.stepQueue, made.id, caller)]);
    await enqueueSync(transaction, 'JobStep', [made.id], caller);
    await rollUp(transaction, [job], caller, types);
    return made;
  });
  services.wakeRelay();
  return recordText(row);
}

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

/** 400 and not 404 when there is none: the operation lists no 404. */
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

function withSteps(job: string, steps: readonly string[]): string {
  return `${job.slice(0, -1)},"jobSteps":[${steps.join(',')}]}`;
}

function readNested(input: unknown, jobId: string, problems: string[]): { values: JsonObject }[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) {
    problems.push(`jobSteps: must be an array, not ${describe(input)}`);
    return [];
  }
  return input.map((given: unknown, index) => {
    const at = `jobSteps[${index}]`;
    if (!isObject(given)) return readRecord(stepKind, given, problems, at);
    const named = given.jobId;
    if (typeof named === 'string' && isUuid(named) && named.toLowerCase() !== jobId)
      problems.push(`${at}.jobId: ${named} was sent, the Job has ${jobId}`);
    return readRecord(stepKind, { ...given, jobId: named ?? jobId }, problems, at);
  });
}

/** Within one body; what the tables hold is told by their constraints. */
function refuseTaken(steps: readonly JsonObject[], problems: string[]): void {
  const ids = new Set<unknown>();
  const chunks = new Set<string>();
  steps.forEach(({ id, chunkId, name }, index) => {
    if (id !== undefined && ids.has(id))
      problems.push(`jobSteps[${index}].id: ${String(id)} is taken by another JobStep`);
    ids.add(id);
    if (chunkId === undefined) return;
    const chunk = `${String(chunkId)} ${String(name)}`;
    if (chunks.has(chunk)) problems.push(`jobSteps[${index}].chunkId: with this name is taken by another JobStep`);
    chunks.add(chunk);
  });
}

function newStepRow(values: JsonObject, jobId: string, caller: Caller, ours: boolean): NewStepRow {
  const step: Values = withId({ ...values, jobId }, (values.id as string | undefined) ?? newId());
  return {
    ...recordTexts(stepKind, step, firstAudit(caller)),
    jobId,
    name: step.name as string,
    chunkId: (step.chunkId as string | undefined) ?? null,
    status: step.status as string,
    queueJobId: ours ? newId() : null,
  };
}

/** Inserts steps of a client's, or tells which id or chunk is taken. */
async function addRows(transaction: Parameters<typeof insertSteps>[0], rows: readonly NewStepRow[]): Promise<void> {
  let inserted: Set<string>;
  try {
    inserted = new Set(await transaction.savepoint((inner) => insertSteps(inner, rows)));
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error;
    throw badRequest('The JobStep cannot be created.', await existingChunks(transaction, rows));
  }
  const taken = rows.filter(({ id }) => !inserted.has(id));
  if (taken.length > 0)
    throw badRequest(
      'The JobStep cannot be created.',
      taken.map(({ id }) => `id: ${id} is taken by another JobStep`),
    );
}

export async function existingChunks(
  transaction: Parameters<typeof insertSteps>[0],
  rows: readonly Pick<NewStepRow, 'id' | 'chunkId' | 'name'>[],
): Promise<string[]> {
  const taken = await transaction<{ chunkId: string; name: string }[]>`
    select chunk_id as "chunkId", name from job_step s
    where exists (select from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ chunkId }) => chunkId)}::uuid[],
      ${rows.map(({ name }) => name)}::text[]) as given(id, chunk, name)
      where given.chunk = s.chunk_id and given.name = s.name and given.id <> s.id)`;
  return taken.map(
    ({ chunkId, name }) => `chunkId: ${chunkId} with the name ${describe(name)} is taken by another JobStep`,
  );
}
