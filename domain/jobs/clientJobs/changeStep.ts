import { type JobRow, readStep, type StepRow } from '../../../db/queries/jobs/jobRows.ts';
import { lockLeases } from '../../../db/queries/jobs/leaseRows.ts';
import { checkWritable, readable, type TransactionScope } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Caller, JsonObject, Values } from '../../kinds/kind.ts';
import { splitUndeclared } from '../../kinds/memberOrder.ts';
import { isJobStatus } from '../../kinds/processing/job.ts';
import { jobStep as stepKind } from '../../kinds/processing/jobStep.ts';
import type { Services } from '../../ports/services.ts';
import { checkTag, entityTag } from '../../records/entityTag.ts';
import { newId, recordText, withId } from '../../records/record.ts';
import { parseStored } from '../../records/storedText.ts';
import { mergePatch, unknownRemovals } from '../../validation/mergePatch.ts';
import { countProblems, staleVersion } from '../../validation/problems.ts';
import { type Reading, readRecord } from '../../validation/readRecord.ts';
import { isObject, textOf } from '../../validation/values.ts';
import { waitsForOthers } from '../chains/predecessors.ts';
import { problemsOfPeriod } from '../jobDates.ts';
import { withCause } from '../jobState.ts';
import { countAttempt } from '../leases/countAttempt.ts';
import { asRunning } from '../leases/runningRecord.ts';
import { refusingTakenChunks } from '../newSteps.ts';
import { noSuch } from '../read.ts';
import { managedType, reopenJob } from '../resend.ts';
import { lockRolledUp, rollUp } from '../rollUp.ts';
import { effectOf, stepStateOf, writeSteps } from '../stepEffects.ts';
import { isClosed, type StepTransition, stepTransition } from '../stepState.ts';
import { inJobTransaction } from '../transaction.ts';
import { requireTypeAccess } from '../typeAccess.ts';
import type { JobOptions, JobTypes } from '../types.ts';

/** PUT of a step: replaces all members. Returns the step as JSON text. */
export function replaceStep(services: Services, id: string, input: unknown, options: JobOptions): Promise<string> {
  return changeStep(services, id, () => readStepRecord(input), options);
}

/** PATCH of a step: a merge patch, which keeps members of a newer release. Returns the step as JSON text. */
export function patchStep(services: Services, id: string, patch: unknown, options: JobOptions): Promise<string> {
  if (!isObject(patch)) throw badRequest('The patch must be a JSON object.', ['body: must be an object']);
  const { auditInfo, ...members } = patch;
  const unknown = unknownRemovals(stepKind.members, members);
  if (unknown.length > 0) throw badRequest(`The JobStep has ${countProblems(unknown)}.`, unknown);
  const read = (row: StepRow): Reading => {
    const stored = parseStored<JsonObject>(row.doc);
    const { declared, undeclared } = splitUndeclared(stepKind, stored);
    const merged = mergePatch(declared, members);
    const reading = readStepRecord({ ...merged, ...(auditInfo !== undefined && { auditInfo }) });
    return { ...reading, values: { ...reading.values, ...undeclared } };
  };
  return changeStep(services, id, read, options);
}

function readStepRecord(input: unknown): Reading {
  const problems: string[] = [];
  const reading = readRecord(stepKind, input, problems);
  problems.push(...problemsOfPeriod(reading.values));
  if (problems.length > 0) throw badRequest(`The JobStep has ${countProblems(problems)}.`, problems);
  return reading;
}

async function changeStep(
  services: Services,
  id: string,
  read: (row: StepRow) => Reading,
  { caller, precondition }: JobOptions,
): Promise<string> {
  const before = readable(services, stepKind, await readStep(services.sql, id));
  if (!before) throw noSuch(stepKind, id);
  let endsAttempt = false;
  const text = await inJobTransaction(services, async (transaction) => {
    const job = await lockRolledUp(transaction, before.jobId, caller, services.jobTypes);
    // Of a claim that its record does not show yet, the members while it runs are what the client changes.
    const [locked] = (await lockLeases(transaction, [id])).map(asRunning);
    const row = readable(services, stepKind, locked);
    if (!row || !job) throw noSuch(stepKind, id);
    checkWritable(services, stepKind, row);
    if (precondition) checkTag(stepKind, entityTag(recordText(row)), precondition);
    if (job.managed) requireTypeAccess(services.access, job.jobType, services.jobTypes);
    const reading = read(row);
    const queueJobId = managedType(job, services.jobTypes) ? newId() : null;
    const status = isJobStatus(reading.values.status) ? reading.values.status : row.status;
    const transition = stepTransition(stepStateOf(row, job), { type: 'write', status, queueJobId });
    const problems = problemsOf(reading, row, transition);
    if (job.waits && !job.cancelled && status !== row.status)
      problems.push(`status: cannot go from ${row.status} to ${status}, ${waitsForOthers}`);
    problems.push(
      ...(job.managed ? problemsOfManaged(reading, row, transition, job) : problemsOfEnded(reading, row, transition)),
    );
    if (job.paused && transition.state.status === 'IN_PROGRESS' && row.status === 'NEW')
      problems.push('status: the Job is paused, and its steps start when it is resumed');
    if (problems.length > 0) throw badRequest('The JobStep cannot be changed.', problems);
    endsAttempt = !job.managed && !isClosed(row.status) && isClosed(transition.state.status);
    const stored = parseStored<Values>(row.doc);
    const values = withCause(withId(reading.values, id), stored.cause);
    if (Bun.deepEquals(stored, values)) return recordText(row);
    const scope = { sql: transaction, access: services.access };
    return writeStep(scope, job, { row, transition, values }, { caller, types: services.jobTypes });
  });
  services.wakeRelay();
  if (endsAttempt) countEnd(services, text);
  return text;
}

function countEnd(services: Services, step: string): void {
  const { status, startDate, endDate } = parseStored<Values>(step);
  const [start, end] = [startDate, endDate].map((at) => (typeof at === 'string' ? Date.parse(at) : Number.NaN));
  const durationMs = Number(end) - Number(start);
  if (isJobStatus(status)) countAttempt(services, status, durationMs >= 0 ? durationMs : undefined);
}

function problemsOf({ values, version }: Reading, row: StepRow, transition: StepTransition): string[] {
  const problems: string[] = [];
  if (values.id !== undefined && values.id !== row.id)
    problems.push(`id: ${String(values.id)} was sent, the record has ${row.id}`);
  if (version !== undefined && version !== row.version) problems.push(staleVersion(version, row.version));
  if (values.jobId !== row.jobId)
    problems.push(`jobId: ${String(values.jobId)} was sent, the step belongs to the Job ${row.jobId}`);
  const refusal = effectOf(transition, 'refuse');
  return refusal ? [...problems, refusal.problem] : problems;
}

const resends = (row: StepRow, { state }: StepTransition): boolean => row.status === 'FAILED' && state.status === 'NEW';

/** The members that problemsOf checks or the service writes, and those that a resend sets itself. */
const checked: ReadonlySet<string> = new Set(['id', 'jobId', 'status', 'cause']);
const checkedOfResend: ReadonlySet<string> = new Set([...checked, 'startDate', 'endDate', 'log']);

/** Returns the problems of the changed members of a managed step. Workers read their work and write their results there. */
function problemsOfManaged(
  { values }: Reading,
  row: StepRow,
  transition: StepTransition,
  { jobType }: JobRow,
): string[] {
  const stored = parseStored<JsonObject>(row.doc);
  const skipped = resends(row, transition) ? checkedOfResend : checked;
  return Object.keys(stepKind.members)
    .filter((name) => !skipped.has(name) && !Bun.deepEquals(stored[name], values[name]))
    .map((name) => `${name}: cannot be changed, workers run the steps of a Job of the type ${jobType}`);
}

/** What a step is to do, and what has become of it. A client that runs its step once more writes the results again. */
const workMembers = ['name', 'chunkId', 'chunk', 'stepData'];
const resultMembers = ['processingInfo', 'log'];

/** Returns the problems of the changed members of a client's own step that has ended. */
function problemsOfEnded({ values }: Reading, row: StepRow, transition: StepTransition): string[] {
  if (!isClosed(row.status)) return [];
  const stored = parseStored<JsonObject>(row.doc);
  const fixed = resends(row, transition) ? workMembers : [...workMembers, ...resultMembers];
  return fixed
    .filter((name) => !Bun.deepEquals(stored[name], values[name]))
    .map((name) => `${name}: cannot be changed, the step is ${row.status}`);
}

async function writeStep(
  scope: TransactionScope,
  job: JobRow,
  { row, transition, values }: { row: StepRow; transition: StepTransition; values: Values },
  { caller, types }: { caller: Caller; types: JobTypes },
): Promise<string> {
  const transaction = scope.sql;
  const stepQueue = managedType(job, types)?.stepQueue;
  const chunk = { id: row.id, name: String(values.name), chunkId: textOf(values.chunkId) ?? null };
  const written = await refusingTakenChunks(scope, [chunk], 'The JobStep cannot be changed.', (inner) =>
    writeSteps(inner, [{ row, transition, values, caller }], stepQueue),
  );
  const after = written.get(row.id) ?? row;
  checkWritable(scope, stepKind, after);
  if (job.managed && resends(row, transition)) await reopenJob(transaction, job, [row], { caller, types });
  else await rollUp(transaction, [job], caller, types);
  return recordText(after);
}
