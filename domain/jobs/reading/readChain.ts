import { type ChainedJobRow, chainAround } from '../../../db/queries/jobs/chainRows.ts';
import { readableRows } from '../../access/reach.ts';
import type { JsonObject } from '../../kinds/kind.ts';
import { job as jobKind } from '../../kinds/processing/job.ts';
import type { Services } from '../../ports/services.ts';
import { parseStored } from '../../records/storedText.ts';
import { predecessorsOf } from '../chains/predecessors.ts';
import { noSuch } from '../read.ts';

/** Maximum number of Jobs of a chain that is read at once. */
export const MAX_CHAIN = 100;

/**
 * Returns the Jobs that a Job waits for or that wait for it, directly or through others, and itself, in the order of their
 * creation, as JSON. Jobs that the caller may not read are left out, as are those that are found only through such Jobs.
 */
export async function readChain(services: Services, id: string): Promise<string> {
  const rows = await chainAround(services.sql, readableRows(services, jobKind), id, MAX_CHAIN + 1);
  if (rows.length === 0) throw noSuch(jobKind, id);
  const jobs = nearest(rows).toSorted((one, other) => (one.incarnation < other.incarnation ? -1 : 1));
  return JSON.stringify({ jobs: jobs.map(shown), isPartial: rows.length > MAX_CHAIN });
}

/** The rows come from the Job outwards: those that are left out are the farthest. */
const nearest = (rows: readonly ChainedJobRow[]): readonly ChainedJobRow[] => rows.slice(0, MAX_CHAIN);

const shown = ({ id, jobType, status, cause, waits, after }: ChainedJobRow) => ({
  ...{ id, jobType, status },
  ...(cause !== null && { cause }),
  ...(waits && { waits }),
  after: predecessorsOf({ after: after === null ? undefined : parseStored<JsonObject[]>(after) }),
});
