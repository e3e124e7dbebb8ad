import { syncDirectory } from '../../domain/directory/directorySync.ts';
import { ServiceError } from '../../domain/errors.ts';
import { createJob } from '../../domain/jobs/create.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import type { JobTypeHandler, WorkContext } from '../runtime/handler.ts';

/** DIRECTORY_SYNC: one step, since only the whole directory says what is gone. */
export const directorySync: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'groups', name: 'groups' }];
  },
  async run({ job }, { services, caller, signal }) {
    const { directory } = services;
    if (!directory) throw new Error('LDAP_URL is not set for this worker');
    const dryRun = job.data.dryRun === true;
    const { reasons, ...counts } = await syncDirectory(services, directory, { dryRun, caller, signal });
    const told = reasons.map((reason) => ({ ...reason }));
    return { processingInfo: { dryRun, ...counts, ...(told.length > 0 && { reasons: told }) } };
  },
};

/** Namespace of the ids of Jobs that the schedule begins. */
const SCHEDULED = 'b9a5f6f2-0b53-4c0c-9a57-5f7a4a4e5d0c';
const MINUTE_MS = 60_000;

/** Begins a DIRECTORY_SYNC: one a minute at most, however many workers are told to. */
export async function directorySchedule(_jobs: readonly unknown[], { services, log }: WorkContext): Promise<undefined> {
  const [row] = await services.sql<
    { minute: number }[]
  >`select floor(extract(epoch from now()) * 1000 / ${MINUTE_MS})::int as minute`;
  const id = Bun.randomUUIDv5(String(row?.minute), SCHEDULED);
  const job = { id, jobType: 'DIRECTORY_SYNC', startDate: new Date().toISOString(), status: 'NEW' };
  try {
    await createJob(services, job, { caller: workerCaller(undefined) });
  } catch (error) {
    // Another has begun it, or there is nothing to ask: the next minute that the schedule names is another chance.
    if (!(error instanceof ServiceError) || error.status !== 'BAD_REQUEST') throw error;
    log.info({ reasons: error.errors }, 'no DIRECTORY_SYNC is begun');
  }
  return undefined;
}
