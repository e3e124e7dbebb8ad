import { lockPredecessors } from '../../../db/queries/jobs/chainRows.ts';
import { isReadable, type TransactionScope } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { Json, JsonObject } from '../../kinds/kind.ts';
import { type EndCondition, job as jobKind } from '../../kinds/processing/job.ts';
import { countProblems } from '../../validation/problems.ts';
import { describe, isObjects } from '../../validation/values.ts';

/** An element of `after` of a Job. */
export interface Predecessor {
  readonly jobId: string;
  readonly on?: EndCondition;
  /** How it has ended; absent while the Job waits for it. */
  readonly status?: string;
}

/** The end of problems of steps. */
export const waitsForOthers = 'the Job waits for those of `after`';

/** The predecessors of a stored Job. */
export const predecessorsOf = ({ after }: { readonly after?: Json | undefined }): readonly Predecessor[] =>
  (isObjects(after) ? after : []) as unknown as Predecessor[];

/** Returns `after` of a new Job without what only the service writes, and adds its problems. */
export function readPredecessors(values: JsonObject, problems: string[]): readonly Predecessor[] {
  const after = predecessorsOf(values).map(({ jobId, on }) => ({ jobId, ...(on && { on }) }));
  const seen = new Set<string>();
  after.forEach(({ jobId }, index) => {
    if (seen.has(jobId)) problems.push(`after[${index}].jobId: ${jobId} is named twice`);
    seen.add(jobId);
  });
  return after;
}

/** Returns the problems of a Job that waits, and has begun according to its client. */
export function problemsOfWaiting(after: readonly Predecessor[], job: JsonObject, steps: readonly JsonObject[]) {
  if (after.length === 0) return [];
  const begun = (status: Json | undefined): boolean => status !== undefined && status !== 'NEW';
  const problem = `must be NEW, ${waitsForOthers}`;
  return [
    ...(begun(job.status) ? [`status: ${problem}`] : []),
    ...steps.flatMap(({ status }, index) => (begun(status) ? [`jobSteps[${index}].status: ${problem}`] : [])),
  ];
}

/**
 * Locks the predecessors of a Job that is to be inserted: none of them ends before the commit. They exist before the Job
 * does. So every Job waits only for Jobs that were created before it, and no Jobs wait for each other in a circle.
 *
 * @throws ServiceError a 400 if the caller may not read one of them
 */
export async function lockReadablePredecessors(scope: TransactionScope, after: readonly Predecessor[]): Promise<void> {
  if (after.length === 0) return;
  const ids = after.map(({ jobId }) => jobId);
  const rows = await lockPredecessors(scope.sql, ids);
  const readable = new Set(rows.filter((row) => isReadable(scope, jobKind, row)).map(({ id }) => id));
  const problems = ids.flatMap((id, index) =>
    readable.has(id) ? [] : [`after[${index}].jobId: no Job has the id ${describe(id)}`],
  );
  if (problems.length > 0) throw badRequest(`The Job has ${countProblems(problems)}.`, problems);
}
