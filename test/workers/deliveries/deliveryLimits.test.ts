import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  clearControls,
  email,
  ended,
  harness,
  only,
  other,
  send,
  sms,
  start,
  startControls,
  stopControls,
  story,
} from '../../helpers/deliveries/controlsHarness.ts';
import { until } from '../../helpers/until.ts';

// A limit on a hang.
setDefaultTimeout(60_000);

/** Rate limits and circuit breakers. */

beforeAll(startControls);
afterEach(clearControls);
afterAll(stopControls);

describe('limits', () => {
  test('of a channel are kept to by all workers together, and count no attempts', async () => {
    const limits = { perSecond: { email: 5, sms: 0, webhook: 0 }, recipientPerHour: 0 };
    await start({ limits });
    await start({ limits });
    const began = performance.now();
    const targets = Array.from({ length: 15 }, (_, n) => ({ email: `n${n}@example.com` }));
    const told = await ended(await send('mail', targets), 'SENT');
    const times = email.sent.map(({ at }) => (at - began) / 1_000).sort((one, other) => one - other);
    // The first five at once, then five a second: the fifteenth has its turn two seconds later.
    expect(times[14]).toBeGreaterThan(1.9);
    expect(told.notificationTo.every(({ attempts }) => attempts.length === 1 && attempts[0]?.attempt === 1)).toBe(true);
  });

  test('of a recipient let the others go', async () => {
    await start({ limits: { perSecond: { email: 0, sms: 0, webhook: 0 }, recipientPerHour: 2 } });
    const ids = await Promise.all([1, 2, 3].map(() => send('mail', [{ email: 'often@example.com' }])));
    await ended(await send('mail', [{ email: 'seldom@example.com' }]), 'SENT');
    const waiting = await until('one to wait', async () => {
      const stories = await Promise.all(ids.map(story));
      const told = stories.filter(({ status }) => status === 'SENT');
      const left = stories.find((one) => only(one).statusReason !== undefined);
      return told.length === 2 ? left : undefined;
    });
    expect(only(waiting)).toMatchObject({
      status: 'PLAN',
      attempts: [],
      statusReason: 'waits for the limit of 2 messages an hour to one recipient (RECIPIENT_PER_HOUR)',
    });
    const [job] = await until('its job', async () => {
      const jobs = await harness.services.sql`select (extract(epoch from start_after - now()) / 60)::int as minutes
        from pgboss.job where name = 'notification.deliver' and state = 'created' and data->>'targetId' = ${only(waiting).id}`;
      return jobs.length > 0 ? jobs : undefined;
    });
    expect(job?.minutes).toBeWithin(29, 31);
  });
});

describe('providers that are unavailable', () => {
  const unavailable = () => ({ outcome: 'retry', answer: 'refused', providerUnavailable: true }) as const;
  const circuitBreaker = { failures: 3, pauseSeconds: 1 };

  test('are skipped while others are used, and one delivery probes them', async () => {
    await start({ circuitBreaker });
    email.answer = unavailable;
    const targets = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    await ended(await send('mail', targets(3)), 'SENT');
    const before = email.sent.length;
    expect(other.sent).toHaveLength(3);
    await ended(await send('mail', targets(10)), 'SENT');
    expect(email.sent.length - before).toBeLessThanOrEqual(1);
    email.answer = undefined;
    await until('the first provider to be probed', async () => {
      await ended(await send('mail', targets(1)), 'SENT');
      return (await harness.services.sql`select from circuit_breaker`).length === 0;
    });
    const closedAt = email.sent.length;
    await ended(await send('mail', targets(5)), 'SENT');
    expect(email.sent.length - closedAt).toBe(5);
  });

  test('are waited for if there is no other, and no attempt counts', async () => {
    await start({ circuitBreaker: { failures: 2, pauseSeconds: 1 } });
    sms.answer = unavailable;
    const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => send('short', [{ phone: `+42060112345${n}` }])));
    const reasons = async () => (await Promise.all(ids.map(story))).map((one) => only(one).statusReason);
    await until('all to wait', async () =>
      (await reasons()).every((reason) => reason === 'waits for its provider, which is unavailable'),
    );
    sms.answer = undefined;
    const told = await Promise.all(ids.map((id) => ended(id, 'SENT')));
    const attempts = told.map((one) => only(one).attempts.length);
    expect(Math.max(...attempts)).toBeLessThanOrEqual(4);
    expect(await harness.services.sql`select from circuit_breaker`).toHaveLength(0);
  });
});
