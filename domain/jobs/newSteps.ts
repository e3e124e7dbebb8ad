import type { Transaction } from '../../db/client.ts';
import { classify } from '../../db/errors.ts';
import { insertSteps, type NewStepRow } from '../../db/queries/jobs/newStepRows.ts';
import { readableIds, type TransactionScope } from '../access/reach.ts';
import { badRequest } from '../errors.ts';
import type { Caller, Json, JsonObject, Values } from '../kinds/kind.ts';
import { isJobStatus } from '../kinds/processing/job.ts';
import { jobStep as stepKind } from '../kinds/processing/jobStep.ts';
import { firstAudit, newId, recordTexts, withId } from '../records/record.ts';
import { readRecord } from '../validation/readRecord.ts';
import { describe, isObject, isUuid, textOf } from '../validation/values.ts';
import { causeOf, withCause } from './jobState.ts';

/** Steps that a client creates, alone or within a new Job. Those that workers plan are in workers/runtime/planning.ts. */

/** Characters of a concurrency key. */
const MAX_KEY = 255;

/** Reads `jobSteps` of a new Job; every problem goes into `problems`. */
export function readNestedSteps(input: unknown, jobId: string, problems: string[]): JsonObject[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) {
    problems.push(`jobSteps: must be an array, not ${describe(input)}`);
    return [];
  }
  const steps = input.map((step: unknown, index) => {
    const at = `jobSteps[${index}]`;
    if (!isObject(step)) return readRecord(stepKind, step, problems, at).values;
    const named = step.jobId;
    if (typeof named === 'string' && isUuid(named) && named.toLowerCase() !== jobId)
      problems.push(`${at}.jobId: ${named} was sent, the Job has ${jobId}`);
    const { values } = readRecord(stepKind, { ...step, jobId: named ?? jobId }, problems, at);
    problems.push(...problemsOfKey(values, `${at}.`));
    return values;
  });
  refuseDuplicates(steps, problems);
  return steps;
}

/** Returns the problem of the concurrency key of a step, which its free object has. */
export function problemsOfKey({ stepData }: JsonObject, prefix = ''): string[] {
  const key = isObject(stepData) ? stepData.concurrencyKey : undefined;
  const path = `${prefix}stepData.concurrencyKey`;
  if (key === undefined || key === null) return [];
  if (typeof key !== 'string') return [`${path}: must be a string, not ${describe(key)}`];
  return key.length > 0 && [...key].length <= MAX_KEY ? [] : [`${path}: must have 1 to ${MAX_KEY} characters`];
}

/** Ids and chunks that one body names twice; constraints of the tables find those that are stored. */
function refuseDuplicates(steps: readonly JsonObject[], problems: string[]): void {
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

/** The row of a client's new step, which no queue job carries. */
export function newStepRow(
  values: JsonObject,
  { id: jobId, concurrencyKey }: { readonly id: string; readonly concurrencyKey?: Json | undefined },
  caller: Caller,
): NewStepRow {
  const { id = newId(), name, chunkId, status, stepData } = values;
  const step: Values = withCause(withId({ ...values, jobId }, String(id)), causeOf(status, { cancelled: false }));
  return {
    ...recordTexts(stepKind, step, firstAudit(caller)),
    jobId,
    name: String(name),
    chunkId: typeof chunkId === 'string' ? chunkId : null,
    status: isJobStatus(status) ? status : 'NEW',
    queueJobId: null,
    concurrencyKey: textOf(isObject(stepData) ? stepData.concurrencyKey : undefined) ?? textOf(concurrencyKey) ?? null,
  };
}

/** Inserts a client's steps, or throws the 400 that names the ids or chunks that are taken. */
export async function addSteps(scope: TransactionScope, rows: readonly NewStepRow[]): Promise<void> {
  const title = 'The JobStep cannot be created.';
  const inserted = new Set(
    (await refusingTakenChunks(scope, rows, title, (inner) => insertSteps(inner, rows, null))).map(({ id }) => id),
  );
  const conflicts = rows.filter(({ id }) => !inserted.has(id));
  if (conflicts.length === 0) return;
  const ids = conflicts.map(({ id }) => id);
  const visible = await readableIds(scope, stepKind, ids);
  const problems = ids.map((id) => (visible.has(id) ? `id: ${id} is taken by another JobStep` : 'id: cannot be used'));
  throw badRequest(title, problems);
}

/** Runs a write of these steps. Where a chunk of theirs is another step's, it throws a 400 that names it. */
export async function refusingTakenChunks<T>(
  scope: TransactionScope,
  rows: readonly Pick<NewStepRow, 'id' | 'chunkId' | 'name'>[],
  title: string,
  write: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return (await scope.sql.savepoint(write)) as T;
  } catch (error) {
    if (classify(error) !== 'uniqueViolation') throw error;
    throw badRequest(title, await takenChunks(scope, rows));
  }
}

async function takenChunks(
  scope: TransactionScope,
  rows: readonly Pick<NewStepRow, 'id' | 'chunkId' | 'name'>[],
): Promise<string[]> {
  const stored = await scope.sql<{ id: string; chunkId: string; name: string }[]>`
    select id, chunk_id as "chunkId", name from job_step s
    where exists (select from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ chunkId }) => chunkId)}::uuid[],
      ${rows.map(({ name }) => name)}::text[]) as input(id, chunk, name)
      where input.chunk = s.chunk_id and input.name = s.name and input.id <> s.id)`;
  const visible = await readableIds(
    scope,
    stepKind,
    stored.map(({ id }) => id),
  );
  return stored.map(({ id, chunkId, name }) =>
    visible.has(id)
      ? `chunkId: ${chunkId} with the name ${describe(name)} is taken by another JobStep`
      : 'chunkId: cannot be used',
  );
}
