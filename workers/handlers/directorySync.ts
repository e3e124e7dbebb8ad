import { syncDirectory } from '../../domain/directory/directorySync.ts';
import { ServiceError } from '../../domain/errors.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { JobTypeHandler, WorkContext } from '../runtime/handler.ts';

/** DIRECTORY_SYNC: one step, because only the whole directory shows which groups were removed. */
export const directorySync: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'groups', name: 'groups' }];
  },
  async run({ job }, { services, caller, signal }) {
    const { directory } = services;
    if (!directory) throw new Error('LDAP_URL is not set for this worker');
    const dryRun = job.data.dryRun === true;
    const { reasons, ...counts } = await syncDirectory(services, directory, { dryRun, caller, signal });
    const named = reasons.map((reason) => ({ ...reason }));
    return { processingInfo: { dryRun, ...counts, ...(named.length > 0 && { reasons: named }) } };
  },
};

/** Namespace of the ids of scheduled Jobs. */
const SCHEDULED = 'b9a5f6f2-0b53-4c0c-9a57-5f7a4a4e5d0c';
const MINUTE_MS = 60_000;

/** Starts a DIRECTORY_SYNC, at most one a minute, however many workers run the schedule. */
export async function directorySchedule(_jobs: readonly unknown[], { services, log }: WorkContext): Promise<undefined> {
  const [row] = await services.sql<
    { minute: number }[]
  >`select floor(extract(epoch from now()) * 1000 / ${MINUTE_MS})::int as minute`;
  const id = Bun.randomUUIDv5(String(row?.minute), SCHEDULED);
  const job = { id, jobType: 'DIRECTORY_SYNC', startDate: new Date().toISOString(), status: 'NEW' };
  try {
    await createJob(services, job, { caller: workerCaller(undefined) });
  } catch (error) {
    // Another worker has started it, or there is no directory. The next scheduled minute retries.
    if (!(error instanceof ServiceError) || error.status !== 'BAD_REQUEST') throw error;
    log.info({ reasons: error.errors }, 'DIRECTORY_SYNC was not started');
  }
  return undefined;
}
