import { readWorkers, requestDrain, type WorkerRow, withdrawDrain } from '../../db/queries/runtime/workerRows.ts';
import { conflict, notFound } from '../errors.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { parseStored } from '../records/storedText.ts';
import { describe, isUuid } from '../validation/values.ts';

/** The operations that show, drain and resume workers. */

interface WorkerStatus {
  readonly worker?: string;
  /** The version of the worker; 0.2 does not report it. */
  readonly release?: string;
}

export async function listWorkers({ sql }: Pick<Services, 'sql'>): Promise<string> {
  return JSON.stringify((await readWorkers(sql)).map(workerOf));
}

/**
 * Has a worker drain: it claims nothing more, runs what it has claimed to its end however long that takes, and ends its process.
 * A repetition changes nothing. Returns the worker as JSON text.
 *
 * @throws a 404 if no worker has the id, and a 409 if its release does not know the request
 */
export async function drainWorker({ sql }: Pick<Services, 'sql'>, id: string, { user }: Caller): Promise<string> {
  const [worker] = isUuid(id) ? await readWorkers(sql, id) : [];
  if (!worker) throw noWorker(id);
  if (parseStored<WorkerStatus>(worker.status).release === undefined)
    throw conflict('The worker cannot be drained.', [
      `id: the worker ${describe(id)} runs Waybill 0.2, which cannot be drained; send SIGTERM to its process`,
    ]);
  await requestDrain(sql, id, user);
  const [drained] = await readWorkers(sql, id);
  // It has ended meanwhile.
  return JSON.stringify(workerOf(drained ?? worker));
}

/**
 * Takes back the drain of a worker, which claims again. One that does not drain stays as it is. Returns the worker as JSON text.
 *
 * @throws a 404 if no worker has the id, and a 409 if the worker has drained: its process ends
 */
export async function resumeWorker({ sql }: Pick<Services, 'sql'>, id: string): Promise<string> {
  const [worker] = isUuid(id) ? await readWorkers(sql, id) : [];
  if (!worker) throw noWorker(id);
  if (!(await withdrawDrain(sql, id)))
    throw conflict('The worker cannot be resumed.', [
      `id: the worker ${describe(id)} runs nothing more, and its process ends; start another one`,
    ]);
  const [resumed] = await readWorkers(sql, id);
  return JSON.stringify(workerOf(resumed ?? worker));
}

const noWorker = (id: string) =>
  notFound(`No worker has the id ${describe(id)}.`, [`id: no worker has the id ${describe(id)}`]);

function workerOf({ startedAt, seenAt, status, drainRequestedAt, drainRequestedBy, ...row }: WorkerRow): object {
  const { worker: name, ...now } = parseStored<WorkerStatus>(status);
  return {
    ...{ ...row, name },
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    ...(drainRequestedAt && { drainRequestedAt: drainRequestedAt.toISOString(), drainRequestedBy }),
    ...now,
  };
}
