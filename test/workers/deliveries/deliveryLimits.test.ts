import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  call,
  email,
  ended,
  harness,
  only,
  other,
  send,
  sms,
  start,
  startControlsForFile,
  story,
} from '../../helpers/deliveries/controlsHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/** Rate limits and circuit breakers. */

await startControlsForFile();

describe('limits', () => {
  test('of a channel apply to all workers together, and count no attempts', async () => {
    const limits = { perSecond: { email: 5, sms: 0, webhook: 0 }, recipientPerHour: 0 };
    await start({ limits });
    await start({ limits });
    const began = performance.now();
    const targets = Array.from({ length: 15 }, (_, n) => ({ email: `n${n}@example.com` }));
    const notification = await ended(await send('mail', targets), 'SENT');
    const times = email.sent.map(({ at }) => (at - began) / 1_000).sort((one, other) => one - other);
    // The first five at once, then five a second: the fifteenth follows two seconds later.
    expect(times[14]).toBeGreaterThan(1.9);
    expect(
      notification.notificationTo.every(({ attempts }) => attempts.length === 1 && attempts[0]?.attempt === 1),
    ).toBe(true);
  });

  test('of a recipient do not delay other recipients', async () => {
    await start({ limits: { perSecond: { email: 0, sms: 0, webhook: 0 }, recipientPerHour: 2 } });
    const ids = await Promise.all([1, 2, 3].map(() => send('mail', [{ email: 'often@example.com' }])));
    await ended(await send('mail', [{ email: 'seldom@example.com' }]), 'SENT');
    const waiting = await poll('one to wait', async () => {
      const stories = await Promise.all(ids.map(story));
      const delivered = stories.filter(({ status }) => status === 'SENT');
      const left = stories.find((one) => only(one).statusReason !== undefined);
      return delivered.length === 2 ? left : undefined;
    });
    expect(only(waiting)).toMatchObject({
      status: 'PLAN',
      attempts: [],
      statusReason: 'waits for the limit of 2 messages an hour to one recipient (RECIPIENT_PER_HOUR)',
    });
    const [job] = await poll('its job', async () => {
      const jobs = await harness.services.sql`select (extract(epoch from start_after - now()) / 60)::int as minutes
        from pgboss.job where name = 'notification.email' and state = 'created' and data->>'targetId' = ${only(waiting).id}`;
      return jobs.length > 0 ? jobs : undefined;
    });
    expect(job?.minutes).toBeWithin(29, 31);
  });
});

describe('a reserved slot', () => {
  const reservations = () =>
    harness.services.sql<
      { key: string; until: Date }[]
    >`select key, reserved_until as until from rate_limit order by key`;

  /** The job of a notification that waits for a slot, with the slots that it brings. */
  const waitingJob = async (notificationId: string) => {
    const targetId = only(await story(notificationId)).id;
    return poll('its job to wait for a slot', async () => {
      const [job] = await harness.services.sql<{ id: string; slots: Record<string, number> }[]>`
        select id, data->'slots' as slots from pgboss.job where name = 'notification.email' and state = 'created'
          and start_after > now() + interval '5 seconds' and data->>'targetId' = ${targetId}`;
      return job;
    });
  };

  test('of a recipient is used by the delivery that waited for it, without another reservation', async () => {
    await start({ limits: { perSecond: { email: 0, sms: 0, webhook: 0 }, recipientPerHour: 1 } });
    await ended(await send('mail', [{ email: 'one@example.com' }]), 'SENT');
    const second = await send('mail', [{ email: 'one@example.com' }]);
    const { id, slots } = await waitingJob(second);
    expect(slots).toEqual({ recipient: expect.any(Number) });
    const before = await reservations();
    // Its slot is due now instead of in an hour.
    await harness.services.sql`
      update notification_target set due_at = now() where notification_id = ${second}`;
    await harness.services.sql`
      update pgboss.job set start_after = now(), data = jsonb_set(data, '{slots,recipient}',
        to_jsonb((extract(epoch from clock_timestamp()) * 1000)::float8)) where id = ${id}`;
    await ended(second, 'SENT');
    expect(await reservations()).toEqual(before);
  });

  test('of a recipient is carried by a delivery that then waits for its channel', async () => {
    await start({ limits: { perSecond: { email: 0.01, sms: 0, webhook: 0 }, recipientPerHour: 1 } });
    const id = await send('mail', [{ email: 'two@example.com' }]);
    expect((await waitingJob(id)).slots).toEqual({ channel: expect.any(Number), recipient: expect.any(Number) });
    expect(await reservations()).toHaveLength(2);
    expect((await call('PUT', `/notifications/${id}/state/CANCELLED`)).status).toBe(200);
  });
});

describe('providers that are unavailable', () => {
  const unavailable = () => ({ outcome: 'retry', answer: 'refused', providerUnavailable: true }) as const;
  const circuitBreaker = { failures: 3, pauseSeconds: 1 };

  test('are skipped for others, and one delivery probes them', async () => {
    await start({ circuitBreaker });
    email.answer = unavailable;
    const targets = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    await ended(await send('mail', targets(3)), 'SENT');
    const before = email.sent.length;
    expect(other.sent).toHaveLength(3);
    await ended(await send('mail', targets(10)), 'SENT');
    expect(email.sent.length - before).toBeLessThanOrEqual(1);
    email.answer = undefined;
    await poll('the first provider to be probed', async () => {
      await ended(await send('mail', targets(1)), 'SENT');
      return (await harness.services.sql`select from circuit_breaker`).length === 0;
    });
    const closedAt = email.sent.length;
    await ended(await send('mail', targets(5)), 'SENT');
    expect(email.sent.length - closedAt).toBe(5);
  });

  test('delay their deliveries if there is no other, and no attempt counts', async () => {
    await start({ circuitBreaker: { failures: 2, pauseSeconds: 1 } });
    sms.answer = unavailable;
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => send('short', [{ phone: `+42060112345${n}` }])));
    const reasons = async () => (await Promise.all(ids.map(story))).map((one) => only(one).statusReason);
    await poll('all to wait', async () =>
      (await reasons()).every((reason) => reason === 'waits for its provider, which is unavailable'),
    );
    sms.answer = undefined;
    const notifications = await Promise.all(ids.map((id) => ended(id, 'SENT')));
    const attempts = notifications.map((one) => only(one).attempts.length);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(4);
    expect(await harness.services.sql`select from circuit_breaker`).toHaveLength(0);
  });
});
