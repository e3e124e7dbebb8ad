import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { SmsMessage } from '../../../domain/ports/channels.ts';
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

/** The lease of an attempt is the longest hand-over of its channel and a heartbeat of 15 seconds. */

await startDeliveriesForFile();

class SlowChannel extends RecordingChannel<SmsMessage> {
  override readonly maxSendMs: number;

  constructor(maxSendMs: number) {
    super('sms:slow');
    this.maxSendMs = maxSendMs;
  }
}

/** Accepts an SMS whose attempt a worker that no longer runs has opened 20 seconds ago. */
async function sendWithLostAttempt(): Promise<{ id: string; targetId: string }> {
  const id = await send({ templateCode: 'by-sms', notificationTo: [{ phone: '+420601000003' }] });
  const targetId = String((await story(id)).notificationTo[0]?.id);
  await harness.services.sql`
    update notification_target set fence = fence + 1, attempt_count = 1, status = 'IN_PROGRESS', open_worker = 'lost',
      open_provider = 'sms:slow', open_since = now() - interval '20 seconds' where id = ${targetId}`;
  return { id, targetId };
}

describe('an attempt whose worker is lost', () => {
  test('is recovered when the lease of its channel is over', async () => {
    const { id } = await sendWithLostAttempt();
    const channel = new SlowChannel(1_000);
    channel.found = { outcome: 'sent', provider: channel.provider, answer: 'delivered', providerId: 'SM1' };
    await start({ channels: { sms: [channel] } });
    expect((await ended(id, 'SENT')).notificationTo[0]).toMatchObject({ providerId: 'SM1' });
    expect(channel.sent).toEqual([]);
  });

  test('stays open until then', async () => {
    const { targetId } = await sendWithLostAttempt();
    const channel = new SlowChannel(50_000);
    await start({ channels: { sms: [channel] } });
    const [job] = await poll('its job to be returned', async () => {
      const jobs = await harness.services.sql`
        select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
        where name = 'notification.deliver' and state in ('created', 'retry') and start_after > now() + interval '2 seconds'
          and data->>'targetId' = ${targetId}`;
      return jobs.length > 0 ? jobs : undefined;
    });
    // 50 and 15 seconds, less the 20 that have passed and the start of the worker.
    expect(job?.seconds).toBeWithin(15, 46);
    expect(channel.outcomeRequests).toBe(0);
  });
});
