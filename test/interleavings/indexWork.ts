import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import type { Services } from '../../domain/ports/services.ts';
import { newId } from '../../domain/records/record.ts';
import { indexSync } from '../../workers/handlers/indexSync.ts';
import { reindex } from '../../workers/handlers/reindex.ts';
import type { PlannedStep, StepContext, WorkContext } from '../../workers/runtime/handler.ts';
import type { Race } from '../helpers/interleavings/race.ts';

/** What races with the index of a kind have in common. */
export interface IndexedRows {
  readonly id: string;
  readonly jobId: string;
}

type Work<Rows> = Race<Rows>['sides'][string];

const { signal } = new AbortController();
const contextOf = (services: Services) => ({ services, signal }) as unknown as StepContext;
const rebuildJob = (jobId: string) => ({ id: jobId, jobType: 'REINDEX', data: { kind: kind.name } });

/** As the queue job that the write has enqueued. */
export async function sync(services: Services, id: string): Promise<string> {
  const job = { id: newId(), queue: 'index.sync', data: { kind: kind.name, ids: [id] }, retryCount: 0, signal };
  const settlements = await indexSync([job], { services, log: services.log } as unknown as WorkContext);
  return settlements.size === 0 ? 'indexed' : 'not indexed';
}

/** Changes a record, and runs the queue job of the change. */
export const write =
  (change: (services: Services, id: string) => Promise<unknown>): Work<IndexedRows> =>
  async (services, { id }) => {
    await change(services, id);
    return sync(services, id);
  };

/** Registers and creates the new index of a rebuild, and returns its steps. */
export async function planRebuild(services: Services, jobId: string): Promise<PlannedStep[]> {
  return (await Array.fromAsync(reindex.plan(rebuildJob(jobId), contextOf(services)))).flat();
}

/** Fills the new index of a rebuild, and promotes it. */
export async function runRebuild(services: Services, jobId: string, steps: readonly PlannedStep[]): Promise<string> {
  const [job, context] = [rebuildJob(jobId), contextOf(services)];
  for (const { name, chunk = [], stepData = {} } of steps)
    await reindex.run({ id: newId(), name, attempt: 1, chunk, stepData, job }, context);
  await reindex.finish({ id: newId(), name: 'finish', attempt: 1, chunk: [], stepData: {}, job }, context);
  return 'rebuilt';
}
