import type { JobOptions } from '../../../domain/jobs/types.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import type { Answer, ApiRequest } from '../route.ts';

/** Returns the body of the answer to a request that has started a Job. */
export const acknowledge = (jobId: string): string => JSON.stringify({ acknowledge: true, jobId });

/** The stored answer of a request that waits for its Job: `awaitJob` of its route adds the results. */
export const jobAlone = (jobId: string): Answer => ({ body: null, headers: { 'x-job-id': jobId } });

/** Returns the options of a Job that a request starts. With an Idempotency-Key, its answer is stored together with the Job. */
export function jobOptions(
  { caller, storeAnswer }: Pick<ApiRequest, 'caller' | 'storeAnswer'>,
  answerOf: (jobId: string) => Answer = acknowledge,
): Pick<JobOptions, 'caller' | 'inTransaction'> {
  if (!storeAnswer) return { caller };
  return {
    caller,
    inTransaction: (transaction, job) => storeAnswer(transaction, answerOf(parseStored<{ id: string }>(job).id)),
  };
}
