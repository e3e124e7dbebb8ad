import { findUnique, lockUniqueKey } from '../../../db/queries/jobs/uniqueRows.ts';
import { isReadable, type TransactionScope } from '../../access/reach.ts';
import { badRequest } from '../../errors.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import { recordText } from '../../records/record.ts';
import { isObject, textOf } from '../../validation/values.ts';

/** `unique` of a Job: what must not run twice. */
export interface UniqueJob {
  readonly key: string;
  /** Age in seconds up to which a COMPLETED Job counts too; 0: only open ones count. */
  readonly withinSeconds: number;
}

/** Returns `unique` of a checked Job. */
export function uniqueOf({ unique }: JsonObject): UniqueJob | undefined {
  const key = isObject(unique) ? textOf(unique.key) : undefined;
  if (!isObject(unique) || key === undefined) return undefined;
  return { key, withinSeconds: typeof unique.withinSeconds === 'number' ? unique.withinSeconds : 0 };
}

/**
 * Returns the Job of this type and key that takes the place of a new one, as JSON text without its steps, or undefined. Until
 * the end of the transaction, no other transaction creates a Job with this key, and the returned Job does not end.
 *
 * @throws ServiceError a 400 if the caller may not read that Job. It is the same whatever the Job is.
 */
export async function findExisting(
  scope: TransactionScope,
  jobType: string,
  { key, withinSeconds }: UniqueJob,
): Promise<string | undefined> {
  await lockUniqueKey(scope.sql, jobType, key);
  const existing = await findUnique(scope.sql, { jobType, key, withinSeconds });
  if (!existing) return undefined;
  if (!isReadable(scope, jobKind, existing))
    throw badRequest('The Job cannot be created.', ['unique.key: cannot be used']);
  return recordText(existing);
}
