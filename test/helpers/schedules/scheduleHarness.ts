import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../api/callers.ts';
import { expectOk } from '../api/expectations.ts';
import { rolesOf } from '../servers/databaseRoles.ts';
import { poll } from '../waits/poll.ts';
import { startWorker, testDefinitions } from '../workerHarness.ts';

export interface Runs {
  readonly nextRunAt?: string;
  readonly nextRuns: readonly string[];
  readonly waiting: boolean;
  readonly runs: readonly { outcome: string; plannedAt: string; jobId?: string; reason?: string }[];
}

/** Starts an api with access rights, for a file of tests of schedules that workers with a database role of their own run. */
export async function startSchedulesForFile() {
  const api = await startAuthenticatedApiForFile();
  const { administrator, sql } = api;
  await migrateQueues(api.databaseUrl, testDefinitions);
  const { worker: workerUrl } = await rolesOf(api.databaseUrl);

  const start = async () => {
    const worker = await startWorker(workerUrl, makePostgresSearch(sql), {}, { queues: [], drainMs: 500 });
    await worker.services.accessEpoch.start();
    return {
      stop: async () => {
        await worker.stop();
        await worker.services.accessEpoch.stop();
      },
    };
  };

  async function withWorkers<T>(count: number, during: () => Promise<T>): Promise<T> {
    const workers = await Promise.all(Array.from({ length: count }, start));
    try {
      return await during();
    } finally {
      for (const worker of workers) await worker.stop();
    }
  }

  let made = 0;
  const scheduleOf = (members: JsonObject): JsonObject & { code: string } => {
    const code = `schedule${++made}`;
    return { code, name: code, jobType: `client-${code}`, data: { number: made }, ...members };
  };

  const runs = (id: string): Promise<Runs> => expectOk(administrator.request('GET', `/schedules/${id}/runs`));

  return {
    api,
    withWorkers,
    scheduleOf,
    save: (members: JsonObject, caller: TestCaller = administrator) =>
      expectOk<{ id: string; code: string; jobType: string }>(
        caller.request('POST', '/schedules', scheduleOf(members)),
      ),
    runs,
    jobsOf: async (jobType: string) =>
      (await sql<{ doc: string; holder: string }[]>`select doc, holder from job where job_type = ${jobType}`).map(
        ({ doc, holder }) => ({ ...JSON.parse(doc), holder: JSON.parse(holder) }),
      ),
    hasRun: (id: string, outcome: string) =>
      poll(`the run of ${id} to be ${outcome}`, async () => {
        const found = await runs(id);
        return found.runs.some((run) => run.outcome === outcome) ? found : undefined;
      }),
    /** As if no worker had run for so many seconds. */
    delay: (id: string, seconds: number) => sql`
      update schedule_state set planned_at = planned_at - make_interval(secs => ${seconds}),
        next_at = next_at - make_interval(secs => ${seconds}) where schedule_id = ${id}`,
    planned: (id: string) =>
      poll(`the next run of ${id} to be planned`, async () => (await runs(id)).nextRunAt && runs(id)),
  };
}
