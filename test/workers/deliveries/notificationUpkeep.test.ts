import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApi, type TestApi } from '../../helpers/api.ts';
import { until } from '../../helpers/until.ts';
import {
  engineOf,
  RecordingEngine,
  startWorker,
  type TestWorker,
  testDefinitions,
} from '../../helpers/workerHarness.ts';

let api: TestApi;
let worker: TestWorker;
const recording = new RecordingEngine();

beforeAll(async () => {
  api = await startApi();
  const [{ name } = { name: '' }] = await api.sql<{ name: string }[]>`select current_database() as name`;
  const url = new URL(process.env['TEST_DATABASE_URL'] as string);
  url.pathname = `/${name}`;
  await migrateQueues(url.href, testDefinitions);
  worker = await startWorker(url.href, engineOf(recording, SearchUnavailable), {}, { retentionDays: 30 });
  await api.request('POST', '/formatter-templates', {
    code: 'mail',
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>{{content}}</p>',
  });
});

afterAll(async () => {
  await worker.stop();
  await api.stop();
});

async function send(): Promise<string> {
  const id = crypto.randomUUID();
  const sent = await api.request('POST', '/notifications/direct', {
    id,
    ownerType: 'Order',
    ownerId: '1',
    templateCode: 'mail',
    notificationTo: [{ email: 'somebody@example.com' }],
  });
  expect(sent.status).toBe(200);
  return id;
}

const upkeep = () =>
  api.sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, 'maintenance.notifications', '{}')`;

test('a target that lost its queue job is given another, one that has its own is let alone', async () => {
  const [lost, carried] = [await send(), await send()];
  const targetOf = async (id: string) =>
    (await api.sql<{ id: string }[]>`select id from notification_target where notification_id = ${id}`)[0]
      ?.id as string;
  const [lostTarget, carriedTarget] = [await targetOf(lost), await targetOf(carried)];
  const jobsOf = async (target: string) =>
    api.sql<{ id: string }[]>`
      select id from pgboss.job where name = 'notification.deliver' and state < 'completed' and data->>'targetId' = ${target}`;
  await until(
    'both to be in the queue',
    async () => (await jobsOf(lostTarget)).length + (await jobsOf(carriedTarget)).length === 2,
  );
  await api.sql`delete from pgboss.job where name = 'notification.deliver' and data->>'targetId' = ${lostTarget}`;
  await api.sql`update notification_target set due_at = now() - interval '1 hour'`;
  await upkeep();
  await until('the lost one to be in the queue again', async () => (await jobsOf(lostTarget)).length === 1);
  expect(await jobsOf(carriedTarget)).toHaveLength(1);
});

test('notifications that ended long ago go, with their targets and out of the index; open and recent ones stay', async () => {
  const [old, open, recent] = [await send(), await send(), await send()];
  for (const id of [old, recent]) {
    expect((await api.request('PUT', `/notifications/${id}/state/CANCELLED`)).status).toBe(200);
  }
  await api.sql`update notification set index_version = index_version - 31 * 86400 * 1000000::bigint where id in (${old}, ${open})`;
  recording.synced.length = 0;
  await upkeep();
  await until('the old one to be gone', async () => (await api.request('GET', `/notifications/${old}`)).status === 404);
  for (const id of [open, recent]) expect((await api.request('GET', `/notifications/${id}`)).status).toBe(200);
  expect(await api.sql`select 1 from notification_target where notification_id = ${old}`).toHaveLength(0);
  await until('the index to be told', () => recording.synced.includes(old));
});
