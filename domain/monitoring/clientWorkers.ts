import { clientWorkers } from '../../db/queries/jobs/clientWorkers.ts';
import type { Services } from '../ports/services.ts';

/** Maximum number of rows of the list. */
export const MAX_CLIENT_WORKERS = 1_000;

/** Lists the workers of clients that have claimed steps over HTTP, as JSON. */
export const listClientWorkers = async ({ sql }: Services): Promise<string> =>
  JSON.stringify(await clientWorkers(sql, MAX_CLIENT_WORKERS));
