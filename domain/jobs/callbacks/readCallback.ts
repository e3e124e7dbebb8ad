import type { CallbackRow } from '../../../db/queries/jobs/callbackRows.ts';
import type { Json, JsonObject } from '../../kinds/kind.ts';
import { isHttpUrl } from '../../validation/httpUrl.ts';
import { describe } from '../../validation/values.ts';

const MAX_SECRET = 1_000;

/**
 * Returns the callback of a new Job, and adds its problems.
 *
 * @param secret as sent: it is not a member of the record
 */
export function readNewCallback(
  job: JsonObject,
  secret: Json | undefined,
  problems: string[],
): CallbackRow | undefined {
  const { callbackUrl: url } = job;
  if (secret !== undefined && secret !== null) {
    if (typeof secret !== 'string' || secret === '' || secret.length > MAX_SECRET)
      problems.push(`callbackSecret: must be a text of 1 to ${MAX_SECRET} characters`);
    if (url === undefined) problems.push('callbackUrl: is required beside callbackSecret');
  }
  if (typeof url !== 'string') return undefined;
  if (!isHttpUrl(url))
    problems.push(`callbackUrl: must be an absolute http or https URL without credentials, not ${describe(url)}`);
  if (job.status === 'COMPLETED' || job.status === 'FAILED')
    problems.push(`callbackUrl: the Job is ${job.status}, and its end is not reported`);
  return { url, secret: typeof secret === 'string' ? secret : null };
}
