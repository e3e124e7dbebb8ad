import { expect, setDefaultTimeout, test } from 'bun:test';
import { openDatabase } from '../../db/client.ts';
import { openSteps } from '../../db/queries/jobs/stepReconciliation.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { poll } from '../helpers/waits/poll.ts';
import { batchQueue } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();
const { sql } = database;
await migrateQueues(database.url, [batchQueue]);

/** Calls after which the driver's statement has a plan for all later ones. */
const PLANNED = 6;
const STEPS = 2_000;
const PAGE = 300;

const table = sql`(select ('pgboss.' || table_name)::regclass from pgboss.queue where name = ${batchQueue.name})`;

async function addSteps(count: number): Promise<void> {
  await sql`
    with step as (
      insert into job_step (id, version, incarnation, index_version, doc, audit, search, job_id, name, status, queue_job_id)
      select gen_random_uuid(), 1, place, place, '{}', '{}', '{}', (select id from job), place::text, 'NEW', gen_random_uuid()
      from generate_series(1, ${count}::int) place
      returning queue_job_id)
    insert into pgboss.job (id, name, data) select queue_job_id, ${batchQueue.name}, '{}' from step`;
}

test('a page of open steps reads the jobs of their queue once, though its plan is of the time when the queue was empty', async () => {
  await sql`
    insert into job (id, version, incarnation, index_version, doc, audit, search, job_type, status, managed)
    values (gen_random_uuid(), 1, 1, 1, '{}', '{}', '{}', 'TEST_BATCH', 'IN_PROGRESS', true)`;
  await addSteps(1);
  const worker = openDatabase(database.url, { name: 'waybill test worker', max: 1 });
  const page = () =>
    openSteps(worker, new Map([['TEST_BATCH', batchQueue.name]]), {
      after: '00000000-0000-0000-0000-000000000000',
      limit: PAGE,
      silentFor: 6,
    });
  for (let call = 0; call < PLANNED; call++) expect(await page()).toMatchObject([{ state: 'created', waits: false }]);
  await addSteps(STEPS);
  const steps = await page();
  expect(steps).toHaveLength(PAGE);
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['created']));
  await worker.end();
  const readRows = async (): Promise<{ scans: number; rows: number }> => {
    const [row] = await sql<[{ scans: number; rows: number }]>`
      select (seq_scan + coalesce(idx_scan, 0))::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_user_tables where relid = ${table}`;
    return row;
  };
  await poll('the statistics of the ended connection', async () => (await readRows()).scans > PLANNED);
  expect((await readRows()).rows).toBeLessThan(3 * STEPS);
});
