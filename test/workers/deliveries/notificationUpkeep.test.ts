import { beforeAll, expect, test } from 'bun:test';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { startWorkerForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { engineOf, RecordingEngine, testDefinitions } from '../../helpers/workerHarness.ts';

const recording = new RecordingEngine();
const api = await startApiForFile();
await migrateQueues(api.databaseUrl, testDefinitions);
await startWorkerForFile(api.databaseUrl, engineOf(recording, SearchUnavailable), {}, { retentionDays: 30 });

beforeAll(async () => {
  await api.request('POST', '/formatter-templates', {
    code: 'mail',
    inputType: 'HTML',
    documentType: 'EMAIL',
    content: '<p>{{content}}</p>',
  });
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

test('a target that has lost its queue job gets a new one, and others are unchanged', async () => {
  const [lost, carried] = [await send(), await send()];
  const targetOf = async (id: string) =>
    (await api.sql<{ id: string }[]>`select id from notification_target where notification_id = ${id}`)[0]
      ?.id as string;
  const [lostTarget, carriedTarget] = [await targetOf(lost), await targetOf(carried)];
  const jobsOf = async (target: string) =>
    api.sql<{ id: string }[]>`
      select id from pgboss.job where name = 'notification.email' and state < 'completed' and data->>'targetId' = ${target}`;
  await poll(
    'both to be in the queue',
    async () => (await jobsOf(lostTarget)).length + (await jobsOf(carriedTarget)).length === 2,
  );
  await api.sql`delete from pgboss.job where name = 'notification.email' and data->>'targetId' = ${lostTarget}`;
  await api.sql`update notification_target set due_at = now() - interval '1 hour'`;
  await upkeep();
  await poll('the lost one to be in the queue again', async () => (await jobsOf(lostTarget)).length === 1);
  expect(await jobsOf(carriedTarget)).toHaveLength(1);
});

test('notifications past their retention are deleted with their targets, in the index too; open and recent ones stay', async () => {
  const [old, open, recent] = [await send(), await send(), await send()];
  for (const id of [old, recent]) {
    expect((await api.request('PUT', `/notifications/${id}/state/CANCELLED`)).status).toBe(200);
  }
  await api.sql`update notification set index_version = index_version - 31 * 86400 * 1000000::bigint where id in (${old}, ${open})`;
  recording.synced.length = 0;
  await upkeep();
  await poll('the old one to be gone', async () => (await api.request('GET', `/notifications/${old}`)).status === 404);
  for (const id of [open, recent]) expect((await api.request('GET', `/notifications/${id}`)).status).toBe(200);
  expect(await api.sql`select 1 from notification_target where notification_id = ${old}`).toHaveLength(0);
  await recording.changes.until('the index to be updated', () => recording.synced.includes(old));
});
