import { expect, setDefaultTimeout, test } from 'bun:test';
import type { SendResult, SmsMessage } from '../../../domain/ports/channels.ts';
import {
  ended,
  harness,
  post,
  RecordingChannel,
  send,
  setState,
  sms,
  smtp,
  start,
  startDeliveriesForFile,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Each channel has a queue of its own; `notification.deliver` resolves users and groups. */

await startDeliveriesForFile();

/** More than one worker claims at a time. */
const MANY = 450;
/** The connections of the worker to the mail server. */
const CONNECTIONS = 4;

test('a mail server that accepts connections and never answers delays no SMS of the same worker', async () => {
  const phoneNumber = '+420601777001';
  await post('/users', { code: 'petr', type: 'person', chars: {}, email: 'petr@example.com', phoneNumber });
  await start();
  smtp.meet('mail', ...Array.from({ length: MANY }, () => 'hang' as const));
  const emails = await send({
    notificationTo: Array.from({ length: MANY }, (_, n) => ({ email: `hang${n}@example.com` })),
  });
  await smtp.changes.until('all connections to hang', () => smtp.unmet('mail') === MANY - CONNECTIONS);
  const direct = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601777002' }] });
  const resolved = await send({ templateCode: 'by-sms', notificationTo: [{ ownerType: 'User', ownerId: 'petr' }] });
  const both = await send({ templateCode: 'both', notificationTo: [{ ownerType: 'User', ownerId: 'petr' }] });
  for (const id of [direct, resolved]) await ended(id, 'SENT');
  await poll('three SMS to be sent', async () => sms.sent.length === 3);
  expect(sms.sent.map(({ to }) => to).sort()).toEqual([phoneNumber, phoneNumber, '+420601777002']);
  expect(smtp.accepted).toEqual([]);
  const [row] = await harness.services.sql`
    select count(*)::int as open from notification_target where notification_id in (${emails}, ${both})
      and channel = 'email' and status in ('PLAN', 'IN_PROGRESS')`;
  expect(row).toEqual({ open: MANY + 1 });
  // Later tests do not wait for these.
  await harness.services.sql`update notification set expires_at = now() where id in (${emails}, ${both})`;
  smtp.recover();
});

/** Notes the queues that have a job of a notification when its message is sent. */
class NotingChannel extends RecordingChannel<SmsMessage> {
  noted: string[] = [];
  readonly #queues: () => Promise<string[]>;

  constructor(queues: () => Promise<string[]>) {
    super('sms:noting');
    this.#queues = queues;
  }
  override async send(message: SmsMessage): Promise<SendResult> {
    this.noted = await this.#queues();
    return super.send(message);
  }
}

test('a delivery that release 0.2 has enqueued, or that is planned again, goes to the queue of its channel', async () => {
  const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601777003' }] });
  const queues = async () => {
    const rows = await harness.services.sql<{ name: string }[]>`
      select j.name from pgboss.job j join notification_target t on j.data->>'targetId' = t.id::text
      where t.notification_id = ${id} order by j.created_on`;
    return rows.map(({ name }) => name);
  };
  await poll('its job', async () => (await queues()).length === 1);
  // As an api of release 0.2 enqueues it.
  await harness.services.sql`
    with old as (delete from pgboss.job where name = 'notification.sms' and state = 'created' returning data)
    insert into outbox (id, queue, data) select gen_random_uuid(), 'notification.deliver', data::text from old`;
  const channel = new NotingChannel(queues);
  await start({ channels: { sms: [channel] } });
  await ended(id, 'SENT');
  expect(channel.noted).toEqual(['notification.deliver', 'notification.sms']);
  // The job of the queue that has sent it is removed with the end of the attempt.
  expect(await queues()).toEqual(['notification.deliver']);
  expect(channel.sent).toHaveLength(1);
  channel.answers.push({ outcome: 'rejected', answer: 'no', provider: 'sms:noting' });
  const failed = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601777004' }] });
  await ended(failed, 'FAILED');
  expect((await setState(failed, 'PLAN')).status).toBe(200);
  await ended(failed, 'SENT');
});
