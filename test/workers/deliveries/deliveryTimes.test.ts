import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { SmsMessage } from '../../../domain/ports/channels.ts';
import {
  ended,
  harness,
  RecordingChannel,
  rule,
  rules,
  running,
  send,
  setState,
  smtp,
  spawnWorker,
  start,
  startDeliveriesForFile,
  story,
  url,
} from '../../helpers/deliveries/deliveryHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

// A limit on a hang.
setDefaultTimeout(90_000);

/** Delivery windows, expiry, cancellation and killed workers. */

await startDeliveriesForFile();

describe('time', () => {
  const hhmm = (moment: number) => new Date(moment).toISOString().slice(11, 16);
  const HOUR = 3_600_000;

  test('outside its window a notification waits, can be cancelled and planned again, and is sent when the window opens', async () => {
    const now = Date.now();
    await rule('later', {
      emailTemplateCode: 'mail',
      deliveryFrom: hhmm(now + 2 * HOUR),
      deliveryTo: hhmm(now + 3 * HOUR),
    });
    await start();
    const id = await send({ templateCode: 'later', notificationTo: [{ email: 'w@example.com' }] });
    const waiting = await poll('the target to wait', async () => {
      const notification = await story(id);
      return notification.notificationTo[0]?.statusReason ? notification : undefined;
    });
    expect(waiting).toMatchObject({ status: 'PLAN', notificationTo: [{ status: 'PLAN', attempts: [] }] });
    expect(waiting.notificationTo[0]?.statusReason).toContain(waiting.deliveryFromTime as string);
    const [job] = await poll('the job that waits', () =>
      harness.services.sql`
      select start_after - now() as wait from pgboss.job where name = 'notification.email' and state = 'created'
        and data->>'targetId' = ${waiting.notificationTo[0]?.id as string}`.then((rows) =>
        rows.length > 0 ? rows : undefined,
      ),
    );
    expect(String(job?.wait)).toMatch(/^0[12]:/);
    expect((await setState(id, 'CANCELLED')).status).toBe(200);
    await running.shift()?.stop();
    // An accepted notification keeps the rule of its acceptance. A replanned one gets the current hours of the rule.
    const patched = await fetch(`${url}/api/v2/notification-rules/later`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ config: { deliveryFrom: null, deliveryTo: null } }),
    });
    expect(patched.status).toBe(200);
    expect((await setState(id, 'PLAN')).status).toBe(200);
    await start();
    const notification = await ended(id, 'SENT');
    expect(notification.notificationTo[0]?.attempts).toMatchObject([{ attempt: 1, outcome: 'sent' }]);
    expect(smtp.accepted).toHaveLength(1);
  });

  test('past its expiry a notification is never sent, and is EXPIRED', async () => {
    await rule('short-lived', { emailTemplateCode: 'mail', expireAfterMinutes: 1 });
    const id = await send({ templateCode: 'short-lived', notificationTo: [{ email: 'x@example.com' }] });
    await harness.services.sql`update notification set expires_at = now() - interval '1 second' where id = ${id}`;
    await start();
    expect(await ended(id, 'EXPIRED')).toMatchObject({ notificationTo: [{ status: 'EXPIRED', attempts: [] }] });
    expect(smtp.accepted).toHaveLength(0);
    expect((await setState(id, 'PLAN')).status).toBe(200);
    await ended(id, 'SENT');
  });

  test('a notification that expires while it waits becomes EXPIRED', async () => {
    const now = Date.now();
    await rule('too-late', {
      emailTemplateCode: 'mail',
      deliveryFrom: hhmm(now + 2 * HOUR),
      deliveryTo: hhmm(now + 3 * HOUR),
      expireAfterMinutes: 1,
    });
    const id = await send({ templateCode: 'too-late', notificationTo: [{ email: 'x@example.com' }] });
    await harness.services.sql`update notification set expires_at = now() + interval '1 second' where id = ${id}`;
    await start();
    expect(await ended(id, 'EXPIRED')).toMatchObject({ notificationTo: [{ status: 'EXPIRED', attempts: [] }] });
  });

  test('a notification with an open attempt cannot be cancelled', async () => {
    smtp.meet('data', 'hang');
    await start();
    const id = await send({ notificationTo: [{ email: 'slow@example.com' }] });
    await poll('the attempt to be open', async () => (await story(id)).status === 'IN_PROGRESS');
    const refused = await setState(id, 'CANCELLED');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('IN_PROGRESS');
    // Its connection ends without a reply, and it is sent again.
    smtp.recover();
    await ended(id, 'SENT');
  });
});

describe('workers that are killed', () => {
  test('lose no e-mail, repeat few, and fail an SMS only if its outcome is unknown', async () => {
    const processes = await Promise.all([spawnWorker(), spawnWorker()]);
    const [lost, found] = await Promise.all(
      ['+420601000001', '+420601000002'].map((phone) => send({ templateCode: 'by-sms', notificationTo: [{ phone }] })),
    );
    const handedOver = () => processes.flatMap((process) => process.output().match(/sending/g) ?? []).length === 2;
    await Promise.race(processes.map((process) => process.printed('both SMS to be handed over', handedOver)));
    const count = 1_000;
    const id = await send({
      notificationTo: Array.from({ length: count }, (_, n) => ({ email: `k${n}@example.com` })),
    });
    await smtp.changes.until('some of the e-mails to arrive', () => smtp.accepted.length > 200);
    await Promise.all(processes.map((process) => process.kill()));
    const [open] = await harness.services.sql`
      select count(*)::int as n from notification_target where notification_id = ${id} and open_since is not null`;
    const provider = new RecordingChannel<SmsMessage>('sms:hanging');
    provider.lookUp = async (message?: SmsMessage) =>
      message?.to === '+420601000002'
        ? { outcome: 'sent', provider: 'sms:hanging', answer: 'delivered', providerId: 'SM9' }
        : undefined;
    await start({ channels: { sms: [provider] }, rules: { ...rules, leaseMs: 1_000 } });

    // The heartbeats of the killed workers have to expire first.
    const notification = await ended(id, 'SENT', 120_000);
    const recipients = new Map<string, number>();
    for (const { to } of smtp.accepted) recipients.set(to, (recipients.get(to) ?? 0) + 1);
    expect(recipients.size).toBe(count);
    expect(smtp.accepted.length - count).toBeLessThanOrEqual(open?.n as number);
    const twice = smtp.accepted.filter(({ to }) => (recipients.get(to) ?? 0) > 1);
    const ids = new Set(twice.map(({ raw }) => /^message-id: (.*)$/im.exec(raw.toString())?.[1]));
    expect(ids.size).toBe(new Set(twice.map(({ to }) => to)).size);
    const attempts = notification.notificationTo.flatMap((target) => target.attempts);
    expect(attempts.filter(({ outcome }) => outcome === 'sent')).toHaveLength(count);

    expect((await ended(lost as string, 'FAILED')).notificationTo[0]).toMatchObject({
      statusReason: 'OUTCOME_UNKNOWN: its worker was lost',
      attempts: [{ attempt: 1, outcome: 'unknown', worker: expect.any(String), provider: 'sms:hanging' }],
    });
    expect((await ended(found as string, 'SENT')).notificationTo[0]).toMatchObject({ providerId: 'SM9' });
    expect(provider.sent).toEqual([]);
  }, 240_000);
});
