import { lockJobs, updateJob } from '../../db/queries/jobs/jobRows.ts';
import { enqueueSync } from '../../domain/jobs/outboxRows.ts';
import { inJobTransaction } from '../../domain/jobs/transaction.ts';
import type { Audit, Caller, JsonObject, Values } from '../../domain/kinds/kind.ts';
import { job as jobKind } from '../../domain/kinds/processing/job.ts';
import type { Services } from '../../domain/ports/services.ts';
import { nextAudit, recordTexts, withId } from '../../domain/records/record.ts';
import { parseStored } from '../../domain/records/storedText.ts';

/** The member `callback` of a Job: what has become of its last callback. */
export interface CallbackResult {
  readonly outcome: 'DELIVERED' | 'RETRYING' | 'FAILED';
  readonly attempts: number;
  readonly at: string;
  readonly answer: string;
}

/** Writes the result of an attempt into the Job, if it still exists. */
export async function recordCallback(
  services: Services,
  jobId: string,
  result: CallbackResult,
  caller: Caller,
): Promise<void> {
  await inJobTransaction(services, async (transaction) => {
    const [job] = await lockJobs(transaction, [jobId]);
    if (!job) return;
    const values: Values = withId({ ...parseStored<JsonObject>(job.doc), callback: { ...result } }, jobId);
    const texts = recordTexts(jobKind, values, nextAudit(parseStored<Audit>(job.audit), caller));
    const { status, planningComplete, cancelled, expired, waits } = job;
    await updateJob(transaction, { ...texts, status, planningComplete, cancelled, expired, waits, closes: false });
    await enqueueSync(transaction, 'Job', [jobId], caller);
  });
  services.wakeRelay();
}
