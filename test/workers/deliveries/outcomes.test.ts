import { expect, test } from 'bun:test';
import { monthOf } from '../../../db/queries/logs/logPartitions.ts';
import { readDeliveries } from '../../../db/queries/notifications/deliveryRows.ts';
import { insertNotifications } from '../../../db/queries/notifications/notificationRows.ts';
import { cancelTargets, replanTargets } from '../../../db/queries/notifications/notificationStates.ts';
import { expandTarget, setTargetAddress } from '../../../db/queries/notifications/recipientRows.ts';
import { formatterTemplate } from '../../../domain/kinds/processing/formatterTemplate.ts';
import { notification } from '../../../domain/kinds/processing/notification.ts';
import { replannableStatuses } from '../../../domain/notifications/delivery/stateMachine.ts';
import { defaultDeliveryRules } from '../../../domain/notifications/retries.ts';
import { sendNotifications } from '../../../domain/notifications/send.ts';
import { contextOf } from '../../../domain/queue/context.ts';
import { firstAudit, newId } from '../../../domain/records/record.ts';
import { saveRecord } from '../../../domain/records/write/saveRecord.ts';
import { idsToSync } from '../../../domain/search/syncRecords.ts';
import { AttemptRegistry } from '../../../workers/deliveries/attemptRegistry.ts';
import { DeliveryTransitions } from '../../../workers/deliveries/transitions.ts';
import { makeOutcomeWriter } from '../../../workers/deliveries/writer.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

const database = await makeDatabaseForFile();
const { sql } = database;

async function insertOpen(): Promise<{ id: string; target: string }> {
  const [id, target] = [newId(), newId()];
  const texts = { doc: JSON.stringify({ id }), audit: JSON.stringify(firstAudit(caller)), search: '{}' };
  const common = { input: '{}', channel: 'sms', address: '+420777000001', statusReason: null, job: null };
  const targets = [{ id: target, notificationId: id, position: 0, parentId: null, status: 'IN_PROGRESS', ...common }];
  const state = { ownerType: 'T', ownerId: '1', status: 'PLAN', expiresAt: null, plan: '{}' };
  await insertNotifications(sql, [{ id, ...texts, ...state, targets }], {
    id: newId(),
    syncData: '{}',
    delaySeconds: 0,
  });
  await sql`update notification_target set fence = 1, open_worker = 'w', open_since = now() where id = ${target}`;
  return { id, target };
}

const services = makeTestServices(sql);
const sent = {
  fence: 1,
  openWorker: 'w',
  openToken: null,
  status: 'SENT',
  statusReason: null,
  record: null,
  providerId: null,
};

const statuses = async (id: string) => [
  ...(await sql`select n.status as n, t.status as t from notification n
    join notification_target t on t.notification_id = n.id where n.id = ${id}`),
];

test('an outcome locks its notification before its target, as a cancellation does', async () => {
  const { id, target } = await insertOpen();
  let end: Promise<boolean> | undefined;
  await sql.begin(async (canceller) => {
    await canceller`select from notification where id = ${id} for update`;
    end = makeOutcomeWriter(services)({ id: target, notificationId: id, ...sent, successor: null });
    const waiting = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;
    await poll('the outcome to wait', async () => (await waiting()) > 0);
    const free = await canceller`select from notification_target where id = ${target} for update skip locked`;
    expect(free).toHaveLength(1);
  });
  expect(await end).toBe(true);
  expect(await statuses(id)).toEqual([{ n: 'SENT', t: 'SENT' }]);
});

test('a worker that has read a target before its replanning neither defers nor ends it', async () => {
  const { id, target } = await insertOpen();
  const read = { fence: 1, openWorker: null, openToken: null, record: null, providerId: null };
  await sql`update notification_target set status = 'PLAN', open_worker = null, open_since = null where id = ${target}`;
  await sql.begin(async (transaction) => {
    await transaction`update notification set status = 'CANCELLED' where id = ${id}`;
    expect(await cancelTargets(transaction, id)).toBe(true);
    await transaction`update notification set status = 'PLAN' where id = ${id}`;
    await replanTargets(transaction, id, replannableStatuses, contextOf(caller));
  });
  const end = makeOutcomeWriter(services);
  const successor = { id: newId(), data: '{}', seconds: 7_200 };
  const waits = { status: 'PLAN', statusReason: 'waits for its window', successor };
  expect(await end({ id: target, notificationId: id, ...read, ...waits })).toBe(false);
  const expired = { status: 'EXPIRED', statusReason: null, successor: null };
  expect(await end({ id: target, notificationId: id, ...read, ...expired })).toBe(false);
  const [row] = await sql`select status, status_reason, due_at <= clock_timestamp() as due,
    (select count(*)::int from outbox where queue = 'notification.sms') as jobs
    from notification_target where id = ${target}`;
  expect(row).toEqual({ status: 'PLAN', status_reason: null, due: true, jobs: 1 });
});

test('a target that one job has resolved is neither resolved nor ended by another one that read it before', async () => {
  const { id, target } = await insertOpen();
  await sql`update notification_target set status = 'PLAN', channel = null, address = null, open_worker = null,
    open_since = null where id = ${target}`;
  const read = { id: target, notificationId: id, position: 0, fence: 1 };
  const resolveTo = (address: string) =>
    sql.begin((transaction) => setTargetAddress(transaction, read, { channel: 'sms', address, userId: null }));
  expect(await resolveTo('+420777000001')).toBe(true);
  expect(await resolveTo('+420777000002')).toBe(false);
  expect(await sql.begin((transaction) => expandTarget(transaction, read, [], 'a group'))).toBe(false);
  const skipped = { ...sent, openWorker: null, status: 'SKIPPED', unresolved: true, successor: null } as const;
  expect(await makeOutcomeWriter(services)({ id: target, notificationId: id, ...skipped })).toBe(false);
  const [row] = await sql`select status, address from notification_target where id = ${target}`;
  expect(row).toEqual({ status: 'PLAN', address: '+420777000001' });
});

test('a job whose target has changed since it was read is returned', async () => {
  const { target } = await insertOpen();
  const [row] = await readDeliveries(sql, [target]);
  if (!row) throw new Error('the target is missing');
  const signal = new AbortController().signal;
  const data = { targetId: target, context: contextOf(caller) };
  const job = { id: newId(), queue: 'notification.sms', data, retryCount: 0, signal };
  const registry = new AttemptRegistry();
  const transitions = new DeliveryTransitions({ rules: defaultDeliveryRules, registry, write: async () => false });
  const planned = { ...row, status: 'PLAN', openSince: null };
  expect(await transitions.apply({ type: 'expired' }, { job, row: planned })).toEqual({ type: 'retry', seconds: 0 });
});

test('an outcome whose log has no partition is written as a whole after the partition is created', async () => {
  const { id, target } = await insertOpen();
  await sql.unsafe(`drop table log_${monthOf(new Date()).slice(0, 7).replace('-', '_')}`);
  const exchange = {
    targetId: target,
    owner: { type: 'Notification' as const, id },
    since: new Date(),
    durationMs: 1,
    request: {},
    provider: 'p',
    outcome: 'sent',
    answer: 'ok',
    messageId: 'm',
    context: contextOf(caller),
  };
  const end = makeOutcomeWriter(services);
  expect(await end({ id: target, notificationId: id, ...sent, successor: null, exchange })).toBe(true);
  expect(await statuses(id)).toEqual([{ n: 'SENT', t: 'SENT' }]);
  const [row] = await sql`select version, (select count(*)::int from log where owner_id = ${id}) as logs
    from notification where id = ${id}`;
  expect(row).toEqual({ version: 2, logs: 1 });
});

test('a notification that is sent at once is indexed at its end, and not when it was accepted', async () => {
  const input = { ownerType: 'T', ownerId: '1', templateCode: 'plain', notificationTo: [{ email: 'a@example.org' }] };
  await saveRecord(
    services,
    formatterTemplate,
    { code: 'plain', inputType: 'HTML', documentType: 'EMAIL', content: 'text' },
    { caller, refresh: false },
  );
  await sql`delete from outbox`;
  await sendNotifications(services, [input, input], caller);
  const waiting = await sql<{ data: string; isDue: boolean }[]>`
    select data, not_before <= now() as "isDue" from outbox where queue = 'index.sync'`;
  expect(waiting.map(({ isDue }) => isDue)).toEqual([false]);
  const { ids, created } = JSON.parse(waiting[0]?.data ?? '{}');
  expect([ids.length, created]).toEqual([2, true]);
  const [sentId, openId] = ids;
  await sql`update notification_target set fence = 1, open_worker = 'w', open_since = now(), attempt_count = 1
    where notification_id = ${sentId}`;
  const [target] = await sql`select id from notification_target where notification_id = ${sentId}`;
  await makeOutcomeWriter(services)({ id: target?.['id'], notificationId: sentId, ...sent, successor: null });
  expect(await idsToSync(sql, notification, [{ data: JSON.parse(waiting[0]?.data ?? '{}') }])).toEqual([openId]);
  const rows = await sql<{ data: string }[]>`
    select data from outbox where queue = 'index.sync' and not_before <= now()`;
  expect(rows.map(({ data }) => JSON.parse(data).ids)).toEqual([[sentId]]);
});

test('the queue job of a delivery is removed with its outcome, unless another worker has the attempt', async () => {
  const queue = 'notification.sms';
  const end = makeOutcomeWriter(services);
  const endWith = async (fence: number) => {
    const [{ id, target }, endedJob] = [await insertOpen(), { queue, id: newId() }];
    await sql`insert into pgboss.job (name, id, data) values (${queue}, ${endedJob.id}, '{}')`;
    const isWritten = await end({ id: target, notificationId: id, ...sent, fence, successor: null, endedJob });
    const jobs = await sql`select from pgboss.job where name = ${queue} and id = ${endedJob.id}`;
    return [isWritten, jobs.length];
  };
  expect(await endWith(1)).toEqual([true, 0]);
  expect(await endWith(2)).toEqual([false, 1]);
});
