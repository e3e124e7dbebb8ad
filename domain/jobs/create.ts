import type { Transaction } from '../../db/client.ts';
import { type CallbackRow, insertCallback } from '../../db/queries/jobs/callbackRows.ts';
import { insertJob } from '../../db/queries/jobs/jobRows.ts';
import { announceClaimable } from '../../db/queries/jobs/leaseRows.ts';
import type { NewStepRow } from '../../db/queries/jobs/newStepRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { fullAccess } from '../access/access.ts';
import { checkWritable, readableIds, type TransactionScope } from '../access/reach.ts';
import { badRequest, type ServiceError } from '../errors.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { isJobStatus, type JobStatus, job as jobKind } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import { firstAudit, newId, recordText, recordTexts, withId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { isObject } from '../validation/values.ts';
import { readNewCallback } from './callbacks/readCallback.ts';
import {
  lockReadablePredecessors,
  type Predecessor,
  problemsOfWaiting,
  readPredecessors,
} from './chains/predecessors.ts';
import { orderOf, planningRow, storePlan } from './chains/waitingPlan.ts';
import { noStepsOf, problemsOfManaged } from './creation/problemsOfManaged.ts';
import { findExisting, type UniqueJob, uniqueOf } from './creation/uniqueJob.ts';
import { followNew } from './followPredecessors.ts';
import { isEnded, problemsOfDates, problemsOfDeadline } from './jobDates.ts';
import { causeOf, statusBySteps, withCause } from './jobState.ts';
import { addSteps, newStepRow, readNestedSteps } from './newSteps.ts';
import { enqueueSync } from './outboxRows.ts';
import { withSteps } from './read.ts';
import { changeInChain } from './rollUp.ts';
import { isClosed } from './stepState.ts';
import { inJobTransaction } from './transaction.ts';
import { requireTypeAccess } from './typeAccess.ts';
import type { DataContext, JobOptions, JobType, JobTypes } from './types.ts';

/**
 * Starts a Job of the service itself, without steps: a worker plans them. The operation that starts it has checked the
 * rights of the caller. Returns the id of the Job.
 */
export async function startJob(
  services: Services,
  jobType: string,
  data: JsonObject,
  options: JobOptions,
): Promise<string> {
  const id = newId();
  const own = { ...services, access: fullAccess };
  const job = { id, jobType, data, startDate: new Date().toISOString(), status: 'NEW' };
  await createJob(own, job, { ...options, checked: true });
  return id;
}

/**
 * Creates a client's Job, with or without its steps. Workers run a Job of a managed type, and plan it if it has no steps.
 * A Job of any other type is for its client to run. Returns the Job as JSON text with its steps.
 */
export async function createJob(services: Services, input: unknown, options: JobOptions): Promise<string> {
  const { record } = await createOrFindJob(services, input, options);
  return record;
}

/** As `createJob`. If the Job is unique and one with its key exists, nothing is stored, and that one is returned. */
export async function createOrFindJob(services: Services, input: unknown, options: JobOptions): Promise<StoredJob> {
  const { store } = await prepareJob(services, input, options);
  const stored = await inJobTransaction(services, store);
  if (!stored.isExisting) services.wakeRelay();
  return stored;
}

export interface StoredJob {
  /** The Job as JSON text: a new one with its steps, an existing one without. */
  readonly record: string;
  /** Another request has created it. */
  readonly isExisting: boolean;
}

/** A checked Job that is not stored yet. */
export interface PreparedJob {
  readonly id: string;
  /** Stores the Job, or finds the one that exists with its key. The caller wakes the relay after the commit. */
  readonly store: (transaction: Transaction) => Promise<StoredJob>;
}

/** Checks a client's Job as `createJob` does, for a transaction that stores it together with something else. */
export async function prepareJob(services: Services, input: unknown, options: JobOptions): Promise<PreparedJob> {
  const { caller } = options;
  const problems: string[] = [];
  const { jobTypes: types, phoneRules } = services;
  const reading = { types, phoneRules, problems, isChecked: options.checked === true };
  const { values, steps, type, closed, after, callback, unique } = readNewJob(input, reading);
  if (problems.length > 0) throw badRequest(`The Job has ${countProblems(problems)}.`, problems);
  const { id, jobType } = values;
  if (type) requireTypeAccess(services.access, jobType, types);
  const check = type?.refuse?.(services, isObject(values.data) ? values.data : {});
  // The Job that makes it throw may be the one with the same key, which is then the answer.
  const [checked] = unique ? await Promise.allSettled([check]) : [{ value: await check }];
  const planningComplete = !type && closed;
  const status = firstStatus(values.status, steps, { planningComplete });
  const startedAt = status === 'NEW' ? undefined : values.startDate;
  const begun = { ...values, status, ...(startedAt !== undefined && { startedAt }) };
  const members = withCause(withId(begun, id), causeOf(status, { cancelled: false }));
  const texts = recordTexts(jobKind, members, firstAudit(caller));
  const managed = type !== undefined;
  const rows = steps.map((step) => newStepRow(step, values, caller));
  checkWritable(services, jobKind, texts);
  for (const row of rows) checkWritable(services, stepKind, row);
  const waits = after.length > 0;
  const store = async (transaction: Transaction): Promise<StoredJob> => {
    const scope: TransactionScope = { sql: transaction, access: services.access };
    const existing = unique && (await findExisting(scope, jobType, unique));
    if (existing !== undefined) {
      await options.inTransaction?.(transaction, existing, { isExisting: true });
      return { record: existing, isExisting: true };
    }
    if ('reason' in checked) throw checked.reason;
    const notifyChannel = options.notifyChannel ?? null;
    const holder = caller.holder ? JSON.stringify(caller.holder) : null;
    const order = orderOf(values);
    const uniqueKey = unique?.key ?? null;
    const job = {
      ...texts,
      jobType,
      status,
      planningComplete,
      managed,
      waits,
      notifyChannel,
      holder,
      uniqueKey,
      submitter: caller.user,
      ...order,
    };
    await lockReadablePredecessors(scope, after);
    if (!(await insertJob(transaction, job))) throw await takenId(scope, id);
    if (callback) await insertCallback(transaction, id, callback);
    await checked.value?.(transaction, id);
    await addSteps(scope, rows);
    if (!managed && rows.length > 0 && !waits) await announceClaimable(transaction, [id]);
    if (type && waits) await storePlan(transaction, id, order, caller);
    if (type && !waits) {
      const data = JSON.stringify({ jobId: id, context: contextOf(caller) });
      await enqueue(transaction, [planningRow(data, order)]);
    }
    await enqueueSync(transaction, 'Job', [id], caller);
    await enqueueStepSync(transaction, rows, caller);
    const record = waits
      ? await followNew(scope, id, { after, caller, change: changeInChain })
      : withSteps(recordText(texts), rows.map(recordText));
    await options.inTransaction?.(transaction, record);
    return { record, isExisting: false };
  };
  return { id, store };
}

async function takenId(scope: TransactionScope, id: string): Promise<ServiceError> {
  const visible = await readableIds(scope, jobKind, [id]);
  return badRequest('The Job cannot be created.', [
    visible.has(id) ? `id: ${id} is taken by another Job` : 'id: cannot be used',
  ]);
}

/** A new Job as its client describes it. */
interface NewJob {
  readonly values: JsonObject & { readonly id: string; readonly jobType: string };
  readonly steps: readonly JsonObject[];
  /** Of a managed Job. */
  readonly type: JobType | undefined;
  /** Whether the Job ends with its last open step, as it does unless its client says otherwise. */
  readonly closed: boolean;
  readonly after: readonly Predecessor[];
  readonly callback: CallbackRow | undefined;
  readonly unique: UniqueJob | undefined;
}

/** Returns the problems of the body of a new Job. */
export function problemsOfNewJob(input: unknown, context: Pick<JobReading, 'types' | 'phoneRules'>): string[] {
  const problems: string[] = [];
  readNewJob(input, { ...context, problems });
  return problems;
}

interface JobReading extends Omit<DataContext, 'after'> {
  readonly types: JobTypes;
  readonly problems: string[];
  /** The service has made the data. */
  readonly isChecked?: boolean;
}

/** Reads and checks the body of a new Job; every problem goes into `problems`. */
function readNewJob(input: unknown, { types, phoneRules, problems, isChecked = false }: JobReading): NewJob {
  const { jobSteps, callbackSecret, ...members } = isObject(input) ? input : {};
  const read = readRecord(jobKind, isObject(input) ? members : input, problems).values;
  const { closed, after: _, ...values } = withoutServiceMembers(read);
  const after = readPredecessors(read, problems);
  const callback = readNewCallback(read, callbackSecret, problems);
  const jobType = String(values.jobType);
  const type = Object.hasOwn(types, jobType) ? types[jobType] : undefined;
  const id = typeof values.id === 'string' ? values.id : newId();
  const steps = readNestedSteps(jobSteps, id, problems);
  if (type && closed === false) problems.push(`closed: ${noStepsOf(jobType)}`);
  if (!type && closed === true && steps.length === 0)
    problems.push(
      'closed: must be absent while the Job has no step; send jobSteps, or close the Job after its last step',
    );
  if (type) problems.push(...problemsOfManaged(jobType, type, { values, steps, after, phoneRules }, isChecked));
  problems.push(...problemsOfEnd(values, steps), ...problemsOfDeadline(values));
  problems.push(...problemsOfWaiting(after, values, steps));
  const shown = {
    ...values,
    ...(!type && closed !== undefined && { closed }),
    ...(callback && { callbackSecretSet: callback.secret !== null }),
    ...(after.length > 0 && { after: after.map((one) => ({ ...one })), waits: true }),
  };
  return {
    values: { ...shown, id, jobType },
    steps,
    type,
    closed: closed !== false,
    after,
    callback,
    unique: uniqueOf(values),
  };
}

/** The members that the service alone writes. */
function withoutServiceMembers({
  startedAt: _______,
  idleSeconds: _,
  paused: ______,
  waits: __,
  reason: ___,
  callback: ____,
  callbackSecretSet: _____,
  ...values
}: JsonObject): JsonObject {
  return values;
}

/** A Job that has ended has no open steps and, when COMPLETED, no failed ones; one that has not ended has no endDate. */
function problemsOfEnd(job: JsonObject, steps: readonly JsonObject[]): string[] {
  const contradicts = (status: unknown): boolean =>
    isJobStatus(status) && (job.status === 'COMPLETED' ? status !== 'COMPLETED' : !isClosed(status));
  const index = isEnded(job) ? steps.findIndex(({ status }) => contradicts(status)) : -1;
  return [
    ...(index < 0 ? [] : [`status: cannot be ${job.status} while jobSteps[${index}] is ${steps[index]?.status}`]),
    ...problemsOfDates(job),
    ...steps.flatMap((step, number) => problemsOfDates(step, `jobSteps[${number}].`)),
  ];
}

/** By its steps where it has some, else as sent. */
function firstStatus(
  sent: unknown,
  steps: readonly JsonObject[],
  { planningComplete }: { planningComplete: boolean },
): JobStatus {
  const statuses = new Set(steps.map(({ status }) => status));
  return statusBySteps(
    { status: isJobStatus(sent) ? sent : 'NEW', managed: false, planningComplete },
    {
      anyNew: statuses.has('NEW'),
      anyRunning: statuses.has('IN_PROGRESS'),
      anyCompleted: statuses.has('COMPLETED'),
      anyFailed: statuses.has('FAILED'),
    },
  );
}

export function enqueueStepSync(transaction: Transaction, rows: readonly NewStepRow[], caller: Caller): Promise<void> {
  const ids = rows.map(({ id }) => id);
  return enqueueSync(transaction, 'JobStep', ids, caller);
}
