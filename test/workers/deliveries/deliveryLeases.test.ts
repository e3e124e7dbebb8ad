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
  /** Called before each look-up. */
  onLookUp: () => void = () => {};

  constructor(maxSendMs: number) {
    super('sms:slow');
    this.maxSendMs = maxSendMs;
  }
  override lookUp(message?: SmsMessage): Promise<SendResult | undefined> {
    this.onLookUp();
    if (message) this.lookedUp.push({ to: message.to, text: message.text });
    return super.lookUp(message);
  }
}

const LOST = 'lost:1:00000000';

/** Accepts an SMS whose attempt another worker has opened 20 seconds ago. */
async function sendWithOpenAttempt(
  phone: string,
  { isUnsent = false } = {},
): Promise<{ id: string; targetId: string }> {
  const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone }] });
  const targetId = String((await story(id)).notificationTo[0]?.id);
  await harness.services.sql`
    update notification_target set fence = fence + 1, attempt_count = 1, status = 'IN_PROGRESS', open_worker = ${LOST},
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

  test('stays open until then while the session of that worker exists', async () => {
    const session = openSession(harness.services.sql, { name: 'waybill test session', onClose: () => {} });
    try {
      await lockSession(session, LOST);
      const { id, targetId } = await sendWithOpenAttempt('+420601000004');
      const channel = new SlowChannel(120_000);
      await start({ channels: { sms: [channel] } });
      // Five seconds each: by then the worker judges others.
      await poll('its job to be returned four times', async () => {
        const [job] = await harness.services.sql<{ retryCount: number }[]>`
          select retry_count as "retryCount" from pgboss.job
          where name = 'notification.deliver' and data->>'targetId' = ${targetId}`;
        return (job?.retryCount ?? 0) >= 4;
      });
      expect([channel.outcomeRequests, channel.sent]).toEqual([0, []]);
      // No later test finds it open.
      await harness.services.sql`
        update notification_target set open_since = now() - interval '1 hour' where id = ${targetId}`;
      await ended(id, 'FAILED');
    } finally {
      await session.end({ timeout: 0 });
    }
  });

  test('that is gone is looked up by its text until its lease ends', async () => {
    const { id } = await sendWithOpenAttempt('+420601000005');
    const channel = new SlowChannel(120_000);
    // The request of the lost worker reaches the provider after the first look-up.
    channel.onLookUp = () => {
      if (channel.lookedUp.length === 1) channel.found = foundAs('SM2');
    };
    await start({ channels: { sms: [channel] } });
    const [target] = (await ended(id, 'SENT')).notificationTo;
    expect(target).toMatchObject({ providerId: 'SM2', attempts: [{ attempt: 1, worker: LOST, outcome: 'sent' }] });
    const message = { to: '+420601000005', text: 'Outage: C' };
    expect(channel.lookedUp).toEqual([message, message]);
    expect(channel.sent).toEqual([]);
  });

  test('that is gone and has handed nothing over is replaced', async () => {
    const { id } = await sendWithOpenAttempt('+420601000006', { isUnsent: true });
    const channel = new SlowChannel(120_000);
    await start({ channels: { sms: [channel] } });
    const [target] = (await ended(id, 'SENT')).notificationTo;
    expect(target?.attempts.map(({ outcome }) => outcome)).toEqual(['sent']);
    expect(channel.lookedUp).toEqual([]);
    expect(channel.sent.length).toBe(1);
  });
});
