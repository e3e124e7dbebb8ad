import { setDefaultTimeout } from 'bun:test';
import { makeLogPartition } from '../../db/queries/logs/logPartitions.ts';
import { insertLogs } from '../../db/queries/logs/logStatements.ts';
import { allIndexes } from '../../db/queries/search/searchIndexes.ts';
import { startJob } from '../../domain/jobs/create.ts';
import { worklogType } from '../../domain/kinds/processing/worklogType.ts';
import type { QueueName } from '../../domain/queue/definitions.ts';
import { fillingIndex } from '../../domain/search/indexes.ts';
import { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf, type Scenario } from '../helpers/killPoints/killPoints.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';
import { caller } from '../helpers/workerHarness.ts';

/** Workers that die during upkeep. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();

const enqueue = (queue: QueueName) =>
  sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, ${queue}, '{}')`;

const indexAnew = (kind: string, ids: string[]) =>
  sql`insert into outbox (id, queue, data)
    values (${crypto.randomUUID()}, 'index.sync', ${JSON.stringify({ kind, ids })})`;

const jobQueues = ['job.plan', 'step.maintenance', 'step.directory', 'index.sync'] as const;

interface UpkeepScenario<State> {
  readonly prepare: (survivor: DrivenProcess) => Promise<State>;
  readonly problems: (survivor: DrivenProcess, state: State) => Promise<string[]>;
}

const ofUpkeep = <State>(queue: QueueName, { prepare, problems }: UpkeepScenario<State>): Scenario<State> => ({
  name: `a worker runs ${queue}`,
  drivers: driversOf({
    queues: [queue, ...jobQueues],
    work: { retentionDays: 30, auditDays: 30, resultDays: 7, logRetentionMonths: 3 },
    dependencies: { directory: { find: async () => undefined, async *all() {}, keyOf: () => undefined } },
  }),
  prepare: async (survivor) => {
    const state = await prepare(survivor);
    await enqueue(queue);
    return state;
  },
  problems,
});

const jobIsDone = async (survivor: DrivenProcess): Promise<string> => {
  const id = await startJob(survivor.services, 'BROKER_SETUP', {}, { caller });
  await survivor.work();
  return id;
};

testKillPoints(
  url,
  ofUpkeep('maintenance.retention', {
    prepare: async (survivor) => {
      const id = await jobIsDone(survivor);
      await sql`update job set updated_at = now() - interval '31 days' where id = ${id}`;
      await sql`insert into job_result (id, result, created_at) values (${id}, '1', now() - interval '8 days')`;
      await sql`insert into document_batch (job_id, format, items, created_at)
        values (${id}, 'html', 1, now() - interval '31 days')`;
      await sql`insert into document_item (job_id, index, document_id, template_code, data)
        values (${id}, 0, 'd', 't', '')`;
      return id;
    },
    problems: async ({ services }, id) => {
      const [left] = await sql`
        select (select count(*)::int from job where id = ${id}) as jobs,
          (select count(*)::int from job_step where job_id = ${id}) as steps,
          (select count(*)::int from job_result where id = ${id}) as results,
          (select count(*)::int from document_item where job_id = ${id}) as items`;
      return [
        ...unequal('rows', { ...left }, { jobs: 0, steps: 0, results: 0, items: 0 }),
        ...(await indexProblems(services, ['Job', 'JobStep'])),
      ];
    },
  }),
);

let month = 0;
testKillPoints(
  url,
  ofUpkeep('maintenance.logs', {
    prepare: async () => {
      const first = `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}-01`;
      await makeLogPartition(sql, first);
      const id = Bun.randomUUIDv7();
      const log = [id, first, 'T', '1', 'C', '2026-01-01T00:00:00Z', `{"id":"${id}"}`, '{}', '{}'];
      await sql.unsafe(insertLogs(1), [Bun.randomUUIDv7(), JSON.stringify({ kind: 'Log', ids: [id] }), ...log, null]);
      return first;
    },
    problems: async ({ services }, first) => {
      const table = `log_${first.slice(0, 7).replace('-', '_')}`;
      const [left] = await sql<{ table: string | null }[]>`select to_regclass(${table})::text as table`;
      return [...unequal('the partition', left?.table, null), ...(await indexProblems(services, ['Log']))];
    },
  }),
);

testKillPoints(
  url,
  ofUpkeep('maintenance.indexes', {
    prepare: async (survivor) => {
      const id = await jobIsDone(survivor);
      await fillingIndex(survivor.services, worklogType, id);
      await sql`update job set status = 'FAILED', updated_at = now() - interval '25 hours' where id = ${id}`;
    },
    problems: async ({ services }) => {
      const indexes = (await allIndexes(sql, 'postgres')).filter(({ kind }) => kind === worklogType.name);
      return [...unequal('the indexes', indexes.length, 1), ...(await indexProblems(services, [worklogType.name]))];
    },
  }),
);

testKillPoints(
  url,
  ofUpkeep('maintenance.notifications', {
    prepare: async (survivor) => {
      const id = crypto.randomUUID();
      await sql`insert into notification (id, version, incarnation, index_version, doc, audit, search, owner_type,
        owner_id, status, plan) values (${id}, 1, 1, 1, ${`{"id":"${id}"}`}, '{}', '{}', 'T', '1', 'SENT', '{}')`;
      await indexAnew('Notification', [id]);
      await survivor.work();
      return id;
    },
    problems: async ({ services }, id) => [
      ...unequal('the notifications', (await sql`select from notification where id = ${id}`).length, 0),
      ...(await indexProblems(services, ['Notification'])),
    ],
  }),
);

testKillPoints(
  url,
  ofUpkeep('maintenance.directory', {
    prepare: async (survivor) => {
      // At most one is started in a minute.
      const steps = await sql<{ id: string }[]>`
        delete from job_step where job_id in (select id from job where job_type = 'DIRECTORY_SYNC') returning id`;
      const jobs = await sql<{ id: string }[]>`delete from job where job_type = 'DIRECTORY_SYNC' returning id`;
      await indexAnew(
        'JobStep',
        steps.map(({ id }) => id),
      );
      await indexAnew(
        'Job',
        jobs.map(({ id }) => id),
      );
      await survivor.work();
    },
    problems: async ({ services }) => {
      const jobs = await sql<{ status: string }[]>`select status from job where job_type = 'DIRECTORY_SYNC'`;
      const isRight = jobs.length > 0 && jobs.length <= 2 && jobs.every(({ status }) => status === 'COMPLETED');
      return [
        ...(isRight ? [] : [`the Jobs are ${JSON.stringify(jobs)}`]),
        ...(await indexProblems(services, ['Job', 'JobStep'])),
      ];
    },
  }),
);

/** Steps in three states of a fault: claimed by a worker that died, without a queue job, and with one that has ended. */
testKillPoints(url, {
  name: 'a reconciler repairs steps and Jobs',
  // The Job that fails publishes an event.
  drivers: driversOf({ queues: [...jobQueues, 'event.notification'] }),
  prepare: async (survivor) => {
    const planner = await DrivenProcess.start(url, { queues: ['job.plan'] });
    const ids = await Promise.all([1, 2, 3].map(() => startJob(survivor.services, 'BROKER_SETUP', {}, { caller })));
    const [claimed, lost, ended] = ids as [string, string, string];
    await planner.work();
    await planner.stop();
    const queueJobOf = (id: string) => sql`select queue_job_id from job_step where job_id = ${id}`;
    await sql`update job_step set status = 'IN_PROGRESS', fence = 1, worker = ${crypto.randomUUID()} where job_id = ${claimed}`;
    await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where id = (${queueJobOf(claimed)})`;
    await sql`delete from pgboss.job where id = (${queueJobOf(lost)})`;
    await sql`update pgboss.job set state = 'failed' where id = (${queueJobOf(ended)})`;
    const unplanned = await startJob(survivor.services, 'BROKER_SETUP', {}, { caller });
    await sql`delete from outbox where data like ${`%${unplanned}%`} and queue = 'job.plan'`;
    await sql`update job set updated_at = now() - interval '1 minute' where id = ${unplanned}`;
    return { completed: [claimed, lost, unplanned], failed: ended };
  },
  act: async (process) => {
    await process.reconcile();
    await process.work();
  },
  problems: async ({ services }, { completed, failed }) => {
    const statuses = await sql<{ id: string; status: string }[]>`
      select j.id, j.status || ' ' || s.status as status from job j join job_step s on s.job_id = j.id
      where j.id = any(${[...completed, failed]}::uuid[])`;
    const byId = new Map(statuses.map(({ id, status }) => [id, status]));
    return [
      ...unequal(
        'the Jobs',
        completed.map((id) => byId.get(id)),
        completed.map(() => 'COMPLETED COMPLETED'),
      ),
      ...unequal('the ended Job', byId.get(failed), 'FAILED FAILED'),
      ...unequal('the steps', statuses.length, 4),
      ...(await indexProblems(services, ['Job', 'JobStep'])),
    ];
  },
});

testReachedHandlers(import.meta.file);
