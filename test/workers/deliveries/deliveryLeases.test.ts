import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { openSession } from '../../../db/client.ts';
import { lockSession } from '../../../db/queries/runtime/workerSessions.ts';
import type { SendResult, SmsMessage } from '../../../domain/ports/channels.ts';
import {
  ended,
  harness,
  RecordingChannel,
  send,
  start,
  startDeliveriesForFile,
  story,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/**
 * The lease of an attempt is the longest hand-over of its channel and a heartbeat of 15 seconds. A worker is gone when it
 * has neither its session nor a heartbeat.
 */

await startDeliveriesForFile();

class SlowChannel extends RecordingChannel<SmsMessage> {
  override readonly maxSendMs: number;
  readonly lookedUp: Pick<SmsMessage, 'to' | 'text'>[] = [];

  constructor(maxSendMs: number) {
    super('sms:slow');
    this.maxSendMs = maxSendMs;
  }
  override lookUp(message?: SmsMessage): Promise<SendResult | undefined> {
    if (message) this.lookedUp.push({ to: message.to, text: message.text });
    return super.lookUp(message);
  }
}

const LOST = 'lost:1:00000000';
/** A worker without a heartbeat, whose session in the database exists. */
const SILENT = 'lost:2:00000000';

/** Accepts an SMS whose attempt another worker has opened 20 seconds ago. */
async function sendWithOpenAttempt(
  phone: string,
  { isUnsent = false, worker = LOST } = {},
): Promise<{ id: string; targetId: string }> {
  const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone }] });
  const targetId = String((await story(id)).notificationTo[0]?.id);
  await harness.services.sql`
    update notification_target set fence = fence + 1, attempt_count = 1, status = 'IN_PROGRESS', open_worker = ${worker},
      unsent_fence = case when ${isUnsent} then fence + 1 end,
      open_provider = 'sms:slow', open_since = now() - interval '20 seconds' where id = ${targetId}`;
  return { id, targetId };
}

const foundAs = (providerId: string): SendResult => ({
  outcome: 'sent',
  provider: 'sms:slow',
  answer: 'delivered',
  providerId,
});

describe('an attempt of another worker', () => {
  test('is recovered when the lease of its channel is over', async () => {
    const { id } = await sendWithOpenAttempt('+420601000003');
    const channel = new SlowChannel(1_000);
    channel.found = foundAs('SM1');
    await start({ channels: { sms: [channel] } });
    expect((await ended(id, 'SENT')).notificationTo[0]).toMatchObject({ providerId: 'SM1' });
    expect(channel.sent).toEqual([]);
  });

  test('is FAILED if the look-up finds only the message of another delivery', async () => {
    const { id } = await sendWithOpenAttempt('+420601000007');
    const channel = new SlowChannel(1_000);
    channel.found = foundAs('SM3');
    await harness.services.sql`insert into provider_message (id, target_id) values ('SM3', ${crypto.randomUUID()})`;
    await start({ channels: { sms: [channel] } });
    const [target] = (await ended(id, 'FAILED')).notificationTo;
    expect(target).toMatchObject({ statusReason: 'OUTCOME_UNKNOWN: its worker was lost' });
    expect(channel.sent).toEqual([]);
  });

  test('stays open until then while the session of that worker exists; that of a worker that is gone is ended', async () => {
    const session = openSession(harness.services.sql, { name: 'waybill test session', onClose: () => {} });
    try {
      await lockSession(session, SILENT);
      const silent = await sendWithOpenAttempt('+420601000004', { worker: SILENT });
      const handedOver = await sendWithOpenAttempt('+420601000005');
      const unsent = await sendWithOpenAttempt('+420601000006', { isUnsent: true });
      const channel = new SlowChannel(120_000);
      await start({ channels: { sms: [channel] } });
      await Promise.all([
        staysOpen(silent.targetId),
        poll('the first look-up', () => channel.lookedUp.length === 1).then(() => {
          // The request of the lost worker reaches the provider after the first look-up.
          channel.found = foundAs('SM2');
        }),
        ended(handedOver.id, 'SENT'),
        ended(unsent.id, 'SENT'),
      ]);

      const [found] = (await story(handedOver.id)).notificationTo;
      expect(found).toMatchObject({ providerId: 'SM2', attempts: [{ attempt: 1, worker: LOST, outcome: 'sent' }] });
      const message = { to: '+420601000005', text: 'Outage: C' };
      expect(channel.lookedUp).toEqual([message, message]);
      const [replaced] = (await story(unsent.id)).notificationTo;
      expect(replaced?.attempts.map(({ outcome }) => outcome)).toEqual(['sent']);
      expect(channel.sent.map(({ to }) => to)).toEqual(['+420601000006']);
      // No later test finds it open.
      await harness.services.sql`
        update notification_target set open_since = now() - interval '1 hour' where id = ${silent.targetId}`;
      await ended(silent.id, 'FAILED');
    } finally {
      await session.end({ timeout: 0 });
    }
  });

  /** Waits until a worker has looked at the attempt four times: five seconds each, by then it judges others. */
  async function staysOpen(targetId: string): Promise<void> {
    await poll('its job to be returned four times', async () => {
      const [job] = await harness.services.sql<{ retryCount: number }[]>`
        select retry_count as "retryCount" from pgboss.job
        where name = 'notification.sms' and data->>'targetId' = ${targetId}`;
      return (job?.retryCount ?? 0) >= 4;
    });
    const [row] = await harness.services.sql<{ status: string; openWorker: string }[]>`
      select status, open_worker as "openWorker" from notification_target where id = ${targetId}`;
    expect(row).toEqual({ status: 'IN_PROGRESS', openWorker: SILENT });
  }
});

test('an attempt that the last fault of its job has left open is ended by that job', async () => {
  const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601000008' }] });
  const { sql } = harness.services;
  await poll('its job to have had two faults', async () => {
    const updated = await sql`update pgboss.job set data = data || '{"faults": 2}'
      where name = 'notification.sms' and state = 'created'`;
    return updated.count === 1;
  });
  const channel = new SlowChannel(1_000);
  // PostgreSQL rejects the id: the SMS is sent, and its outcome cannot be written.
  channel.answers.push(foundAs('SM\u0000'));
  channel.found = foundAs('SM4');
  await start({ channels: { sms: [channel] } });
  expect((await ended(id, 'SENT')).notificationTo[0]).toMatchObject({ providerId: 'SM4' });
  expect(channel.sent).toHaveLength(1);
});
